package idtest

import (
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"reflect"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id"
)

// Vectors is the content of a vector file. The files are the reference: they were computed with
// big integers and checked against the specifications' reference programs. No program rewrites
// them. V is a format's valid entry, and G its scripted generation.
type Vectors[V, G any] struct {
	Valid      []V
	Nasty      []Nasty
	Generation []G
}

// Nasty is a hostile input and the expected result.
type Nasty struct {
	Name     string
	Kind     string // "text", "uuid", "hex", "binary", or that of a reader of the format
	InputHex string `json:"input_hex"` // the exact bytes
	Expect   string // "accept" or "reject"
	Reason   string // "length", "charset", "overflow", "first_char", "version" or "separator"
	Hex      string // of what is accepted
	Text     string // canonical, of what is accepted
}

// valid is what the valid entries of all formats have.
type valid struct {
	Name, Hex, Text, UUID string
	Time                  *time.Time // nil where RFC 3339 ends
	// Parse says for decoders of texts and of bytes, which can differ in the times that they
	// take, what they do: "accept", which is the default, or "reject:" and the reason.
	Parse struct{ Text, Binary string }
}

// LoadVectors reads the vectors of a format. It ignores fields that V and G do not have. A
// section without entries fails the test.
func LoadVectors[V, G any](t testing.TB, format string) Vectors[V, G] {
	t.Helper()
	path := "testdata/" + format + ".json"
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	f, err := readVectors[V, G](data)
	if err != nil {
		t.Fatalf("%s: %v", path, err)
	}
	return f
}

// readVectors reads a vector file. The error names the first section without entries.
func readVectors[V, G any](data []byte) (f Vectors[V, G], err error) {
	if err := json.Unmarshal(data, &f); err != nil {
		return f, err
	}
	for _, section := range []struct {
		name    string
		entries int
	}{{"valid", len(f.Valid)}, {"nasty", len(f.Nasty)}, {"generation", len(f.Generation)}} {
		if section.entries == 0 {
			return f, fmt.Errorf("the section %q is missing or empty: add its vectors", section.name)
		}
	}
	return f, nil
}

// lacks returns what the vectors and the Format do not ask of the format, though they have
// all sections: a format of which nothing is asked passes the rest of the suite.
func (s suite[T, P]) lacks(f Vectors[valid, json.RawMessage]) (list []string) {
	valid, nasty, messages := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, v := range f.Valid {
		valid[v.Hex] = true
	}
	for _, n := range f.Nasty {
		nasty[n.Kind+" "+n.Reason] = true
	}
	for text := range s.Messages {
		request, _, _ := strings.Cut(strings.TrimPrefix(text, s.Name+": "), " ")
		messages[request] = true
	}
	for _, need := range []struct {
		what  string
		there bool
	}{
		{"a vector of the least ID, " + s.Min().Hex() + `, in the section "valid"`, valid[s.Min().Hex()]},
		{"a vector of the greatest ID, " + s.Max().Hex() + `, in the section "valid"`, valid[s.Max().Hex()]},
		{`a text of the wrong length in the section "nasty"`, nasty["text length"]},
		{`a text of a wrong character in the section "nasty"`, nasty["text charset"]},
		{`a binary form of the wrong length in the section "nasty"`, nasty["binary length"]},
		{"Replay, which runs the vectors of the section \"generation\"", s.Replay != nil},
		{"Messages with the error of a text", messages["text"]},
		{"Messages with the error of a binary form", messages["binary"]},
		{"Messages with the error of a time", messages["time"]},
		{"Messages with the error of a block", messages["block"]},
	} {
		if !need.there {
			list = append(list, need.what)
		}
	}
	return list
}

// vectorsComplete tests that the vectors and the Format ask enough.
func (s suite[T, P]) vectorsComplete(t *testing.T) {
	for _, what := range s.lacks(LoadVectors[valid, json.RawMessage](t, s.Name)) {
		t.Errorf("%s: add %s", s.Name, what)
	}
}

