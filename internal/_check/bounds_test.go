package main

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

func TestTryAll(t *testing.T) {
	root := root(t)
	units, err := loadAll(root, "")
	if err != nil {
		t.Fatal(err)
	}
	l := newLayouts(root)
	for _, u := range units {
		for _, tx := range u.Program.Order {
			c := u.Contracts[tx.Name]
			if c == nil || !strings.Contains(" "+os.Getenv("TRY")+" ", " "+u.Package+" ") && !strings.Contains(" "+os.Getenv("TRY")+" ", " "+tx.Name+" ") {
				continue
			}
			start := time.Now()
			func() {
				defer func() {
					if os.Getenv("PANIC") == "" {
						if e := recover(); e != nil {
							fmt.Println(u.Package, tx.Name, "PANIC", e)
						}
					}
				}()
				rs, err := l.boundsOf(u, c)
				if err != nil {
					t.Fatal(err)
				}
				for _, r := range rs {
					done, n := 0, 0
					for _, f := range r.Facts[tx] {
						n++
						if f.Done {
							done++
						}
					}
					fmt.Println(u.Package, tx.Name, len(r.Found), done, n, time.Since(start))
					for i, e := range r.Found {
						if i == 6 {
							break
						}
						fmt.Println("   ", e)
					}
				}
			}()
		}
	}
}
