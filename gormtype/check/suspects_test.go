package check

import (
	"crypto/rand"
	"regexp"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/internal/column"
	"gorm.io/gorm/schema"
)

// targetOf returns a field of a column type.
func targetOf[C any](t testing.TB) target {
	t.Helper()
	s, err := schema.Parse(&struct{ ID C }{}, new(sync.Map), schema.NamingStrategy{})
	if err != nil {
		t.Fatal(err)
	}
	field := s.LookUpField("ID")
	return target{field: field, Description: columntype.Of(field)}
}

// TestSuspectsAreNoIDs: what the server takes for suspicious is no ID of the type.
func TestSuspectsAreNoIDs(t *testing.T) {
	const crockford, base32hex = "[0123456789ABCDEFGHJKMNPQRSTVWXYZ]", "[0123456789ABCDEFGHIJKLMNOPQRSTUV]"
	const crockfordLower = "[0123456789abcdefghjkmnpqrstvwxyz]"
	const base58 = "[123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz]"
	trySuspects[ulid.ID](t, "[01234567]{1}"+crockford+"{25}", nil)
	trySuspects[scru160.ID](t, base32hex+"{32}", nil)
	trySuspects[uid11.ID](t, "[123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghij]{1}"+base58+"{10}", nil)
	trySuspects[ulidflake.ID](t, "[01234567]{1}"+crockford+"{12}", map[int]string{0: "01234567"})
	const hex = "[0123456789abcdef]"
	trySuspects[uuidv7.ID](t, hex+"{8}[-]{1}"+hex+"{4}[-]{1}[7]{1}"+hex+"{3}[-]{1}[89ab]{1}"+hex+"{3}[-]{1}"+hex+"{12}",
		map[int]string{12: "7", 16: "89ab"})
	trySuspects[wiji.ID](t, "[01]{1}"+crockford+"{13}[02468ACEGJMPRTWY]{1}[4567]{1}"+crockford+"{10}", map[int]string{18: "1"})
	trySuspects[ulid.For[guest]](t, "[g]{1}[u]{1}[e]{1}[s]{1}[t]{1}[_]{1}[01234567]{1}"+crockfordLower+"{25}", nil)
}

// guest has a prefix.
type guest struct{}

func (guest) IDPrefix() string { return "guest" }

// trySuspects compares the pattern of a type's texts and the digits of its raw form,
// where they are not all, and tries random and extreme IDs.
func trySuspects[T id.Fixed](t *testing.T, pattern string, fixed map[int]string) {
	t.Helper()
	raw, texts := targetOf[gormtype.Binary[T]](t), targetOf[gormtype.Text[T]](t)
	digits := raw.digits()
	for i, found := range digits {
		if want, ok := fixed[i]; !ok && len(found) != 16 || ok && found != want {
			t.Errorf("%T: digit %d is of %q", *new(T), i, found)
		}
	}
	if got := repeated(texts.characters()); got != pattern {
		t.Errorf("%T: got %s, want %s", *new(T), got, pattern)
	}
	whole := regexp.MustCompile("^" + pattern + "$")
	b := make([]byte, raw.Size)
	for i := range 2000 {
		switch i {
		case 0, 1:
			copy(b, strings.Repeat(string([]byte{byte(-i)}), len(b)))
		default:
			_, _ = rand.Read(b)
		}
		var v T
		column.SetRaw(&v, b)
		for place, digit := range fixed {
			if !strings.Contains(digit, hexDigit(b, place)) {
				v = *new(T) // no ID
			}
		}
		if text := columntype.ExampleOf(v).Text; text != "" && v != *new(T) && !whole.MatchString(text) {
			t.Fatalf("%T: %q does not match %s", v, text, pattern)
		}
	}
}

func hexDigit(b []byte, place int) string {
	return string("0123456789abcdef"[b[place/2]>>(4*(1-place%2))&15])
}

// TestTextInHex: both forms of the rule find the same texts.
func TestTextInHex(t *testing.T) {
	for _, size := range []int{8, 16, 20} {
		inHex := regexp.MustCompile(textInHex(size))
		for _, c := range []struct {
			value string
			want  bool
		}{
			{"018f0000-1111-72", true}, {"018f0000\x00\x00\x00", true}, {"018", false}, {"018\x00", false}, {"", false},
			{"zebra", size != 8}, {"ZEBRA", size != 8}, {"cafe-00", true}, {"CAFE-00", size != 8}, {"018f_", false}, {"018f\x00a", false}, {"018f/", false},
			{"018f:", false}, {"018f@", false}, {"018f[", false}, {"018f`", false}, {"018f{", false}, {"\x01018f", false},
		} {
			hex := ""
			for i := range 2 * len(c.value) {
				hex += hexDigit([]byte(c.value), i)
			}
			if got := textForm[size == 8].MatchString(c.value); got != c.want {
				t.Errorf("%q of %d bytes: got %v", c.value, size, got)
			}
			if got := inHex.MatchString(hex); got != c.want {
				t.Errorf("%s of %d bytes: got %v", hex, size, got)
			}
		}
	}
}
