package public

import (
	"bytes"
	"encoding/base64"
	"encoding/gob"
	"encoding/hex"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"log/slog"
	"reflect"
	"slices"
	"strings"
	"testing"
	"text/template"
)

// holders returns values that lead to the bytes of a key.
func holders(t *testing.T) (k Key, values map[string]any) {
	t.Helper()
	k = Key{Number: 9, AES: NewSecret(sequence(160, 32)), Tag: NewSecret(sequence(210, 16))}
	r := ring(t, k)
	type Config struct {
		Name string
		Keys []Key
		Ring *Ring
		By   map[string]Key
	}
	config := Config{"shop", []Key{k}, r, map[string]Key{"a": k}}
	return k, map[string]any{
		"key": k, "pointer": &k, "list": []Key{k}, "map": map[string]any{"a": k}, "secret": k.AES, "secrets": []any{&k.AES, k.Tag},
		"ring": r, "ring value": *r, "struct": config, "struct pointer": &config,
		"hidden":         struct{ key Key }{k},
		"hidden pointer": struct{ key *Key }{&k}, "hidden ring": struct{ ring Ring }{*r}, "hidden list": struct{ keys []any }{[]any{k}},
	}
}

// forms returns bytes of the key in each of the forms in which programs write bytes.
func forms(k Key) (list []string) {
	for _, secret := range [][]byte{k.AES.bytes(), k.Tag.bytes()} {
		for _, at := range []int{0, 6} {
			b := secret[at : at+3]
			hexes := hex.EncodeToString(b)
			for _, form := range []string{
				fmt.Sprintf("%d %d %d", b[0], b[1], b[2]), fmt.Sprintf("%d,%d,%d", b[0], b[1], b[2]), fmt.Sprintf("%d, %d, %d", b[0], b[1], b[2]),
				fmt.Sprintf("%#x, %#x, %#x", b[0], b[1], b[2]), fmt.Sprintf("%o %o %o", b[0], b[1], b[2]), fmt.Sprintf("%b %b %b", b[0], b[1], b[2]),
				fmt.Sprintf("% x", b), hexes, strings.ToUpper(hexes), string(b), fmt.Sprintf("%q", b), base64.StdEncoding.EncodeToString(b),
			} {
				list = append(list, strings.Trim(form, `"`))
			}
		}
	}
	return list
}

// shows returns the first of the forms of a key that a text has.
func shows(forms []string, text string) string {
	for _, form := range forms {
		if strings.Contains(text, form) {
			return form
		}
	}
	return ""
}

// TestFmtShowsNoSecret: no verb and no flag of package fmt shows a key, also not %p, which
// calls no method, an argument too many or a verb that is missing.
func TestFmtShowsNoSecret(t *testing.T) {
	key, values := holders(t)
	k := forms(key)
	if shows(k, fmt.Sprintf("%d", key.AES.bytes())) == "" || shows(k, fmt.Sprintf("%x", key.Tag.bytes())) == "" || shows(k, fmt.Sprintf("%#v", key.Tag.bytes())) == "" {
		t.Fatal("the test does not see a key")
	}
	var formats []string
	for verb := rune(' '); verb <= '~'; verb++ {
		for _, flags := range []string{"", "+", "#", "-", " ", "0", "+#", "# ", "40", ".3", "-40.2"} {
			formats = append(formats, "%"+flags+string(verb))
		}
	}
	formats = append(formats, "no verb", "%", "%!", "%[2]v", "%*v", "%.*v", "%é")
	for name, v := range values {
		if form := shows(k, fmt.Sprint(v)); form != "" {
			t.Fatalf("Sprint of a %s shows %s", name, form)
		}
		for _, format := range formats {
			for _, got := range []string{fmt.Sprintf(format, v), fmt.Sprintf(format, v, v), fmt.Errorf(format, v).Error()} {
				if form := shows(k, got); form != "" {
					t.Fatalf("%s of a %s shows %s: %.300s", format, name, form, got)
				}
			}
		}
	}
}

// TestFmtShowsNumber: what package fmt shows is the number.
func TestFmtShowsNumber(t *testing.T) {
	r := ring(t, taggedKey)
	for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		got := fmt.Sprintf(strings.Repeat(verb+" ", 5), taggedKey, r, &taggedKey, *r, taggedKey.AES)
		if got != "public.Key(200) public.Ring(200) public.Key(200) public.Ring(200) public.Secret " {
			t.Errorf("%s: %s", verb, got)
		}
	}
	if got := fmt.Sprint((*Ring)(nil), " ", new(Ring)); !strings.HasSuffix(got, " public.Ring(no key)") || strings.Contains(got, "PANIC") {
		t.Error(got)
	}
}

