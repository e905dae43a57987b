package id

import "encoding"

// ParseCursor reads the cursor of a page from a request: the text of the last ID that the
// client has, or "" for the first page, for which it returns the zero ID. Pass the result
// to After or Before of package sqltype, pgxtype or gormtype.
//
//	last, err := id.ParseCursor[wiji.ID](r.FormValue("before")) // err: 400 Bad Request
//
// The error is that of T's UnmarshalText, and the ID beside it is zero. T is the type of an
// ID; P follows from it.
func ParseCursor[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](text string) (T, error) {
	var last, zero T
	if text == "" {
		return zero, nil
	}
	if err := P(&last).UnmarshalText([]byte(text)); err != nil {
		return zero, err
	}
	return last, nil
}
