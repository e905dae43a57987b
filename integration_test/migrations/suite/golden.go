package suite

import (
	"encoding/binary"
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
)

// golden: the server agrees with the conformance vectors, in both directions.
func (u unit) golden(t *testing.T) {
	v := u.load(t)
	var ids [][]byte
	var texts []string
	for _, x := range v.Valid {
		raw := unhex(t, x.Hex)
		if u.text(raw) != x.Text {
			t.Fatalf("vector %s: Go's text is %s, want %s", x.Name, u.text(raw), x.Text)
		}
		if u.column.holds(raw) {
			ids = append(ids, raw)
		}
		texts = append(texts, x.Text, strings.ToLower(x.Text))
		if x.UUID != "" {
			texts = append(texts, x.UUID, x.Hex)
		}
	}
	if len(ids) == 0 {
		t.Fatalf("none of %d vectors fits %s", len(v.Valid), u.column.Type)
	}
	u.shows(t, ids)
	u.nasty(t, v, &texts)
	u.reads(t, texts)
}

// nasty adds the hostile texts of the vectors to the texts, and tests the hostile
// bytes of the right length, the only ones that every type can hold.
func (u unit) nasty(t *testing.T, v vectors, texts *[]string) {
	var ids [][]byte
	for _, n := range v.Nasty {
		input := unhex(t, n.InputHex)
		switch n.Kind {
		case "text", "uuid", "hex":
			if _, err := u.parse(string(input)); (err == nil) != (n.Expect == "accept") {
				t.Fatalf("vector %s: Go says %v, want %s", n.Name, err, n.Expect)
			}
			*texts = append(*texts, string(input))
		case "binary":
			if len(input) == u.size && u.column.holds(input) {
				ids = append(ids, input)
			}
		case "int64":
			if i, err := strconv.ParseInt(string(input), 10, 64); err == nil {
				ids = append(ids, binary.BigEndian.AppendUint64(nil, uint64(i)))
			}
		case "prefix": // tested with the prefixes
		default:
			t.Fatalf("vector %s is of the unknown kind %s", n.Name, n.Kind)
		}
	}
	if len(ids) > 0 {
		u.shows(t, ids)
	}
}

// prefixes: the bounds of a prefix are Go's, on the vectors, the hostile ones too,
// and the beginnings of random texts.
func (u unit) prefixes(t *testing.T) {
	v := u.load(t)
	var list []string
	for _, p := range v.Prefixes {
		list = append(list, p.Prefix)
	}
	for _, n := range v.Nasty {
		if n.Kind == "prefix" {
			list = append(list, string(unhex(t, n.InputHex)))
		}
	}
	r := random(t)
	for range 400 {
		text := u.text(u.format.random(r))
		list = append(list, text[:1+r.IntN(len(text))])
	}
	ends := map[string]func(uid11.Range) uid11.ID{
		"prefix_min": func(r uid11.Range) uid11.ID { return r.Lower },
		"prefix_max": func(r uid11.Range) uid11.ID { return r.Upper },
	}
	for name, end := range ends {
		u.prefix(t, name, list, end)
	}
}

func (u unit) prefix(t *testing.T, name string, list []string, end func(uid11.Range) uid11.ID) {
	var refused, tooGreat []string
	var good, wants []string
	for _, p := range list {
		r, err := uid11.ParsePrefix(p)
		want := binary.BigEndian.AppendUint64(nil, uint64(end(r)))
		switch {
		case !u.TextHolds(p):
		case err != nil:
			refused = append(refused, p)
		case !u.column.holds(want):
			tooGreat = append(tooGreat, p)
		default:
			good, wants = append(good, hexOf(p)), append(wants, u.column.Encode(want))
		}
	}
	call := u.column.Out(u.onText(t, name))
	for i, got := range u.each(t, call, good) {
		if x := u.column.Encode(u.decode(t, name, got)); x != wants[i] {
			t.Errorf("%s: %s of the prefix %s is %s, want %s", u.Server.Name, name, good[i], x, wants[i])
		}
	}
	u.refuses(t, name, firstTexts(refused), func(p string) error { _, err := uid11.ParsePrefix(p); return err })
	for _, p := range firstTexts(tooGreat) {
		// An upper bound may be clamped to what the type holds, or refused.
		got, err := u.statement(t.Context(), u.DB, call, []string{hexOf(p)})
		if err == nil && name == "prefix_min" {
			t.Errorf("%s: %s of the prefix %s gives %v in a column that does not hold it", u.Server.Name, name, p, got)
		}
	}
	if len(good) == 0 || len(refused) == 0 || !errors.Is(reason(func() error { _, err := uid11.ParsePrefix("k"); return err }()), id.ErrOverflow) {
		t.Errorf("%d good prefixes, %d bad ones: a part is missing", len(good), len(refused))
	}
}
