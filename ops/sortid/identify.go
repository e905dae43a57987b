package main

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/id/uuidv7"
)

// reading is what a text can be: an ID of a format, in a form.
type reading struct {
	value
	form   string // of the text: text, uuid, hex or int
	prefix string // of a typed ID
}

// identify returns all readings of a text, the likely ones first. It fails if there is
// none.
func (p *program) identify(in input) ([]reading, error) {
	var found []reading
	if in.size == len(in.text) {
		for _, f := range formats {
			found = append(found, f.readings(in.text)...)
		}
	}
	if len(found) == 0 {
		return nil, in.unknownFault()
	}
	var likely, others []reading
	for _, r := range found {
		if p.likely(r) {
			likely = append(likely, r)
		} else {
			others = append(others, r)
		}
	}
	return append(likely, others...), nil
}

// likely reports whether the text is probably an ID of the reading's format.
func (p *program) likely(r reading) bool { return p.probableVersion(r) == "" && p.plausible(r.time) }

// plausible reports whether a time is one at which IDs were made: a random text of another
// kind usually has a time in the far past or future.
func (p *program) plausible(t time.Time) bool {
	return t.Year() >= 2000 && t.Before(p.now.AddDate(1, 0, 0))
}

// readings returns what a text can be in the format.
func (f *format) readings(s string) (found []reading) {
	add := func(form, prefix string, v value, err error) {
		if err == nil {
			found = append(found, reading{v, form, prefix})
		}
	}
	if digits, form := hexDigits(s); len(digits) == 2*f.Size {
		raw, err := hex.DecodeString(digits)
		if err == nil {
			v, err := f.bytes(raw)
			add(form, "", v, err)
		}
	}
	if n, err := strconv.ParseUint(s, 10, 64); err == nil && f.Size == 8 && strconv.FormatUint(n, 10) == s {
		v, err := f.bytes(binary.BigEndian.AppendUint64(nil, n))
		add("int", "", v, err)
	}
	if _, form := hexDigits(s); form == "" {
		v, err := f.parse(s)
		add("text", "", v, err)
	}
	if prefix, text, ok := cutPrefix(s); ok {
		v, err := f.typed(s, text)
		add("text", prefix, v, err)
	}
	return found
}

// typed reads the text of a typed ID; text is s without its prefix.
func (f *format) typed(s, text string) (value, error) {
	if f.Name != "uuidv7" {
		return f.parse(text)
	}
	_, raw, err := uuidv7.ParseTypeID(s)
	if err != nil {
		return value{}, err
	}
	return f.bytes(raw[:])
}

// cutPrefix splits the text of a typed ID.
func cutPrefix(s string) (prefix, text string, ok bool) {
	i := strings.LastIndexByte(s, '_')
	if i <= 0 {
		return "", "", false
	}
	prefix, text = s[:i], s[i+1:]
	ok = strings.Trim(prefix, "abcdefghijklmnopqrstuvwxyz_") == "" && strings.Trim(prefix, "_") == prefix
	return prefix, text, ok
}

// hexDigits returns the hexadecimal digits of a UUID, or of a form that servers print:
// 0x…, \x…, X'…' or digits only. form is "uuid", "hex", or empty if s is none of these.
func hexDigits(s string) (digits, form string) {
	form = "hex"
	switch {
	case len(s) > 2 && (s[:2] == "0x" || s[:2] == "0X" || s[:2] == `\x`):
		s = s[2:]
	case len(s) > 3 && (s[:2] == "X'" || s[:2] == "x'") && s[len(s)-1] == '\'':
		s = s[2 : len(s)-1]
	case len(s) == 36 && s[8] == '-' && s[13] == '-' && s[18] == '-' && s[23] == '-':
		form, s = "uuid", s[:8]+s[9:13]+s[14:18]+s[19:23]+s[24:]
	}
	if !slices.ContainsFunc(formats, func(f *format) bool { return len(s) == 2*f.Size }) {
		return "", ""
	}
	if _, err := hex.DecodeString(s); err != nil {
		return "", ""
	}
	return s, form
}

// errUnknown marks a text that is no ID.
var errUnknown = fmt.Errorf("no format has such an ID: a text has %s characters, a UUID %d, a hexadecimal form %s",
	lengths(func(f *format) int { return f.TextSize }), uuidTextSize, lengths(func(f *format) int { return 2 * f.Size }))

const uuidTextSize = 36

// lengths lists the lengths that a form has in the formats, without that of a UUID.
func lengths(size func(*format) int) string {
	var list []int
	for _, f := range formats {
		if n := size(f); n != uuidTextSize {
			list = append(list, n)
		}
	}
	slices.Sort(list)
	var texts []string
	for _, n := range slices.Compact(list) {
		texts = append(texts, strconv.Itoa(n))
	}
	return oneOf(texts)
}

// oneOf joins alternatives: "a, b or c".
func oneOf(list []string) string {
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// unknownFault returns the error for a text without a reading.
func (in input) unknownFault() error { return fmt.Errorf("ID %s: %w", in.quoted(), errUnknown) }

// quoted returns the text in quotes, cut if it is long.
func (in input) quoted() string {
	shown := strconv.Quote(in.text[:min(len(in.text), maxShown)])
	if in.size > maxShown {
		shown += fmt.Sprintf("… (%d bytes)", in.size)
	}
	return shown
}

// probableVersion names the version of a UUID that is probably not of the reading's format, or is
// empty. One ULID in 64 has the bits of version 4, but only one UUID of version 4 in 300
// has a plausible time as a ULID; each of version 7 has.
func (p *program) probableVersion(r reading) string {
	if len(r.raw) != 16 || r.format.Name == "uuidv7" || r.form == "text" || r.raw[8]>>6 != 2 {
		return ""
	}
	version := r.raw[6] >> 4
	if version == 7 || version >= 1 && version <= 8 && !p.plausible(r.time) {
		return fmt.Sprintf("rather a UUID of version %d", version)
	}
	return ""
}