// vectorsGeneration runs the scripted generations.
func (s suite[T, P]) vectorsGeneration(t *testing.T) {
	if s.Replay == nil {
		t.Skip("VectorsComplete fails")
	}
	for _, script := range LoadVectors[valid, json.RawMessage](t, s.Name).Generation {
		var entry struct{ Name string }
		if err := json.Unmarshal(script, &entry); err != nil {
			t.Fatal(err)
		}
		t.Run(entry.Name, func(t *testing.T) { s.Replay(t, script) })
	}
}

// Replay returns a function for [Format.Replay] that reads the entries as values of type G.
func Replay[G any](run func(*testing.T, G)) func(*testing.T, json.RawMessage) {
	return func(t *testing.T, script json.RawMessage) {
		var entry G
		if err := json.Unmarshal(script, &entry); err != nil {
			t.Fatal(err)
		}
		run(t, entry)
	}
}

// FromHex returns a vector's hexadecimal field as bytes.
func FromHex(t testing.TB, s string) []byte {
	t.Helper()
	b, err := hex.DecodeString(s)
	if err != nil {
		t.Fatalf("the vector holds %q: %v", s, err)
	}
	return b
}

// Decimal is a 64-bit number, signed or not, that a vector gives as a string or as a number.
type Decimal uint64

// UnmarshalJSON reads the number.
func (d *Decimal) UnmarshalJSON(b []byte) error {
	text := strings.Trim(string(b), `"`)
	v, err := strconv.ParseUint(text, 10, 64)
	if strings.HasPrefix(text, "-") {
		var signed int64
		signed, err = strconv.ParseInt(text, 10, 64)
		v = uint64(signed)
	}
	*d = Decimal(v)
	return err
}

// fromRaw returns the ID of bytes, which need not be valid.
func fromRaw[T any](raw []byte) (x T) {
	v := reflect.ValueOf(&x).Elem()
	if v.Kind() == reflect.Array {
		reflect.Copy(v, reflect.ValueOf(raw))
		return x
	}
	n := uint64(0)
	for _, b := range raw {
		n = n<<8 | uint64(b)
	}
	v.Set(reflect.ValueOf(n).Convert(v.Type()))
	return x
}

var reasons = map[string]id.Reason{
	"length": id.ErrLength, "charset": id.ErrCharacter, "overflow": id.ErrOverflow,
	"first_char": id.ErrFirstCharacter, "version": id.ErrVersion, "separator": id.ErrSeparator,
}

// Refused tests that err is a decoder's error with the vector's reason.
func (n Nasty) Refused(t testing.TB, err error) {
	t.Helper()
	want, known := reasons[n.Reason]
	if !known {
		t.Fatalf("%s %q: unknown reason %q", n.Kind, n.Name, n.Reason)
	}
	var syntax *id.SyntaxError
	if !errors.Is(err, want) || !errors.As(err, &syntax) {
		t.Errorf("%s %q: the error is %v, want %v", n.Kind, n.Name, err, want)
	}
}

// decoders returns the decoders of the kinds of inputs that vectors have.
func (s suite[T, P]) decoders() map[string]func(string) (T, error) {
	all := map[string]func(string) (T, error){
		"text": s.Parse, "uuid": s.Parse, "hex": s.Parse, "binary": func(in string) (T, error) { return s.FromBytes([]byte(in)) },
	}
	maps.Copy(all, s.Readers)
	return all
}

// inputs returns the inputs of all vectors.
func (s suite[T, P]) inputs(t testing.TB) (all [][]byte) {
	f := LoadVectors[valid, any](t, s.Name)
	for _, v := range f.Valid {
		all = append(all, FromHex(t, v.Hex), []byte(v.Hex), []byte(v.Text), []byte(strings.ToLower(v.Text)), []byte(v.UUID))
	}
	for _, n := range f.Nasty {
		all = append(all, FromHex(t, n.InputHex))
	}
	return all
}

