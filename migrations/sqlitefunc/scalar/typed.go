package scalar

import (
	"database/sql/driver"
	"fmt"
	"regexp"
	"strings"

	"github.com/sortid/sortid/id"
)

// prefixRule is the rule of TypeID for prefixes.
var prefixRule = regexp.MustCompile(`^[a-z]([a-z_]{0,61}[a-z])?$`)

// mark returns a prefix and its underscore.
func (k kind[T]) mark(v driver.Value) (string, error) {
	prefix, ok := v.(string)
	if !ok {
		return "", k.wrongType(v, "a text")
	}
	if !prefixRule.MatchString(prefix) {
		return "", fmt.Errorf("%s: prefix %s: %w: use 1 to 63 characters a to z and _, with a letter at each end", k.library, literal(prefix), id.ErrConfig)
	}
	return prefix + "_", nil
}

// typedText makes the function of a prefix and an ID that gives the text of the Go type
// For[K] for a K with that prefix. text is the text after the prefix.
func (k kind[T]) typedText(text func(T) string) Function {
	return Function{Name: k.name("typed_text"), Args: 2, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		mark, err := k.mark(args[0])
		if err != nil {
			return nil, err
		}
		x, err := k.read(args[1])
		if err != nil {
			return nil, err
		}
		return mark + text(x), nil
	}}
}

// typedParse makes the function of a prefix and a text of size bytes after it that gives
// the ID.
func (k kind[T]) typedParse(what string, size int, parse func(string) (T, error)) Function {
	return Function{Name: k.name(what), Args: 2, Deterministic: true, call: func(args []driver.Value) (driver.Value, error) {
		mark, err := k.mark(args[0])
		if err != nil {
			return nil, err
		}
		input, ok := args[1].(string)
		if !ok {
			return nil, k.wrongType(args[1], "a text")
		}
		rest, ok := strings.CutPrefix(input, mark)
		switch {
		case !ok:
			return nil, fmt.Errorf("%s: text %s: %w: use a text that begins with %q", k.library, literal(input), id.ErrPrefix, mark)
		case len(rest) != size:
			return nil, fmt.Errorf("%s: text %s: %w: use %d bytes after the prefix", k.library, literal(input), id.ErrLength, size)
		}
		x, err := parse(rest)
		if err != nil {
			return nil, err
		}
		return k.write(x)
	}}
}

// lower returns the text of an ID in lower case.
func lower[T fmt.Stringer](x T) string { return strings.ToLower(x.String()) }
