package bounds

import (
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"secant.example/internal/_check/x86"
)

func TestTry(t *testing.T) {
	p, err := x86.LoadDirectory("../../field")
	if err != nil {
		t.Fatal(err)
	}
	el := func(n string) *Region { return &Region{Name: n, Bytes: make([]Byte, 32)} }
	for _, name := range strings.Fields(os.Getenv("TRY")) {
		for _, fold := range []uint64{38, 7914, 37302, 1<<32 + 977} {
			n := 2
			if name == "mul" || name == "add" || name == "sub" {
				n = 3
			}
			var args []Argument
			for i := range n {
				args = append(args, Argument{Pointer: el(fmt.Sprint("a", i))})
			}
			if strings.HasPrefix(name, "sqrN") {
				args = append(args, Argument{})
			}
			if name == "sqrNMulPair" {
				args = append(args, Argument{Pointer: el("y")})
			}
			args = append(args, Argument{Value: &fold})
			start := time.Now()
			r := Check(p, name, args, nil)
			fmt.Println(name, fold, len(r.Found), time.Since(start))
			for _, e := range r.Found {
				fmt.Println("   ", e)
			}
		}
	}
}
