// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

package conformance

import (
	"bytes"
	"crypto"
	"encoding/pem"
	"fmt"
	"net"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/crypto/ssh"

	"secant.example/ed25519"
)

const sshKeygen = program("ssh-keygen")

// sshKey makes a key with ssh-keygen and returns the paths of both halves.
func sshKey(t *testing.T, args ...string) (private, public string) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "id")
	sshKeygen.run(t, nil, append([]string{"-q", "-C", "user@host", "-f", path}, args...)...)
	return path, path + ".pub"
}

// Both halves of a key that ssh-keygen makes are read by the tool.
func TestOpenSSHKeys(t *testing.T) {
	sshKeygen.need(t)
	private, public := sshKey(t, "-t", "ed25519", "-N", "")
	line := string(read(t, public))
	ours := string(mustSecant(t, nil, "pubkey", "--in", private, "--form", "ssh"))
	if want := strings.TrimSuffix(line, " user@host\n") + "\n"; ours != want {
		t.Errorf("public key %q, ssh-keygen has %q", ours, want)
	}
	for _, message := range messages {
		sig := write(t, "sig", mustSecant(t, message, "sign", "--key", private))
		mustSecant(t, message, "verify", "--pub", public, "--sig", sig)
		if status, _, _ := secant(t, append(message, 'x'), "verify", "--pub", public, "--sig", sig); status != 1 {
			t.Errorf("status %d for a signature of something else", status)
		}
	}
}

// Public keys of the tool, and private keys of the library, are read by
// ssh-keygen.
func TestOpenSSHReadsKeys(t *testing.T) {
	sshKeygen.need(t)
	key := filepath.Join(t.TempDir(), "key.pem")
	mustSecant(t, nil, "keygen", "--alg", "ed25519", "--out", key)
	line := mustSecant(t, nil, "pubkey", "--in", key, "--form", "ssh")
	raw := mustSecant(t, nil, "pubkey", "--in", key, "--form", "raw")
	pub, err := ssh.NewPublicKey(ed25519.PublicKey(raw))
	if err != nil {
		t.Fatal(err)
	}
	fingerprint := string(sshKeygen.run(t, nil, "-l", "-f", write(t, "id.pub", line)))
	if want := "256 " + ssh.FingerprintSHA256(pub) + " "; !strings.HasPrefix(fingerprint, want) {
		t.Errorf("ssh-keygen says %q, want %q", fingerprint, want)
	}

	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	block, err := ssh.MarshalPrivateKey(private, "")
	if err != nil {
		t.Fatal(err)
	}
	got := bytes.TrimSpace(sshKeygen.run(t, nil, "-y", "-f", write(t, "id", pem.EncodeToMemory(block))))
	if pub, err = ssh.NewPublicKey(public); err != nil {
		t.Fatal(err)
	}
	if want := bytes.TrimSpace(ssh.MarshalAuthorizedKey(pub)); !bytes.Equal(got, want) {
		t.Errorf("ssh-keygen has the public key %q, want %q", got, want)
	}
}

