// Package browser looks at pages as their readers see them: in headless Chromium, on wide and
// narrow screens, light, dark and printed.
package browser

import (
	"context"
	_ "embed"
	"errors"
	"net/url"
	"os/exec"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"

	"github.com/sortid/sortid/integration_test/internal/await"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
)

// names holds the names of a browser's program.
var names = []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"}

// view is how a reader looks at a page.
type view struct {
	name   string
	width  int64
	media  string
	scheme string
}

var views = []view{
	{"1400 pixels, light", 1400, "screen", "light"},
	{"1400 pixels, dark", 1400, "screen", "dark"},
	{"820 pixels, light", 820, "screen", "light"},
	{"820 pixels, dark", 820, "screen", "dark"},
	{"390 pixels, light", 390, "screen", "light"},
	{"390 pixels, dark", 390, "screen", "dark"},
	{"printed", 718, "print", "light"}, // A4 within margins of a centimetre
}

// height is that of every view, in pixels.
const height = 900

// problems is a script that returns what a reader could not see, tell apart or read aloud.
//
//go:embed problems.js
var problems string

// Check reports an error for whatever of a page a reader could not use: content that is cut off
// or scrolls sideways, text without the contrast or figures without the text that WCAG 2.2 AA asks
// for, controls that the keyboard does not reach or that do not show it, messages on the console,
// and anything that is loaded from elsewhere. It skips the test if the machine has no browser.
func Check(t *testing.T, file string) {
	t.Helper()
	for _, problem := range look(t, file) {
		t.Error(problem)
	}
}

// look returns the problems of a page, each with its view.
func look(t *testing.T, file string) []string {
	t.Helper()
	ctx := start(t)
	var noise []string
	var mu sync.Mutex // the browser reports from another goroutine
	do(ctx, t, chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, network.Enable, network.EnableParams{})
		_, failed := chromedp.Call(ctx, log.Enable, cdp.Empty{})
		return errors.Join(err, failed)
	}))
	err := chromedp.Listen(ctx, func(event any) {
		mu.Lock()
		defer mu.Unlock()
		switch e := event.(type) {
		case *runtime.EventConsoleAPICalled:
			noise = append(noise, "the console has a message: "+string(e.Type))
		case *runtime.EventExceptionThrown:
			noise = append(noise, "a script failed: "+e.ExceptionDetails.Text)
		case *log.EventEntryAdded:
			noise = append(noise, "the console has a message: "+e.Entry.Text)
		case *network.EventRequestWillBeSent:
			if u := e.Request.URL; !strings.HasPrefix(u, "file:") && !strings.HasPrefix(u, "data:") {
				noise = append(noise, "the page loads "+u)
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	do(ctx, t, chromedp.Navigate(address(file)))
	var all []string
	for _, v := range views {
		do(ctx, t, v.emulate())
		found := evaluate[[]string](ctx, t, problems)
		if v.media == "screen" {
			found = append(found, unreachable(ctx, t)...)
		}
		for _, problem := range found {
			all = append(all, v.name+": "+problem)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	return append(all, noise...)
}

// address returns the URL of a file.
func address(file string) string { return (&url.URL{Scheme: "file", Path: file}).String() }

func do(ctx context.Context, t *testing.T, steps ...chromedp.Action[chromedp.Void]) {
	t.Helper()
	if err := chromedp.Do(ctx, steps...); err != nil {
		t.Fatal(err)
	}
}

func evaluate[T any](ctx context.Context, t *testing.T, script string) T {
	t.Helper()
	v, err := chromedp.Run(ctx, chromedp.Evaluate[T](script))
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// start starts a browser that the end of the test ends.
func start(t *testing.T) context.Context {
	t.Helper()
	i := slices.IndexFunc(names, func(name string) bool { _, err := exec.LookPath(name); return err == nil })
	if i < 0 {
		dbtest.Missing(t, "there is no browser: install the package chromium")
	}
	options := append(slices.Clone(chromedp.DefaultExecAllocatorOptions[:]), chromedp.ExecPath(names[i]), chromedp.NoSandbox) // root has no sandbox
	ctx, cancel := chromedp.NewExecAllocator(await.Context(t), options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// emulate makes the browser show the page in a view.
func (v view) emulate() chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{Width: v.width, Height: height, DeviceScaleFactor: 1})
		_, failed := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{
			Media: v.media, Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: v.scheme}},
		})
		// A page whose window is not in front shows no focus.
		_, focus := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return errors.Join(err, failed, focus)
	})
}

// focused is the element that has the focus, and whether it shows that.
type focused struct {
	Name  string `json:"name"`
	Shown bool   `json:"shown"`
}

// focus returns the element that has the focus. It waits a moment for a control to show it: a busy browser draws it
// after the key.
func focus(ctx context.Context, t *testing.T, controls []string) (at focused) {
	t.Helper()
	const tries, pause = 40, 25 * time.Millisecond
	for range tries {
		if at = evaluate[focused](ctx, t, `sortid.focused()`); at.Shown || !slices.Contains(controls, at.Name) {
			break
		}
		time.Sleep(pause)
	}
	return at
}

// unreachable presses the key Tab through the whole page, and returns the controls that it does
// not reach and those that do not show the focus.
func unreachable(ctx context.Context, t *testing.T) []string {
	t.Helper()
	controls := evaluate[[]string](ctx, t, `sortid.controls()`)
	reached := make(map[string]bool)
	var found []string
	for range len(controls) + 1 { // once it leaves the page
		do(ctx, t, chromedp.KeyEvent(kb.Tab))
		at := focus(ctx, t, controls)
		if reached[at.Name] = true; !at.Shown && slices.Contains(controls, at.Name) {
			found = append(found, at.Name+" does not show that it has the focus")
		}
	}
	for _, c := range controls {
		if !reached[c] {
			found = append(found, c+" is not reached by the key Tab")
		}
	}
	return found
}
