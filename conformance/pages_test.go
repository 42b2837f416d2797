// Copyright (c) 2026 The Secant Authors. All rights reserved.
// Use of this source code is governed by a BSD-style
// license that can be found in the LICENSE file.

//go:build browser

package conformance

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// screenshotsVariable names a directory for what the browser shows, for people to look at.
const screenshotsVariable = "SECANT_SCREENSHOTS"

const phone = 390 // points, of a common one

// A browser has one page open, and notes what must not happen.
type browser struct {
	*testing.T
	ctx  context.Context
	url  string
	mu   sync.Mutex
	asks []string // for anything but the page
	says []string // errors and warnings
}

// openPage opens a file in Chromium.
func openPage(t *testing.T, path string) *browser {
	t.Helper()
	program("chromium").need(t)
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath("chromium"), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(profile(t)), chromedp.WSURLReadTimeout(2*time.Minute))
	ctx, stop := chromedp.NewExecAllocator(context.Background(), options...)
	t.Cleanup(stop)
	ctx, end := context.WithTimeout(ctx, 5*time.Minute)
	t.Cleanup(end)
	ctx, leave := chromedp.NewContext(ctx)
	t.Cleanup(leave)
	t.Cleanup(func() { chromedp.Cancel(ctx) }) // which waits until the browser has ended
	b := &browser{T: t, ctx: ctx, url: "file://" + path}
	chromedp.ListenTarget(ctx, func(event any) {
		b.mu.Lock()
		defer b.mu.Unlock()
		switch e := event.(type) {
		case *network.EventRequestWillBeSent:
			if e.Request.URL != b.url {
				b.asks = append(b.asks, e.Request.URL)
			}
		case *runtime.EventConsoleAPICalled:
			b.says = append(b.says, fmt.Sprint(e.Type, e.Args))
		case *runtime.EventExceptionThrown:
			b.says = append(b.says, e.ExceptionDetails.Error())
		case *log.EventEntryAdded:
			b.says = append(b.says, e.Entry.Text)
		}
	})
	b.do(network.Enable(), log.Enable(), chromedp.Navigate(b.url))
	return b
}

// profile returns a new directory for what Chromium keeps. Processes of it that outlive the browser for a
// moment still write there, and so removing it may take more than one try.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "secant-chromium-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 100 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(100 * time.Millisecond)
		}
		t.Error(err)
	})
	return dir
}

// do does actions.
func (b *browser) do(actions ...chromedp.Action) {
	b.Helper()
	if err := chromedp.Run(b.ctx, actions...); err != nil {
		b.Fatal(err)
	}
}

// quiet fails the test if the page asked for something, or said something.
func (b *browser) quiet() {
	b.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.asks) > 0 || len(b.says) > 0 {
		b.Errorf("the page asked for %q, and said %q", b.asks, b.says)
	}
}

// evaluate returns the value of an expression of JavaScript.
func evaluate[T any](b *browser, expression string) (value T) {
	b.Helper()
	b.do(chromedp.Evaluate(expression, &value))
	return value
}

// unreadable has visible text that is too small, too pale, or beside the page, unless it is of a chart
// that a reader can move. What a chart has is drawn in its own scale.
const unreadable = `(() => {
	const bad = [], wide = document.documentElement.clientWidth;
	const light = (color) => {
		const [r, g, b] = color.match(/[0-9.]+/g).map((c) => (c /= 255) <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	let texts = 0;
	for (let node = walk.nextNode(); node; node = walk.nextNode()) {
		const of = node.parentElement, style = getComputedStyle(of);
		if (node.data.trim() === "" || !of.checkVisibility() || ["STYLE", "SCRIPT", "OPTION"].includes(of.tagName)) continue;
		texts++;
		const range = document.createRange();
		range.selectNodeContents(node);
		const box = range.getBoundingClientRect(), svg = of.closest("svg");
		const size = parseFloat(style.fontSize) * (svg ? svg.getScreenCTM().a : 1);
		const contrast = 1.05 / (light(svg ? style.fill : style.color) + 0.05);
		const outside = !(svg && getComputedStyle(svg.parentElement).overflowX === "auto") && (box.left < 0 || box.right > wide + 0.5);
		if (size < LEAST || contrast < 4.5 || outside) {
			bad.push(node.data.trim().slice(0, 30) + ": " + [size, contrast, box.left, box.right].map((x) => x.toFixed(1)).join(" "));
		}
	}
	if (texts < 10) bad.push("only " + texts + " texts");
	return bad;
})()`

