package typed_test

import (
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/sortid/sortid/id/internal/typed"
)

type (
	none      struct{}
	byValue   struct{ name *string }
	byPointer struct{ name string }
	slice     []int
	fun       func() string
	empty     struct{}
	broken    struct{}
	embeds    struct{ *byPointer }
	iface     interface{ IDPrefix() string }
	pointer   *byPointer
	counted   struct{}
	deep      struct{ _ [1 << 20]byte }
)

func (k byValue) IDPrefix() string {
	if k.name != nil {
		return *k.name
	}
	return "value"
}
func (k *byPointer) IDPrefix() string { return "pointer" + k.name }
func (k slice) IDPrefix() string      { return "slice_of_n"[:8+2*len(k)] }
func (k fun) IDPrefix() string        { return k() }
func (empty) IDPrefix() string        { return "" }
func (broken) IDPrefix() string       { return "User" }
func (*deep) IDPrefix() string        { return "deep" }

var calls atomic.Int64

func (counted) IDPrefix() string { calls.Add(1); return "counted" }

var format = typed.Format{Name: "test", Size: 4}

// text is a plain ID.
type text string

func (x text) String() string                      { return "shown " + string(x) }
func (x text) AppendText(b []byte) ([]byte, error) { return append(b, x...), nil }

func check[K any](t *testing.T, want, name string) {
	t.Helper()
	k := typed.Of[K]()
	if k != typed.Of[K]() {
		t.Errorf("%s: the kind is made twice", name)
	}
	if k.Plain() != (want == "") {
		t.Errorf("%s: Plain is %v", name, k.Plain())
	}
	if got := k.Type(&format); got != "test.For["+name+"]" {
		t.Errorf("the type is %s, want the name %s", got, name)
	}
	if k.Plain() {
		return
	}
	got, err := typed.AppendText(k, &format, nil, text("ABCD"))
	if fault, ok := strings.CutPrefix(want, "error: "); ok {
		if err == nil || !strings.HasSuffix(err.Error(), fault) || typed.String(k, &format, text("ABCD")) != "shown ABCD" {
			t.Errorf("%s: %q, %v, want an error that ends in %q", name, got, err, fault)
		}
		return
	}
	if err != nil || string(got) != want+"_abcd" {
		t.Errorf("%s: the text is %q, %v, want the prefix %q", name, got, err, want)
	}
}

// TestKinds: the prefix of a type is that of the type or of its pointer. Its method gets no
// nil receiver that it could dereference.
func TestKinds(t *testing.T) {
	check[none](t, "", "typed_test.none")
	check[*none](t, "", "*typed_test.none")
	check[int](t, "", "int")
	check[any](t, "", "interface {}")
	check[error](t, "", "error")
	check[empty](t, "", "typed_test.empty")
	check[pointer](t, "", "typed_test.pointer")
	check[**byPointer](t, "", "**typed_test.byPointer")
	check[byValue](t, "value", "typed_test.byValue")
	check[*byValue](t, "value", "*typed_test.byValue")
	check[byPointer](t, "pointer", "typed_test.byPointer")
	check[*byPointer](t, "pointer", "*typed_test.byPointer")
	check[slice](t, "slice_of", "typed_test.slice")
	check[deep](t, "deep", "typed_test.deep")
	check[iface](t, "error: it is an interface, which has no prefix itself: use a type that implements it", "typed_test.iface")
	check[fun](t, "error: return a constant", "typed_test.fun")
	check[embeds](t, "error: return a constant", "typed_test.embeds")
	check[broken](t, "error: "+typed.PrefixRule, "typed_test.broken")
}

// TestOnce: concurrent uses ask IDPrefix a few times, and later ones never.
func TestOnce(t *testing.T) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 1000 {
				typed.Of[counted]()
			}
		})
	}
	wg.Wait()
	n := calls.Load()
	if n == 0 || n > 8 {
		t.Errorf("IDPrefix is called %d times", n)
	}
	if allocs := testing.AllocsPerRun(100, func() { typed.Of[counted]() }); allocs > 0 || calls.Load() != n {
		t.Errorf("Of allocates %v times, and calls IDPrefix %d times more", allocs, calls.Load()-n)
	}
}

// TestValidPrefix: the rule of TypeID.
func TestValidPrefix(t *testing.T) {
	for s, want := range map[string]bool{
		"": true, "a": true, "z": true, "user": true, "pre_fix": true, "a_b_c": true, "a__b": true, strings.Repeat("a", 63): true,
		strings.Repeat("a", 64): false, "_": false, "_a": false, "a_": false, "A": false, "uSer": false, "user1": false, "us er": false,
		"us-er": false, "préfix": false, "a.b": false, "`": false, "{": false, "a\x00": false,
	} {
		if typed.ValidPrefix(s) != want {
			t.Errorf("ValidPrefix(%q) = %v", s, !want)
		}
	}
}
