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
	start := time.Now()
	l := newLayouts(root)
	for _, u := range units {
		if o := os.Getenv("TRY"); !strings.Contains(" "+o+" ", " "+u.Package+" ") {
			continue
		}
		if only := os.Getenv("ONLY"); only != "" {
			for name := range u.Contracts {
				if name != only {
					delete(u.Contracts, name)
				}
			}
		}
		all, found, err := l.checkBounds(u, os.Getenv("DEEP") != "")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Println(u.Package, len(found), time.Since(start))
		for i, f := range found {
			if i < 8 {
				fmt.Println("  ", f)
			}
		}
		if os.Getenv("DEEP") != "" {
			for _, s := range idle(u, all) {
				fmt.Println("  idle", s)
			}
		}
	}
}
