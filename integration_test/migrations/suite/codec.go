package suite

import (
	"bytes"
	"encoding/hex"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
)

// values is how many random values a direction is tried with. Each run has others.
const values = 1000

// samples returns random values that the column holds.
func (u unit) samples(r *rand.Rand, n int) [][]byte {
	list := make([][]byte, 0, n)
	for len(list) < n {
		if x := u.format.random(r); u.column.holds(x) {
			list = append(list, x)
		}
	}
	return list
}

// encode gives raw IDs the form in which they cross.
func (u unit) encode(ids [][]byte) []string {
	list := make([]string, len(ids))
	for i, x := range ids {
		list[i] = u.column.Encode(x)
	}
	return list
}

// decode reads an ID that came back.
func (u unit) decode(t testing.TB, what, text string) []byte {
	t.Helper()
	x, err := u.column.Decode(text)
	if err != nil || len(x) != u.size {
		t.Fatalf("%s: %s gives %q, which is no value of %s: %v", u.Server.Name, what, text, u.column.Type, err)
	}
	return x
}

// show: random values look the same on the server and in Go.
func (u unit) show(t *testing.T) { u.shows(t, u.samples(random(t), values)) }

// shows compares everything that the server shows of IDs with Go.
func (u unit) shows(t *testing.T, ids [][]byte) {
	in := u.encode(ids)
	forms := map[string]func([]byte) string{"text": u.text}
	maps.Copy(forms, u.forms)
	for form, want := range forms {
		for i, got := range u.each(t, u.onID(t, form), in) {
			if got != want(ids[i]) {
				t.Errorf("%s: %s of %x is %s, want %s", u.Server.Name, form, ids[i], got, want(ids[i]))
			}
		}
	}
	for i, got := range u.each(t, u.onID(t, "valid"), in) {
		if truth(got) != u.valid(ids[i]) {
			t.Errorf("%s: valid of %x is %s, want %v", u.Server.Name, ids[i], got, u.valid(ids[i]))
		}
	}
}

// lengths: bytes that are too few or too many are no ID, and never padded or cut.
func (u unit) lengths(t *testing.T) {
	r := random(t)
	calls := []string{u.onID(t, "text")}
	if u.time != nil {
		calls = append(calls, u.Micros(u.onID(t, "time")), u.Fields(u.onID(t, "fields")))
	}
	for _, n := range []int{0, 1, 8, u.size - 1, u.size + 1, 2 * u.size} {
		if n == u.size {
			continue
		}
		in := u.column.Encode(randomBytes(r, n))
		if got := u.each(t, u.onID(t, "valid"), []string{in}); truth(got[0]) || got[0] == null {
			t.Errorf("%s: valid of %d bytes is %s", u.Server.Name, n, got[0])
		}
		for _, call := range calls {
			message := u.fails(t, call, in, in)
			if message != "" && (!strings.Contains(message, u.library) || !strings.Contains(message, id.ErrLength.Error())) {
				t.Errorf("%s: %s of %d bytes: the message %q does not name %s and the rule", u.Server.Name, call, n, message, u.library)
			}
		}
	}
}

// parsing: the server reads random texts, good and bad ones, as Go does.
func (u unit) parsing(t *testing.T) {
	r := random(t)
	var texts []string
	for range values {
		x := u.format.random(r)
		good := []string{u.text(x)}
		for _, form := range slices.Sorted(maps.Keys(u.forms)) {
			good = append(good, u.forms[form](x))
		}
		if u.size == 16 { // ulid reads this form, although it has no function that writes it
			good = append(good, hex.EncodeToString(x))
		}
		texts = append(texts, good[r.IntN(len(good))], u.damaged(r, good[r.IntN(len(good))]))
	}
	u.reads(t, texts)
}

// damaged is a text with something changed that the server may or may not take.
func (u unit) damaged(r *rand.Rand, text string) string {
	b := []byte(text)
	i := r.IntN(len(b))
	symbol := u.textAlpha[r.IntN(len(u.textAlpha))]
	switch r.IntN(8) {
	case 0:
		return strings.ToLower(text)
	case 1:
		return strings.ToUpper(text)
	case 2:
		return text[:i] + text[i+1:]
	case 3:
		return text[:i] + string(symbol) + text[i:]
	case 4:
		b[i] = byte(r.IntN(0x100))
	case 5:
		b[0] = symbol
	case 6:
		// As many bytes as before, and one character less.
		return text[:i/2] + "\u017f" + text[min(i/2+2, len(text)):]
	default:
		b[i] = symbol
	}
	return string(b)
}

// reads compares what the server makes of texts with Go.
func (u unit) reads(t *testing.T, texts []string) {
	texts = slices.DeleteFunc(slices.Clone(texts), func(text string) bool { return !u.TextHolds(text) })
	in := make([]string, len(texts))
	for i, text := range texts {
		in[i] = hex.EncodeToString([]byte(text))
	}
	var taken, tooGreat, refused []string
	for i, got := range u.each(t, u.onText(t, "valid_text"), in) {
		x, err := u.parse(texts[i])
		if truth(got) != (err == nil) {
			t.Errorf("%s: valid_text of %q is %s, and Go says %v", u.Server.Name, texts[i], got, err)
		}
		switch {
		case err != nil:
			refused = append(refused, texts[i])
		case !u.column.holds(x):
			tooGreat = append(tooGreat, texts[i])
		default:
			taken = append(taken, texts[i])
		}
	}
	u.takes(t, taken)
	u.refuses(t, "parse", firstTexts(refused), func(text string) error { _, err := u.parse(text); return err })
	for _, text := range firstTexts(tooGreat) {
		u.fails(t, u.column.Out(u.onText(t, "parse")), hex.EncodeToString([]byte(text)), text)
	}
}

// firstTexts returns the first texts of a list, where each costs a statement.
func firstTexts(texts []string) []string { return texts[:min(len(texts), 150)] }

func (u unit) takes(t *testing.T, texts []string) {
	in := make([]string, len(texts))
	for i, text := range texts {
		in[i] = hex.EncodeToString([]byte(text))
	}
	for i, got := range u.each(t, u.column.Out(u.onText(t, "parse")), in) {
		want, err := u.parse(texts[i])
		if x := u.decode(t, "parse", got); err != nil || !bytes.Equal(x, want) {
			t.Errorf("%s: parse of %q is %x, want %x, %v", u.Server.Name, texts[i], x, want, err)
		}
	}
}

// refuses tests the errors for bad texts: they name the format, the input and the
// rule.
func (u unit) refuses(t *testing.T, name string, texts []string, rule func(string) error) {
	for _, text := range texts {
		message := u.fails(t, u.column.Out(u.onText(t, name)), hex.EncodeToString([]byte(text)), text)
		if message == "" {
			continue
		}
		want := []string{u.library, reason(rule(text)).Error(), beginning(text)}
		for _, part := range want {
			if !strings.Contains(message, part) {
				t.Errorf("%s: %s of %q: the message %q does not contain %q", u.Server.Name, name, text, message, part)
			}
		}
	}
}

// beginning is how much of an input its error has to repeat as it is: up to the
// first byte that a message may have to write otherwise.
func beginning(text string) string {
	for i := range len(text) {
		if i == 12 || text[i] < ' ' || text[i] > '~' || strings.IndexByte(`"'\`, text[i]) >= 0 {
			return text[:i]
		}
	}
	return text
}
