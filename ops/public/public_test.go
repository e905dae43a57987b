package public

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/idtesting"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

type order struct{}

func (order) IDPrefix() string { return "order" }

// sequence returns n bytes that count from the first.
func sequence(from, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(from + i)
	}
	return b
}

func ring(t testing.TB, write Key, read ...Key) *Ring {
	t.Helper()
	r, err := NewRing(write, read...)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

var (
	plainKey  = Key{Number: 7, AES: NewSecret(sequence(0, 16))}
	longKey   = Key{Number: 8, AES: NewSecret(sequence(0, 32))}
	taggedKey = Key{Number: 200, AES: NewSecret(sequence(100, 32)), Tag: NewSecret(sequence(200, 16))}
)

type vectors struct {
	Keys []struct {
		Number uint8
		AES    string
		Tag    *string
	}
	Vectors []struct {
		Format, Prefix, ID, Raw, Public string
		Key                             uint8
	}
}

// TestVectors: a program in another language, whose FF1 passes the samples of NIST, made the
// texts.
func TestVectors(t *testing.T) {
	data, err := os.ReadFile("testdata/vectors.json")
	if err != nil {
		t.Fatal(err)
	}
	var all vectors
	if err := json.Unmarshal(data, &all); err != nil {
		t.Fatal(err)
	}
	rings := map[uint8]*Ring{}
	for _, k := range all.Keys {
		made := Key{Number: k.Number, AES: NewSecret(unhex(t, k.AES))}
		if k.Tag != nil {
			made.Tag = NewSecret(unhex(t, *k.Tag))
		}
		rings[k.Number] = ring(t, made)
	}
	checks := map[string]func(*Ring, string, string) error{
		"wiji": agree[wiji.ID], "wiji user": agree[wiji.For[user]], "ulid": agree[ulid.ID], "ulid user": agree[ulid.For[user]],
		"uuidv7": agree[uuidv7.ID], "uuidv7 user": agree[uuidv7.For[user]], "scru160": agree[scru160.ID], "scru160 user": agree[scru160.For[user]],
		"ulidflake": agree[ulidflake.ID], "ulidflake user": agree[ulidflake.For[user]], "uid11": agree[uid11.ID], "uid11 user": agree[uid11.For[user]],
	}
	if len(all.Vectors) != len(checks)*len(rings) || len(rings) != 3 {
		t.Errorf("%d vectors of %d keys", len(all.Vectors), len(rings))
	}
	for _, v := range all.Vectors {
		if err := checks[strings.TrimSpace(v.Format+" "+v.Prefix)](rings[v.Key], v.ID, v.Public); err != nil {
			t.Errorf("%+v: %v", v, err)
		}
	}
}

func unhex(t *testing.T, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// agree compares a public text with that of an ID, in both directions.
func agree[T id.Fixed](r *Ring, plain, public string) error {
	x, err := unmarshal[T](plain)
	if err != nil {
		return err
	}
	got, err := Text(r, x)
	if err != nil || got != public {
		return fmt.Errorf("the text is %s: %w", got, err)
	}
	back, err := Parse[T](r, public)
	if err != nil || back != x {
		return fmt.Errorf("the text is read as %v: %w", back, err)
	}
	return nil
}

func unmarshal[T id.Fixed](text string) (x T, err error) {
	err = any(&x).(interface{ UnmarshalText([]byte) error }).UnmarshalText([]byte(text))
	return x, err
}

// properties fails unless the texts of random IDs are read as the same IDs, and Parse refuses plain texts and other
// spellings. found is the share of texts with one wrong character that it refuses. No error shows a plain ID.
func properties[T id.Fixed](t *testing.T, r *Ring, found float64) {
	t.Helper()
	random := rand.New(rand.NewSource(1))
	damaged, refused := 0, 0
	for range 100 {
		x := idtesting.Random[T](random)
		text, err := Text(r, x)
		if err != nil {
			t.Fatalf("%T: %v", x, err)
		}
		if back, err := Parse[T](r, text); err != nil || back != x {
			t.Fatalf("%T: %s is read as %v, %v", x, text, back, err)
		}
		plain, _ := any(x).(interface{ MarshalText() ([]byte, error) }).MarshalText()
		if _, err := Parse[T](r, string(plain)); err == nil {
			t.Errorf("%T: Parse reads the plain text %s", x, plain)
		}
		if back, err := unmarshal[T](text); err == nil {
			t.Errorf("%T: the public text %s is read as the plain ID %v", x, text, back)
		}
		digits := strings.LastIndexByte(text, '_') + 1
		for _, other := range []string{text[:len(text)-1], text + "0", " " + text, text[:digits] + "_" + text[digits:],
			text[:digits] + strings.ToUpper(text[digits:]) + "A", "x_" + text, text[:len(text)-1] + "G", text[:len(text)-2] + "é"} {
			if back, err := Parse[T](r, other); err == nil || back != *new(T) {
				t.Errorf("%T: %q is read as %v, %v", x, other, back, err)
			}
		}
		if upper := text[:digits] + strings.ToUpper(text[digits:]); upper != text {
			if _, err := Parse[T](r, upper); !errors.Is(err, id.ErrCharacter) {
				t.Errorf("%T: %q: %v", x, upper, err)
			}
		}
		for i := digits + 2; i < len(text); i++ {
			other := []byte(text)
			if other[i]++; other[i] == '9'+1 {
				other[i] = 'a'
			} else if other[i] == 'f'+1 {
				other[i] = '0'
			}
			back, err := Parse[T](r, string(other))
			switch damaged++; {
			case err != nil && back != *new(T), err == nil && back == x:
				t.Errorf("%T: %s is read as %v, %v", x, other, back, err)
			case err != nil:
				refused++
				if hidden := fmt.Sprint(back); strings.Contains(err.Error(), string(plain)) || strings.Contains(err.Error(), hidden) && hidden != "0" {
					t.Errorf("%T: the error shows a plain ID: %v", x, err)
				}
			}
		}
	}
	if got := float64(refused) / float64(damaged); got < found-0.02 || got > found+0.02 {
		t.Errorf("%T: %d of %d damaged texts are refused, want %.1f %%", *new(T), refused, damaged, 100*found)
	}
}

// TestProperties: texts are read as their IDs, and nothing else is. The shares of damaged texts that are found are those
// that the package's documentation gives: a version and a variant have six bits, and those of ULID none.
func TestProperties(t *testing.T) {
	r := ring(t, plainKey)
	properties[wiji.ID](t, r, 63./64)
	properties[wiji.For[user]](t, r, 63./64)
	properties[uuidv7.ID](t, r, 63./64)
	properties[uuidv7.For[user]](t, r, 63./64)
	properties[ulid.ID](t, r, 0)
	properties[ulid.For[user]](t, r, 0)
	properties[scru160.ID](t, r, 0)
	properties[scru160.For[user]](t, r, 0)
	properties[ulidflake.ID](t, r, .5)
	properties[ulidflake.For[user]](t, r, .5)
	properties[uid11.ID](t, r, 0)
	properties[uid11.For[user]](t, r, 0)

	tagged := ring(t, taggedKey)
	properties[wiji.ID](t, tagged, 1)
	properties[ulid.For[user]](t, tagged, 1)
	properties[scru160.For[user]](t, tagged, 1)
	properties[uid11.For[user]](t, tagged, 1)
}

// TestRotation: a ring reads what its other keys wrote, and refuses texts of keys that it lacks.
func TestRotation(t *testing.T) {
	x := wiji.NewFor[user]()
	old, both, later := ring(t, plainKey), ring(t, taggedKey, plainKey), ring(t, taggedKey)
	first, _ := Text(old, x)
	second, _ := Text(both, x)
	for r, want := range map[*Ring][2]error{old: {nil, ErrKey}, both: {nil, nil}, later: {ErrKey, nil}} {
		for i, text := range []string{first, second} {
			if back, err := Parse[wiji.For[user]](r, text); !errors.Is(err, want[i]) || (err == nil) != (back == x) {
				t.Errorf("%v: %s is read as %v, %v, want %v", r, text, back, err, want[i])
			}
		}
	}
	// Another key of that number.
	wrong := ring(t, Key{Number: taggedKey.Number, AES: NewSecret(sequence(1, 16)), Tag: NewSecret(sequence(3, 16))})
	if _, err := Parse[wiji.For[user]](wrong, second); !errors.Is(err, ErrTag) {
		t.Errorf("another key: %v", err)
	}
	// Of two kinds, the prefix differs.
	if _, err := Parse[wiji.For[order]](old, first); !errors.Is(err, id.ErrPrefix) {
		t.Errorf("another kind: %v", err)
	}
	if _, err := Parse[wiji.For[order]](both, "order"+second[len("user"):]); !errors.Is(err, ErrTag) {
		t.Errorf("a text whose prefix was exchanged: %v", err)
	}
	if back, err := Parse[wiji.For[order]](old, "order"+first[len("user"):]); err != nil || wiji.ID(back) != wiji.ID(x) {
		t.Errorf("a text without a tag whose prefix was exchanged: %v, %v", back, err)
	}
}

func TestNewRingRefuses(t *testing.T) {
	for want, keys := range map[string][]Key{
		"the key of AES has 0 bytes":               {{}},
		"the key of AES has 24 bytes":              {{AES: NewSecret(sequence(0, 24))}},
		"the key of AES is zeros":                  {{AES: NewSecret(make([]byte, 16))}},
		"byte repeated: use random":                {{AES: NewSecret(bytes.Repeat([]byte{'x'}, 32))}},
		"the tag's key is zeros":                   {{AES: NewSecret(sequence(0, 16)), Tag: NewSecret(make([]byte, 16))}},
		"the tag's key is zeros or":                {plainKey, {AES: NewSecret(sequence(30, 16)), Tag: NewSecret(make([]byte, 65))}},
		"key 8: its AES is that of key 7":          {plainKey, {Number: 8, AES: plainKey.AES}},
		"key 9: its AES is that of key 7":          {plainKey, taggedKey, {Number: 9, AES: plainKey.AES, Tag: NewSecret(sequence(40, 16))}},
		"one of the keys 9 and 7 is the tag's key": {plainKey, {Number: 9, AES: NewSecret(sequence(40, 16)), Tag: plainKey.AES}},
		"one of the keys 9 and 200 is the tag's":   {taggedKey, {Number: 9, AES: taggedKey.Tag}},
		"one of the keys 9 and 8 is the tag's":     {longKey, {Number: 9, AES: NewSecret(sequence(40, 16)), Tag: NewSecret(sequence(16, 16))}}, // a half of it
		"or one contains the other":                {{AES: NewSecret(sequence(0, 16)), Tag: NewSecret(append(sequence(0, 16), 0))}},            // HMAC pads with zeros
		"the tag's key has 0 bytes":                {{AES: NewSecret(sequence(0, 16)), Tag: NewSecret([]byte{})}},
		"the tag's key has 15 bytes":               {{AES: NewSecret(sequence(0, 16)), Tag: NewSecret(sequence(0, 15))}},
		"are the same":                             {{AES: NewSecret(sequence(0, 16)), Tag: NewSecret(sequence(0, 16))}},
		"another key":                              {plainKey, {Number: 7, AES: NewSecret(sequence(1, 16))}},
	} {
		if r, err := NewRing(keys[0], keys[1:]...); r != nil || err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v: %v, %v, want an error with %q", keys, r, err, want)
		}
	}
	// The ring has its own copy of the keys.
	secret, tag := sequence(0, 16), sequence(50, 16)
	r := ring(t, Key{Number: 1, AES: NewSecret(secret), Tag: NewSecret(tag)})
	x := ulid.New()
	before, _ := Text(r, x)
	clear(secret)
	clear(tag)
	if after, _ := Text(r, x); after != before {
		t.Error("the text changes with the caller's bytes")
	}
	// Keys that were made at once can share the tag's key: a tag covers the number.
	ring(t, Key{Number: 1, AES: NewSecret(sequence(0, 16)), Tag: NewSecret(sequence(50, 16))}, Key{Number: 2, AES: NewSecret(sequence(20, 16)), Tag: NewSecret(sequence(50, 16))})
}

// keys is the Keys of the tests.
type keys struct{}

var testRing = func() *Ring {
	r, err := NewRing(taggedKey, plainKey)
	if err != nil {
		panic(err)
	}
	return r
}()

func (keys) PublicRing() *Ring { return testRing }

type noKeys struct{}

func (noKeys) PublicRing() *Ring { return nil }

type emptyKeys struct{}

func (emptyKeys) PublicRing() *Ring { return new(Ring) }

type userID = ID[wiji.For[user], keys]

// TestPlainBytes: no verb of package fmt and no encoder that reads fields shows the plain ID.
func TestPlainBytes(t *testing.T) {
	x := userID{wiji.NewFor[user]()}
	text, plain := x.String(), wiji.ID(x.v).Bytes()
	for verb, want := range map[string]string{
		"%v": text, "%+v": text, "%s": text, "%q": `"` + text + `"`, "%x": hex.EncodeToString([]byte(text)), "%#v": x.GoString(),
		"%d": "%!d(string=" + text + ")", "%o": "%!o(string=" + text + ")", "%t": "%!t(string=" + text + ")", "%-60s|": text + strings.Repeat(" ", 60-len(text)) + "|",
	} {
		if got := fmt.Sprintf(verb, x); got != want {
			t.Errorf("%s: %s, want %s", verb, got, want)
		}
		if got := fmt.Sprintf(verb, struct{ ID userID }{x}); verb != "%-60s|" && !strings.Contains(got, want) {
			t.Errorf("%s of a struct: %s, want %s in it", verb, got, want)
		}
	}
	other := userID{wiji.NewFor[user]()}
	if !x.Equal(userID{x.v}) || x.Equal(other) {
		t.Error("Equal is not ==")
	}
	if typ, data, err := x.MarshalBSONValue(); typ != 0 || len(data) > 0 || !errors.Is(err, id.ErrPlain) {
		t.Errorf("BSON: %x, %v", data, err)
	}
	if err := other.UnmarshalBSONValue(5, plain[:]); !errors.Is(err, id.ErrPlain) || other != (userID{}) {
		t.Errorf("from BSON: %v, %v", other, err)
	}
}

// TestContract: the rules of package id.
func TestContract(t *testing.T) {
	var zero userID
	x := Of[keys](wiji.NewFor[user]())
	text := x.String()
	if !zero.IsZero() || x.IsZero() || x.Plain().IsZero() {
		t.Error("IsZero is wrong")
	}
	if b, err := zero.MarshalText(); err != nil || b == nil || len(b) > 0 {
		t.Errorf("the zero ID has the text %q, %v", b, err)
	}
	if zero.String() != "public(zero ID)" || zero.GoString() != `public.ID[wiji.For[public.user],public.keys]("public(zero ID)")` {
		t.Errorf("the zero ID shows as %s, %#v", zero, zero)
	}
	for input, want := range map[string]error{
		`"` + text + `"`: nil, `""`: nil, `null`: id.ErrForm, `1`: id.ErrForm, `[]`: id.ErrForm, `"x"`: id.ErrLength, `{}`: id.ErrForm,
		`"` + strings.Replace(text, "u", `\u0075`, 1) + `"`: nil,
	} {
		got := x
		err := json.Unmarshal([]byte(input), &got)
		if !errors.Is(err, want) || err == nil != (want == nil) || err != nil && !got.IsZero() {
			t.Errorf("JSON %s: %v, %v, want %v", input, got, err, want)
		}
		if err == nil && got != x && input != `""` {
			t.Errorf("JSON %s is %v", input, got)
		}
	}
	got := x
	if err := got.UnmarshalText(nil); err != nil || !got.IsZero() {
		t.Errorf("the empty text is %v, %v", got, err)
	}
	got = x
	if err := got.UnmarshalParam(""); err == nil || !got.IsZero() {
		t.Errorf("the empty parameter is %v, %v", got, err)
	}
	if err := got.UnmarshalParam(text); err != nil || got != x {
		t.Errorf("the parameter is %v, %v", got, err)
	}
	var graph bytes.Buffer
	if err := x.MarshalGQLContext(t.Context(), &graph); err != nil || graph.String() != `"`+text+`"` {
		t.Errorf("GraphQL is %s, %v", graph.Bytes(), err)
	}
	if err := got.UnmarshalGQLContext(t.Context(), nil); !errors.Is(err, id.ErrForm) || !got.IsZero() {
		t.Errorf("GraphQL null is %v, %v", got, err)
	}
	if err := got.UnmarshalGQLContext(t.Context(), text); err != nil || got != x {
		t.Errorf("GraphQL comes back as %v, %v", got, err)
	}
	data, err := x.MarshalBinary()
	if err != nil || string(data) != text || got.UnmarshalBinary(data) != nil || got != x {
		t.Errorf("the binary form is %q, %v", data, err)
	}
	var refused *id.ValueError
	if v, err := x.Value(); v != text || !errors.As(err, &refused) || *refused != (id.ValueError{Type: "public.ID[wiji.For[public.user],public.keys]", Input: `"` + text + `"`, Size: 16}) {
		t.Errorf("Value: %v, %v", v, err)
	}
	if want := `text NOT "use gormtype.ID for a column, and public.Of for the answer of a handler"`; x.GormDataType() != want {
		t.Errorf("the type of GORM is %s, want %s", x.GormDataType(), want)
	}
	if _, err := Text(testRing, wiji.ID{}); !errors.Is(err, id.ErrZero) {
		t.Errorf("Text of the zero ID: %v", err)
	}
	invalid := wiji.ID{15: 1}
	if _, err := Of[keys](invalid).MarshalText(); !errors.Is(err, ErrNoID) || strings.Contains(err.Error(), invalid.String()) {
		t.Errorf("an invalid ID: %v", err)
	}
	out, err := json.Marshal(map[userID][]userID{x: {x, zero}})
	if err != nil || string(out) != `{"`+text+`":["`+text+`",""]}` {
		t.Errorf("JSON is %s, %v", out, err)
	}
}

// long is a kind of ID with the longest prefix.
type long struct{}

var longPrefix = strings.Repeat("x", 63)

func (long) IDPrefix() string { return longPrefix }

// The longest text has a prefix of 63 letters, an ID of 20 bytes and a tag.
func TestLongest(t *testing.T) {
	r := ring(t, taggedKey)
	x := scru160.NewFor[long]()
	text, err := Text(r, x)
	if err != nil || len(text) != 64+2+40+8 || !strings.HasPrefix(text, longPrefix+"_c8") {
		t.Fatalf("%s, %v", text, err)
	}
	if back, err := Parse[scru160.For[long]](r, text); err != nil || back != x {
		t.Errorf("it is read as %v, %v", back, err)
	}
	if _, err := Parse[scru160.For[long]](r, "x"+text); !errors.Is(err, id.ErrLength) {
		t.Errorf("a longer text: %v", err)
	}
	b, err := Of[keys](x).AppendText([]byte("before "))
	if err != nil || !strings.HasPrefix(string(b), "before "+longPrefix+"_c8") {
		t.Errorf("%s, %v", b, err)
	}
	for name, failing := range map[string]func([]byte) ([]byte, error){"no key": Of[noKeys](x).AppendText, "no ID": Of[keys](wiji.ID{15: 1}).AppendText} {
		if b, err := failing([]byte("before ")); err == nil || string(b) != "before " {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
}

// The texts of errors show what was sent, say what is wrong, and never what it decrypts to.
func TestParseErrors(t *testing.T) {
	plain, both := ring(t, plainKey), ring(t, taggedKey, plainKey)
	x := wiji.NewFor[user]()
	tagless, _ := Text(plain, x)
	tagged, _ := Text(both, x)
	last := func(text, end string) string { return text[:len(text)-1] + end }
	other := "0"
	if strings.HasSuffix(tagged, "0") {
		other = "1"
	}
	input := func(s string) string { return "public wiji.For[public.user]: text " + s + ": " }
	const length = "bytes behind the prefix, not 34, or 42 with a tag: this is no public text of the type"
	for _, c := range []struct {
		ring *Ring
		text string
		want string
	}{
		{nil, tagless, input(`""`) + "invalid setting: there is no key: let PublicRing return a ring of NewRing"},
		{plain, "", input(`""`) + "wrong length: it has 0 " + length},
		{plain, tagless[:len(tagless)-1], input(strconv.Quote(tagless[:len(tagless)-1])) + "wrong length: it has 33 " + length},
		{plain, tagless + "0", input(strconv.Quote(tagless+"0")) + "wrong length: it has 35 " + length},
		{plain, last(tagless, "g"), input(strconv.Quote(last(tagless, "g"))) + `character outside the alphabet: "g" is not one of the digits 0123456789abcdef`},
		{plain, last(tagless, ":"), input(strconv.Quote(last(tagless, ":"))) + `character outside the alphabet: ":" is not one of the digits 0123456789abcdef`},
		{plain, last(tagless, "/"), input(strconv.Quote(last(tagless, "/"))) + `character outside the alphabet: "/" is not one of the digits 0123456789abcdef`},
		{plain, last(tagless, "`"), input(strconv.Quote(last(tagless, "`"))) + "character outside the alphabet: \"`\" is not one of the digits 0123456789abcdef"},
		{plain, "user_ff" + tagless[7:], input(strconv.Quote("user_ff"+tagless[7:])) + "unknown key: the ring has no key 255: add it, or refuse the text"},
		{plain, tagless + "00000000", input(strconv.Quote(tagless+"00000000")) + "wrong length: key 7 writes 34 bytes behind the prefix"},
		{both, tagged[:len(tagged)-8], input(strconv.Quote(tagged[:len(tagged)-8])) + "wrong length: key 200 writes 42 bytes behind the prefix"},
		{both, last(tagged, other), input(strconv.Quote(last(tagged, other))) + "wrong tag: the text was changed, is of another kind, or was not written with key 200"},
		{plain, "order" + tagless[4:], input(strconv.Quote("order"+tagless[4:])) + `wrong prefix: the prefix is "order_", and that of the type is "user_": check which kind of ID is meant`},
		{plain, "user_07" + strings.Repeat("0", 32), input(`"user_07`+strings.Repeat("0", 32)+`"`) + "not an ID of the type: the text was changed, or was not written with the key that it names"},
	} {
		if back, err := Parse[wiji.For[user]](c.ring, c.text); err == nil || err.Error() != c.want || back != (wiji.For[user]{}) {
			t.Errorf("the error is\n\t%v\nwant\n\t%s", err, c.want)
		}
	}
	if _, err := Text(plain, wiji.For[user]{}); err == nil || err.Error() != input(`""`)+"zero ID: set the ID" {
		t.Error(err)
	}
	if _, err := Text(plain, wiji.ID{15: 1}); err == nil || err.Error() != `public wiji.ID: text "": not an ID of the type: the value in the program is not valid: check where it was set` {
		t.Error(err)
	}
}

// TestNoRing: without a key, no form shows the plain ID.
func TestNoRing(t *testing.T) {
	plain := wiji.NewFor[user]()
	text, _ := Text(testRing, plain)
	for name, x := range map[string]interface {
		fmt.Stringer
		MarshalText() ([]byte, error)
	}{"nil": Of[noKeys](plain), "empty": Of[emptyKeys](plain)} {
		b, err := x.MarshalText()
		if !errors.Is(err, id.ErrConfig) || len(b) > 0 || x.String() != "public(invalid setting)" {
			t.Errorf("%s: %q, %v, %s", name, b, err, x)
		}
	}
	var y ID[wiji.For[user], noKeys]
	if err := y.UnmarshalText([]byte(text)); !errors.Is(err, id.ErrConfig) {
		t.Errorf("UnmarshalText: %v", err)
	}
}

func TestAllocs(t *testing.T) {
	x, flake := wiji.NewFor[user](), ulidflake.New()
	long, tagless := Of[keys](x), ring(t, plainKey)
	text, _ := Text(tagless, x)
	buf := make([]byte, 0, 256)
	for name, c := range map[string]struct {
		want float64
		f    func()
	}{
		"append, 16 bytes": {1, func() { buf, _ = appendText(tagless, buf[:0], x) }},
		"append, 8 bytes":  {1, func() { buf, _ = appendText(tagless, buf[:0], flake) }},
		"Parse":            {2, func() { _, _ = Parse[wiji.For[user]](tagless, text) }},
		"Plain":            {0, func() { _ = long.Plain() }},
	} {
		if got := testing.AllocsPerRun(500, c.f); got > c.want {
			t.Errorf("%s allocates %v times, want at most %v", name, got, c.want)
		}
	}
}

// FuzzParse: a text is read if and only if it is the text of what it is read as.
func FuzzParse(f *testing.F) {
	for _, x := range []wiji.For[user]{wiji.NewFor[user]()} {
		text, _ := Text(testRing, x)
		f.Add(text)
	}
	f.Add("user_0700000000000000000000000000000000")
	f.Add("")
	f.Fuzz(func(t *testing.T, s string) {
		strict[wiji.For[user]](t, s)
		strict[ulid.ID](t, s)
		strict[scru160.ID](t, s)
		strict[uid11.ID](t, s)
	})
}

func strict[T id.Fixed](t *testing.T, s string) {
	for _, r := range []*Ring{testRing, publicOf(plainKey)} {
		x, err := Parse[T](r, s)
		if err != nil {
			if x != *new(T) || len(err.Error()) > 1000 {
				t.Errorf("%q: %v beside %v", s, x, err)
			}
			continue
		}
		text, err := Text(r, x)
		// A text of a key that only reads has another key's text.
		if number := strings.LastIndexByte(text, '_') + 1; err != nil || text != s && text[number:number+2] == s[number:number+2] {
			t.Errorf("%q is read as the ID of %q, %v", s, text, err)
		}
	}
}

func publicOf(k Key) *Ring {
	r, err := NewRing(k)
	if err != nil {
		panic(err)
	}
	return r
}
