package typed

import (
	"database/sql/driver"
	"encoding/binary"
	"errors"
	"slices"
	"strconv"
	"strings"
	"unsafe"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/internal/fault"
)

// Format is the text form of a format's plain IDs.
type Format struct {
	Name     string
	Size     int  // in bytes
	KeepCase bool // letters have a case; else the text after a prefix is in lower case
}

// plain is a plain ID.
type plain interface {
	String() string
	AppendText(b []byte) ([]byte, error)
}

// Type returns the name of a typed ID, for errors.
func (k *Kind) Type(f *Format) string { return f.Name + ".For[" + k.name + "]" }

// GoString is the result of the GoString methods.
func GoString(typeName, text string) string { return typeName + "(" + strconv.Quote(text) + ")" }

// GoString is the result of the GoString method of a typed ID.
func (k *Kind) GoString(f *Format, text string) string { return GoString(k.Type(f), text) }

// String is the String method of a typed ID whose kind is not plain: the prefix and what x
// shows of itself. It formats any value. If the prefix breaks the rule, it returns the text
// of x alone.
func String[T plain](k *Kind, f *Format, x T) string {
	if k.fault != "" {
		return x.String()
	}
	b, err := AppendText(k, f, nil, x)
	if err != nil || len(b) == 0 { // String shows any value
		b = append([]byte(k.mark), x.String()...)
		if !f.KeepCase {
			lower(b[len(k.mark):])
		}
	}
	return unsafe.String(&b[0], len(b)) // b does not escape elsewhere
}

// AppendText is the AppendText method of a typed ID whose kind is not plain: the prefix and
// the text of x, in one allocation or none. It appends nothing if x appends nothing. Beside
// an error it returns b.
func AppendText[T plain](k *Kind, f *Format, b []byte, x T) ([]byte, error) {
	if k.fault != "" {
		return b, k.broken(f)
	}
	out := append(slices.Grow(b, len(k.mark)+f.Size), k.mark...)
	start := len(out)
	out, err := x.AppendText(out)
	switch {
	case err != nil:
		return b, err
	case len(out) == start:
		return b, nil
	case !f.KeepCase:
		lower(out[start:])
	}
	return out, nil
}

// Value is the result of the Value method of a typed ID whose raw form has size bytes.
//
//go:noinline
func (k *Kind) Value(f *Format, text string, size int) (driver.Value, error) {
	return fault.Value(k.Type(f), text, size)
}

// Parse is the ParseFor function of K: parse reads the text of a plain ID.
func Parse[K, T any](f *Format, s string, parse func(string) (T, error)) (x T, err error) {
	k := Of[K]()
	if k.plain {
		return parse(s)
	}
	rest, err := k.cut(f, s)
	if err != nil {
		return x, err
	}
	x, err = parse(rest)
	return x, k.After(s, err)
}

// Cut returns what follows the prefix in the text s, which has the length of the text form.
// For a kind without a prefix it returns s.
func (k *Kind) Cut(f *Format, s string) (rest string, err error) {
	if k.plain {
		return s, nil
	}
	return k.cut(f, s)
}

func (k *Kind) cut(f *Format, s string) (rest string, err error) {
	rest, ok := strings.CutPrefix(s, k.mark)
	if !ok || k.fault != "" || len(rest) != f.Size {
		return "", k.refuse(f, s)
	}
	return rest, nil
}

// After returns the error, nil included, of a decoder that read what Cut returned for s.
func (k *Kind) After(s string, err error) error {
	if err == nil || k.plain {
		return err
	}
	return withWholeInput(s, err)
}

// refuse returns the error for a text that Cut refused.
//
//go:noinline
func (k *Kind) refuse(f *Format, s string) error {
	if k.fault != "" {
		return k.broken(f)
	}
	if rest, ok := strings.CutPrefix(s, k.mark); ok {
		return withWholeInput(s, fault.TextLength(f.Name, "text", rest, strconv.Itoa(f.Size)))
	}
	found := "no prefix"
	if i := strings.LastIndexByte(s[:min(len(s), maxPrefix+1)], '_'); i >= 0 {
		found = "the prefix " + strconv.Quote(s[:i])
	}
	return fault.Text(f.Name, "text", s, id.ErrPrefix, "it has "+found+", and a "+k.Type(f)+" has the prefix "+strconv.Quote(k.prefix)+
		": check which kind of ID is meant; convert a plain ID instead of parsing its text")
}

// broken reports a prefix that texts cannot have.
//
//go:noinline
func (k *Kind) broken(f *Format) error {
	return fault.Text(f.Name, "prefix", k.prefix, id.ErrConfig, "IDPrefix of "+k.name+" does not return a TypeID prefix: "+k.fault)
}

// withWholeInput adds the whole input to the error about the text after the prefix.
//
//go:noinline
func withWholeInput(s string, err error) error {
	var syntax *id.SyntaxError
	if !errors.As(err, &syntax) {
		return err
	}
	whole := *syntax
	whole.Input = fault.Quote(s)
	if whole.Detail != "" {
		whole.Detail = "after the prefix: " + whole.Detail
	}
	return &whole
}

// lower puts the letters of a text of digits and letters in lower case: of these, only
// letters have the bit 0x40. It begins at the end, because the formats write the last words
// whole: a load that spans two of their stores would wait for both.
func lower(b []byte) {
	for ; len(b) >= 8; b = b[:len(b)-8] {
		eight := b[len(b)-8:]
		w := binary.LittleEndian.Uint64(eight)
		binary.LittleEndian.PutUint64(eight, w|w&0x4040404040404040>>1)
	}
	for i, c := range b {
		b[i] = c | c&0x40>>1
	}
}