// vectorsValid tests the forms and the times of the valid vectors. Nothing goes out that could
// not come back.
func (s suite[T, P]) vectorsValid(t *testing.T) {
	for _, v := range LoadVectors[valid, any](t, s.Name).Valid {
		x := fromRaw[T](FromHex(t, v.Hex))
		if raw, _ := plainBytes(x); x.Hex() != v.Hex || hex.EncodeToString(raw) != v.Hex || x.String() != v.Text {
			t.Errorf("%s: the forms are %s, %x and %s, want %s and %s", v.Name, x.Hex(), raw, x, v.Hex, v.Text)
		}
		if v.Time != nil && (!x.Time().Equal(*v.Time) || x.Time().Location() != time.UTC) || x.UnixMillis() != x.Time().UnixMilli() {
			t.Errorf("%s: Time = %v, want %v; UnixMillis = %d", v.Name, x.Time(), v.Time, x.UnixMillis())
		}
		texts := map[string]string{"hex": v.Hex, "uuid": v.UUID}
		for _, form := range s.Forms {
			if text := form(x); text != texts["hex"] && text != texts["uuid"] {
				t.Errorf("%s: a form is %s, want that of %v", v.Name, text, texts)
			} else {
				s.decodes(t, v, "text", v.Parse.Binary, text, x)
			}
		}
		s.decodes(t, v, "text", v.Parse.Text, v.Text, x)
		s.decodes(t, v, "binary", v.Parse.Binary, string(FromHex(t, v.Hex)), x)
		if _, err := x.MarshalText(); (err == nil) != accepts(v.Parse.Text) || s.Valid(v.Text) != accepts(v.Parse.Text) {
			t.Errorf("%s: MarshalText: %v, Valid: %v, and Parse: %s", v.Name, err, s.Valid(v.Text), v.Parse.Text)
		}
		if _, err := x.MarshalBinary(); (err == nil) != accepts(v.Parse.Binary) {
			t.Errorf("%s: MarshalBinary: %v, and FromBytes: %s", v.Name, err, v.Parse.Binary)
		}
		if accepts(v.Parse.Binary) {
			s.comesBack(t, x)
			s.between(t, x)
		}
	}
}

// between tests that an ID is between the bounds of its time.
func (s suite[T, P]) between(t *testing.T, x T) {
	t.Helper()
	if x.Time().Before(s.First) || x.Time().After(s.Last) {
		return
	}
	lo, err := s.MinAt(x.Time())
	hi, err2 := s.MaxAt(x.Time().Add(s.Resolution - 1))
	if err := errors.Join(err, err2); err != nil || x.Compare(lo) < 0 || x.Compare(hi) > 0 || !lo.Time().Equal(hi.Time()) {
		t.Errorf("%v is not between %v and %v, %v", x, lo, hi, err)
	}
}

func accepts(expect string) bool { return expect == "accept" || expect == "" }

// decodes tests what a decoder does with an input of a valid vector, whose ID is x.
func (s suite[T, P]) decodes(t *testing.T, v valid, kind, expect, input string, x T) {
	t.Helper()
	got, err := s.decoders()[kind](input)
	if accepts(expect) {
		if err != nil || got != x {
			t.Errorf("%s: %q is read as %v, %v, want %v", v.Name, input, got, err, x)
		}
		return
	}
	Nasty{Name: v.Name, Kind: kind, Reason: strings.TrimPrefix(expect, "reject:")}.Refused(t, err)
	if !got.IsZero() {
		t.Errorf("%s: the error of %q comes with %v", v.Name, input, got)
	}
}

// vectorsNasty tests the hostile inputs.
func (s suite[T, P]) vectorsNasty(t *testing.T) {
	decoders := s.decoders()
	for _, n := range LoadVectors[valid, any](t, s.Name).Nasty {
		read := decoders[n.Kind]
		if read == nil {
			t.Errorf("%q: no decoder reads the kind %s", n.Name, n.Kind)
			continue
		}
		input := string(FromHex(t, n.InputHex))
		x, err := read(input)
		if _, other := s.Readers[n.Kind]; n.Kind != "binary" && !other && s.Valid(input) != (err == nil) {
			t.Errorf("%s %q: Valid is %v, and the error %v", n.Kind, n.Name, s.Valid(input), err)
		}
		if n.Expect == "reject" {
			n.Refused(t, err)
			if !x.IsZero() {
				t.Errorf("%s %q: the error comes with %v", n.Kind, n.Name, x)
			}
			continue
		}
		if err != nil || x.Hex() != strings.ToLower(n.Hex) || n.Text != "" && x.String() != n.Text {
			t.Errorf("%s %q = %v (%s), %v, want %s", n.Kind, n.Name, x, x.Hex(), err, n.Text)
		}
	}
}