// TestEncodersShowNoSecret: encoders write the number, or return an error.
func TestEncodersShowNoSecret(t *testing.T) {
	k, values := holders(t)
	encoders := map[string]func(any) string{
		"json": func(v any) string { b, err := json.Marshal(v); return fmt.Sprint(string(b), err) },
		"xml":  func(v any) string { b, err := xml.Marshal(v); return fmt.Sprint(string(b), err) },
		"gob": func(v any) string {
			var b bytes.Buffer
			err := gob.NewEncoder(&b).Encode(v)
			return fmt.Sprint(b.String(), err)
		},
		"template": func(v any) string {
			var b bytes.Buffer
			err := template.Must(template.New("").Parse(`{{.}} {{printf "%#v %x %p" . . .}} {{js .}}`)).Execute(&b, v)
			return fmt.Sprint(b.String(), err)
		},
	}
	for name, handler := range map[string]func(*bytes.Buffer) slog.Handler{
		"slog json": func(b *bytes.Buffer) slog.Handler { return slog.NewJSONHandler(b, nil) },
		"slog text": func(b *bytes.Buffer) slog.Handler { return slog.NewTextHandler(b, nil) },
	} {
		encoders[name] = func(v any) string {
			var b bytes.Buffer
			slog.New(handler(&b)).Info("config", "v", v, slog.Group("group", "v", v))
			return b.String()
		}
	}
	all := forms(k)
	for name, v := range values {
		for encoder, encode := range encoders {
			if form := shows(all, encode(v)); form != "" {
				t.Errorf("%s of a %s shows %s: %.300s", encoder, name, form, encode(v))
			}
		}
	}
	for input, want := range map[any]string{&k: `"public.Key(9)"`, &k.Tag: `"public.Secret"`, values["ring"]: `"public.Ring(9)"`, new(Ring): `"public.Ring(no key)"`} {
		if got, err := json.Marshal(input); err != nil || string(got) != want {
			t.Errorf("JSON is %s, %v, want %s", got, err, want)
		}
	}
	// What was written is not a key.
	if err := json.Unmarshal([]byte(`"public.Key(9)"`), new(Key)); err == nil {
		t.Error("JSON reads the number as a key")
	}
}

// TestReflectionFindsNoSecret: programs that print whatever reflection reaches, unexported
// fields and pointers too, as testify does for two values that differ, find no key.
func TestReflectionFindsNoSecret(t *testing.T) {
	k, values := holders(t)
	values["control"] = struct{ b []byte }{k.AES.bytes()}
	for name, v := range values {
		if found := reaches(reflect.ValueOf(v), [][]byte{k.AES.bytes(), k.Tag.bytes()}, map[any]bool{}); found != (name == "control") {
			t.Errorf("%s: a key is found: %v", name, found)
		}
	}
}

// reaches reports whether reflection finds the bytes of a secret below v.
func reaches(v reflect.Value, secrets [][]byte, seen map[any]bool) bool {
	below := func(n int, at func(int) reflect.Value) bool {
		for i := range n {
			if reaches(at(i), secrets, seen) {
				return true
			}
		}
		return false
	}
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		if v.Kind() == reflect.Pointer {
			if seen[v.Pointer()] {
				return false
			}
			seen[v.Pointer()] = true
		}
		return !v.IsNil() && reaches(v.Elem(), secrets, seen)
	case reflect.Struct:
		return below(v.NumField(), v.Field)
	case reflect.Map:
		return below(v.Len(), func(i int) reflect.Value { return v.MapIndex(v.MapKeys()[i]) })
	case reflect.Slice, reflect.Array:
		if kind := v.Type().Elem().Kind(); kind < reflect.Int || kind > reflect.Uint64 {
			return below(v.Len(), v.Index)
		}
		// Numbers of any size, such as the schedule of AES, in the order of the machine or the other one.
		var b, swapped []byte
		for i := range v.Len() {
			n := numberBytes(v.Index(i))
			b = append(b, n...)
			slices.Reverse(n)
			swapped = append(swapped, n...)
		}
		return slices.ContainsFunc(secrets, func(s []byte) bool { return bytes.Contains(b, s[:8]) || bytes.Contains(swapped, s[:8]) })
	}
	return false
}

func numberBytes(v reflect.Value) (b []byte) {
	var n uint64
	if v.CanInt() {
		n = uint64(v.Int())
	} else {
		n = v.Uint()
	}
	for range v.Type().Size() {
		b = append(b, byte(n))
		n >>= 8
	}
	return b
}

// What secrets say of their bytes: whether one contains the other, and whether all are the same.
func TestSecretBytes(t *testing.T) {
	secret := func(s string) Secret { return NewSecret([]byte(s)) }
	for _, x := range []struct {
		a, b Secret
		want bool
	}{
		{secret("abc"), secret("abc"), true}, {secret("abc"), secret("bc"), true}, {secret("b"), secret("abc"), true}, {secret("a"), secret("a"), true},
		{secret("abc"), secret("abd"), false}, {secret("abc"), secret("ac"), false}, {secret("abc"), secret(""), false}, {secret(""), secret("abc"), false},
		{secret(""), secret(""), false}, {secret("abc"), Secret{}, false}, {Secret{}, secret("abc"), false}, {Secret{}, Secret{}, false},
	} {
		if got := x.a.overlaps(x.b); got != x.want {
			t.Errorf("%q overlaps %q: %v", x.a.bytes(), x.b.bytes(), got)
		}
	}
	for text, want := range map[string]bool{"": false, "a": true, "aa": true, "aaa": true, "ab": false, "aab": false, "abab": false, "baa": false} {
		if got := secret(text).isRepeated(); got != want {
			t.Errorf("%q is one byte repeated: %v", text, got)
		}
	}
	if (Secret{}).isRepeated() || (Secret{}).bytes() != nil || NewSecret(nil).read != nil || NewSecret([]byte{}).bytes() == nil {
		t.Error("no bytes are not nil")
	}
	if s := secret("abc").String(); s != "public.Secret" {
		t.Errorf("String is %q", s)
	}
}