// readable looks at the page as wide as a screen, a phone and paper are.
func (b *browser) readable(name string) {
	b.Helper()
	for _, c := range []struct {
		name, media   string
		width, height int64
		least         string // size of text, in pixels of CSS
	}{{"screen", "", 1280, 900, "11"}, {"phone", "", phone, 844, "9"}, {"paper", "print", 718, 1046, "9"}} {
		viewport := chromedp.EmulateViewport(c.width, c.height)
		if c.width == phone {
			viewport = chromedp.EmulateViewport(c.width, c.height, chromedp.EmulateMobile, chromedp.EmulateScale(2))
		}
		b.do(viewport, emulation.SetEmulatedMedia().WithMedia(c.media))
		if wide := evaluate[int64](b, "Math.max(document.documentElement.scrollWidth, innerWidth)"); wide != c.width {
			b.Errorf("%s on a %s: %d wide, of %d", name, c.name, wide, c.width)
		}
		if bad := evaluate[[]string](b, strings.Replace(unreadable, "LEAST", c.least, 1)); len(bad) > 0 {
			b.Errorf("%s on a %s: text that cannot be read: %q", name, c.name, bad[:min(len(bad), 10)])
		}
		if dir := os.Getenv(screenshotsVariable); dir != "" {
			var image []byte
			b.do(chromedp.FullScreenshot(&image, 100))
			if err := os.WriteFile(filepath.Join(dir, name+"-"+c.name+".png"), image, 0o644); err != nil {
				b.Fatal(err)
			}
		}
	}
	var paper []byte
	b.do(chromedp.ActionFunc(func(ctx context.Context) (err error) {
		paper, _, err = page.PrintToPDF().WithPaperWidth(8.27).WithPaperHeight(11.69).Do(ctx)
		return err
	}))
	if !bytes.HasPrefix(paper, []byte("%PDF-")) || len(paper) < 10_000 {
		b.Errorf("%s on paper: %d bytes", name, len(paper))
	}
	b.do(chromedp.EmulateReset(), emulation.SetEmulatedMedia())
}

// The page of a bulk run, with all kinds of records in it, in Chromium.
func TestReportPage(t *testing.T) {
	program("chromium").need(t)
	text, err := os.ReadFile("../cmd/secant/testdata/records.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	good := string(text)
	bad := strings.ReplaceAll(good, "message 1", "message 2")
	long := strings.ReplaceAll(bad, `"id":"`, `"id":"`+strings.Repeat("W", 200)+`<script>alert(1)</script><img src=x>`)
	input := write(t, strings.Repeat("a-long-name-", 10)+".jsonl", []byte(good+long+bad+"x\n"+strings.Replace(good, `"ed25519"`, `"none"`, 1)))
	out := filepath.Join(t.TempDir(), "report.html")
	if status, _, stderr := secant(t, nil, "bulk", "--quiet", "--report", out, input); status != 1 {
		t.Fatal(status, stderr)
	}
	b := openPage(t, out)
	if title := evaluate[string](b, "document.querySelector('h1').textContent"); !strings.Contains(title, "records are not valid") {
		t.Error(title)
	}
	if n := evaluate[int](b, "document.querySelectorAll('script, img').length"); n != 0 {
		t.Errorf("%d elements that records made", n)
	}
	if n := evaluate[int](b, "document.querySelectorAll('#reasons svg, #keys svg').length"); n != 2 {
		t.Errorf("%d charts", n)
	}
	b.readable("report")
	b.quiet()
}

// The page of benchmarks in Chromium: it shows what a reader clicks.
func TestBenchmarksPage(t *testing.T) {
	b := openPage(t, "../bench/benchmarks.html")
	b.readable("benchmarks")
	const visible = `Array.from(document.querySelectorAll("SELECTOR")).filter((e) => e.checkVisibility()).map((e) => e.dataset.FIELD)`
	seen := func(selector, field string) []string {
		t.Helper()
		all := evaluate[[]string](b, strings.NewReplacer("SELECTOR", selector, "FIELD", field).Replace(visible))
		slices.Sort(all)
		return slices.Compact(all)
	}
	if got := seen(".run", "run"); !slices.Equal(got, []string{"0"}) {
		t.Errorf("runs %q", got)
	}
	peers, rows := seen(".bar", "peer"), seen(".row", "operation")
	if len(peers) < 10 || len(rows) < 50 {
		t.Fatalf("%d peers, %d operations", len(peers), len(rows))
	}
	// A peer that is clicked goes, and comes back.
	const std = `input[value="Go std"]`
	b.do(chromedp.Click(std))
	if got := seen(".bar", "peer"); slices.Contains(got, "Go std") || len(got) != len(peers)-1 {
		t.Errorf("without Go std: %q", got)
	}
	b.do(chromedp.Click(std))
	if got := seen(".bar", "peer"); !slices.Equal(got, peers) {
		t.Errorf("with all again: %q", got)
	}
	// A family, chosen by its name, and then one of its operations.
	b.do(chromedp.SendKeys("#family", "X25519"))
	if got := seen("section", "family"); !slices.Equal(got, []string{"x25519"}) {
		t.Errorf("X25519: %q", got)
	}
	b.do(chromedp.SendKeys("#operation", "X25519: shared secret"))
	if got := seen(".row", "operation"); !slices.Equal(got, []string{"x25519/shared-secret"}) {
		t.Errorf("one operation: %q", got)
	}
	// The longest bar that is left is all of the width.
	b.do(chromedp.Click(`input[value="x/crypto"]`))
	const widths = `Math.max(...Array.from(document.querySelectorAll(".bar i")).filter((e) => e.checkVisibility()).map((e) => parseFloat(e.style.width)))`
	if most := evaluate[float64](b, widths); most < 99.9 || most > 100.1 {
		t.Errorf("the longest bar has %v %% of the width", most)
	}
	// The next CPU.
	b.do(chromedp.SendKeys("#run", kb.ArrowDown))
	if got := seen(".run", "run"); !slices.Equal(got, []string{"1"}) {
		t.Errorf("runs %q", got)
	}
	b.quiet()
}