// Private keys that the tool makes are read by ssh-keygen: in OpenSSH's own form by all
// versions, and as PKCS #8 by those from 9.6 on, as the help says.
func TestOpenSSHReadsPrivateKeys(t *testing.T) {
	sshKeygen.need(t)
	version, err := exec.Command("ssh", "-V").CombinedOutput()
	if err != nil {
		t.Fatal(err)
	}
	var major, minor int
	if _, err := fmt.Sscanf(string(version), "OpenSSH_%d.%d", &major, &minor); err != nil {
		t.Fatalf("%q: %v", version, err)
	}
	for form, reads := range map[string]bool{"ssh": true, "pem": major > 9 || major == 9 && minor >= 6} {
		key := filepath.Join(t.TempDir(), "id_ed25519")
		mustSecant(t, nil, "keygen", "--alg", "ed25519", "--form", form, "--out", key)
		got, err := sshKeygen.try(nil, "-y", "-f", key)
		if (err == nil) != reads {
			t.Errorf("OpenSSH %d.%d, %s: %v", major, minor, form, err)
		}
		if err != nil {
			continue
		}
		if want := mustSecant(t, nil, "pubkey", "--in", key, "--form", "ssh"); !bytes.Equal(bytes.TrimSpace(got), bytes.TrimSpace(want)) {
			t.Errorf("%s: ssh-keygen has the public key %q, want %q", form, got, want)
		}
		message := write(t, "message", []byte("a message"))
		sshKeygen.run(t, nil, "-q", "-Y", "sign", "-f", key, "-n", "file", message)
		// What ssh-keygen writes of it again, the tool reads.
		sshKeygen.run(t, nil, "-q", "-p", "-P", "", "-N", "", "-f", key)
		if again := mustSecant(t, nil, "pubkey", "--in", key, "--form", "ssh"); !bytes.Equal(bytes.TrimSpace(got), bytes.TrimSpace(again)) {
			t.Errorf("%s: written by ssh-keygen, the public key is %q", form, again)
		}
	}
}

// Keys of OpenSSH that the tool does not read are refused, with the reason.
func TestOpenSSHOtherKeys(t *testing.T) {
	sshKeygen.need(t)
	for kind, want := range map[string]string{"rsa": "ssh-rsa", "ecdsa": "ecdsa-sha2-nistp256"} {
		private, public := sshKey(t, "-t", kind, "-N", "")
		refuseSecant(t, "OpenSSH key of type "+want, nil, "pubkey", "--in", private)
		refuseSecant(t, "OpenSSH key of type "+want, nil, "verify", "--pub", public, "--sig", private, private)
		if kind == "ecdsa" {
			exported := sshKeygen.run(t, nil, "-e", "-m", "PKCS8", "-f", public)
			refuseSecant(t, "an ECDSA or ECDH key", exported, "verify", "--pub", "-", "--sig", private, private)
		}
		exported := sshKeygen.run(t, nil, "-e", "-f", public) // RFC 4716
		refuseSecant(t, "not a public key", exported, "verify", "--pub", "-", "--sig", private, private)
	}
}

// Keys of the library on both sides of an SSH connection of x/crypto/ssh.
func TestSSHConnection(t *testing.T) {
	host, user := sshSigner(t), sshSigner(t)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	served := make(chan error, 1)
	go func() {
		conn, err := listener.Accept()
		if err != nil {
			served <- err
			return
		}
		defer conn.Close()
		config := &ssh.ServerConfig{PublicKeyCallback: func(_ ssh.ConnMetadata, key ssh.PublicKey) (*ssh.Permissions, error) {
			if !bytes.Equal(key.Marshal(), user.PublicKey().Marshal()) {
				return nil, net.ErrClosed
			}
			return nil, nil
		}}
		config.AddHostKey(host)
		_, _, _, err = ssh.NewServerConn(conn, config)
		served <- err
	}()
	client, err := ssh.Dial("tcp", listener.Addr().String(), &ssh.ClientConfig{
		User: "user", Auth: []ssh.AuthMethod{ssh.PublicKeys(user)}, HostKeyCallback: ssh.FixedHostKey(host.PublicKey()),
	})
	if err != nil {
		t.Fatal(err)
	}
	client.Close()
	if err := <-served; err != nil {
		t.Fatal(err)
	}
}

// sshSigner returns a new key of the library, expanded, as x/crypto/ssh wants it.
func sshSigner(t *testing.T) ssh.Signer {
	t.Helper()
	var signer crypto.Signer = newSigner(t)
	s, err := ssh.NewSignerFromSigner(signer)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// newSigner returns a new expanded key.
func newSigner(t *testing.T) *ed25519.Signer {
	t.Helper()
	_, priv, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	signer, err := ed25519.NewSigner(priv)
	if err != nil {
		t.Fatal(err)
	}
	return signer
}
