// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package main

import (
	"bytes"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"

	"github.com/spf13/cobra"
)

// The permissions of new files, of which the umask takes some.
const (
	secretMode = 0o600
	publicMode = 0o666
)

// An output is where a command writes its result: the flags --out and --force.
type output struct {
	path   string
	force  bool
	asked  func() bool // whether --out is given
	what   string      // it is, for messages
	secret bool
}

// outputFlags adds the flags that say where what goes, which is secret or not.
func outputFlags(cmd *cobra.Command, what string, secret bool) *output {
	o := &output{what: what, secret: secret}
	cmd.Flags().StringVar(&o.path, "out", standardStream, what+" `FILE`, - for standard output")
	cmd.Flags().BoolVar(&o.force, "force", false, "replace the file if it exists")
	o.asked = func() bool { return cmd.Flags().Changed("out") }
	return o
}

// outputHelp says what --out does.
const outputHelp = `With --out the result goes to a new file, which is there whole or not at all. One that
exists is replaced only with --force, and then in one step, so that a failure leaves the
old one as it was.`

// check reports early what write would find: that the result in this form cannot go
// where it should. The files at inputs must not be replaced.
func (c *console) check(o *output, form string, inputs ...string) error {
	if o.path != standardStream {
		return o.checkFile(inputs)
	}
	if !isTerminal(c.stdout) {
		return nil
	}
	if form == "raw" || form == "der" {
		return errors.New("raw bytes are not written to a terminal: --out FILE, or --form hex")
	}
	if o.secret && !o.asked() {
		return fmt.Errorf("the %s is not written to a terminal unasked: --out FILE, or --out - to see it", o.what)
	}
	return nil
}

func (o *output) checkFile(inputs []string) error {
	if o.path == "" {
		return errors.New("the output file name is empty")
	}
	old, err := os.Lstat(o.path)
	if err != nil {
		return nil // for writeFile to find out
	}
	if !o.force {
		return existsError(o.path)
	}
	for _, path := range inputs {
		if info, err := os.Stat(path); err == nil && path != standardStream && os.SameFile(info, old) {
			return fmt.Errorf("the output %s is an input, too", o.path)
		}
	}
	return checkRegular(o.path, old)
}

// write writes the result of a command. A warning about a file that others may read
// goes to standard error.
func (c *console) write(o *output, data []byte) error {
	if o.path != standardStream {
		mode := fs.FileMode(publicMode)
		if o.secret {
			mode = secretMode
		}
		return writeFile(o.path, bytes.NewReader(data), mode, o.force)
	}
	if err := c.print(data); err != nil {
		return err
	}
	if f, ok := c.stdout.(*os.File); ok && o.secret {
		info, err := f.Stat()
		if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&^secretMode != 0 {
			fmt.Fprintf(c.stderr, "secant: warning: the %s is in a file of mode %04o, which others may read; --out makes one for its owner only\n",
				o.what, info.Mode().Perm())
		}
	}
	return nil
}

// writeFile writes content to a new file at path. If there is a file, it is an error, or
// with force the file is replaced. What is at path is always the old file or the whole new
// one: content goes to a temporary file beside it, and to the disk, first. Signals wait
// meanwhile, and one that does not removes the temporary file; after SIGKILL, that may be left.
func writeFile(path string, content io.Reader, mode fs.FileMode, force bool) (err error) {
	release := holdSignals()
	defer release()
	dir := filepath.Dir(path)
	temporary := filepath.Join(dir, ".secant-"+rand.Text())
	f, err := createTemporary(temporary, mode)
	if err != nil {
		return fmt.Errorf("cannot create %s: %w", path, cause(err))
	}
	defer func() {
		removeErr := removeTemporary(temporary) // which may have been renamed
		if err == nil && removeErr != nil && !errors.Is(removeErr, fs.ErrNotExist) {
			err = fmt.Errorf("cannot remove %s: %w", temporary, cause(removeErr))
		}
	}()
	_, err = io.Copy(f, content)
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	switch {
	case err != nil:
		return fmt.Errorf("cannot write %s: %w", path, cause(err))
	case force:
		err = replace(temporary, path)
	default:
		err = create(temporary, path, os.Link)
	}
	if err != nil {
		return err
	}
	if err := syncDirectory(dir); err != nil {
		return fmt.Errorf("cannot bring %s to the disk: %w", path, cause(err))
	}
	return nil
}

// temporaries are the names of the temporary files that there are.
var temporaries = struct {
	sync.Mutex
	names map[string]bool
}{names: make(map[string]bool)}

func createTemporary(name string, mode fs.FileMode) (*os.File, error) {
	temporaries.Lock()
	defer temporaries.Unlock()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err == nil {
		temporaries.names[name] = true
	}
	return f, err
}

func removeTemporary(name string) error {
	temporaries.Lock()
	defer temporaries.Unlock()
	delete(temporaries.names, name)
	return os.Remove(name)
}

// removeTemporaries removes all temporary files for a process that ends. There will be no others.
func removeTemporaries() {
	temporaries.Lock()
	for name := range temporaries.names {
		os.Remove(name)
	}
}

// syncDirectory brings the names in dir to the disk, if the system can do that.
var syncDirectory = func(dir string) error {
	if runtime.GOOS == "windows" {
		return nil
	}
	d, err := os.Open(dir)
	if errors.Is(err, fs.ErrPermission) {
		return nil // to write in it, it need not be readable
	}
	if err != nil {
		return cause(err)
	}
	defer d.Close()
	if err := d.Sync(); !errors.Is(err, errors.ErrUnsupported) && !errors.Is(err, syscall.EINVAL) {
		return err
	}
	return nil
}

// create gives the file at temporary the name path, which nothing may have. If the file
// system has no links, the file is renamed, and may replace one that just came.
func create(temporary, path string, link func(from, to string) error) error {
	err := link(temporary, path)
	if err != nil && !errors.Is(err, fs.ErrExist) {
		if _, err = os.Lstat(path); err == nil {
			err = fs.ErrExist
		} else if errors.Is(err, fs.ErrNotExist) {
			err = os.Rename(temporary, path)
		}
	}
	if errors.Is(err, fs.ErrExist) {
		return existsError(path)
	}
	if err != nil {
		return fmt.Errorf("cannot create %s: %w", path, cause(err))
	}
	return nil
}

// replace gives the file at temporary the name path, which a regular file may have.
func replace(temporary, path string) error {
	old, err := os.Lstat(path)
	if err == nil {
		if err := checkRegular(path, old); err != nil {
			return err
		}
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		err = os.Rename(temporary, path)
	}
	if err != nil {
		return fmt.Errorf("cannot replace %s: %w", path, cause(err))
	}
	return nil
}

func existsError(path string) error {
	return fmt.Errorf("%s exists; --force replaces it", path)
}

// checkRegular rejects what --force does not replace.
func checkRegular(path string, info fs.FileInfo) error {
	if !info.Mode().IsRegular() {
		return fmt.Errorf("cannot replace %s: not a regular file", path)
	}
	return nil
}
