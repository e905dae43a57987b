package columntype

import (
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/internal/column"
	"github.com/sortid/sortid/internal/typename"
)

// Kind is what a column type holds.
type Kind uint8

// The kinds. What depends on them is decided by form, and their names are in kinds.
const (
	Native Kind = iota // the column that fits best: ID
	Text               // the text form: Text
	Binary             // the raw bytes: Binary

	kindCount
)

// kinds holds what errors say of each kind.
var kinds = [kindCount]struct {
	name           string // of the column type
	constructor    string // of a column type
	sqlConstructor string // of the column type of package sqltype
	otherTypes     string // for other columns
}{
	Native: {"gormtype.ID", "gormtype.Of", "sqltype.Int64Of", "gormtype.Text for a text column"},
	Text:   {"gormtype.Text", "gormtype.TextOf", "sqltype.TextOf", "gormtype.ID or gormtype.Binary for a column of uuid, bytes or integers"},
	Binary: {"gormtype.Binary", "gormtype.BinaryOf", "sqltype.BinaryOf", "gormtype.ID for a uuid or integer column, gormtype.Text for a text column"},
}

// Constructor returns the name of the function that makes a column type.
func (k Kind) Constructor() string { return kinds[k].constructor }

// SQLConstructor returns the name of the function that makes such a column type of package sqltype.
func (k Kind) SQLConstructor() string { return kinds[k].sqlConstructor }

// Form is how a column stores an ID.
type Form uint8

// The forms.
const (
	AsIs Form = iota // of a value that is no ID
	TextForm
	IntegerForm
	UUIDForm
	BytesForm
	FreeTextForm // a text that stands beside another one, and in no column
)

// form returns the form in which columns of the kind store the IDs of a type of so many bytes. That of the unknown dialect is
// the one on most servers.
func (k Kind) form(isInteger bool, size int, dl Dialect) Form {
	switch {
	case k == Text:
		return TextForm
	case k == Native && isInteger:
		return IntegerForm
	case k == Native && size == 16 && dl == Postgres:
		return UUIDForm
	}
	return BytesForm
}

// formOf is form for an ID type.
func formOf[T id.Fixed](k Kind, dl Dialect) Form {
	return k.form(column.IsInteger[T](), column.RawSize[T](), dl)
}

// Form returns how a column stores the IDs. IDs of two fields are comparable if it is the same, and so is their size in bytes.
func (d Description) Form(dl Dialect) Form { return d.Kind.form(d.IsInteger, d.Size, dl) }

// StoresText reports whether a column stores the texts of IDs.
func (d Description) StoresText() bool { return d.Form(Unknown) == TextForm }

// StoresInteger reports whether a column stores IDs as integers.
func (d Description) StoresInteger() bool { return d.Form(Unknown) == IntegerForm }

// StoresBytes reports whether a column stores the raw bytes of IDs, or a uuid.
func (d Description) StoresBytes() bool { return d.Form(Unknown) == BytesForm }

// Name returns the column type's name as an engineer writes it: reflection shows
// the import path of T as well, which makes an error unreadable.
func (d Description) Name() string { return d.nameOf(d.Kind) }

// nameOf returns the name of the column type of another kind for the same ID.
func (d Description) nameOf(k Kind) string { return kinds[k].name + "[" + typename.Of(d.ID) + "]" }

var casts = [...]string{UUIDForm: "::uuid", BytesForm: "::bytea", FreeTextForm: "::text"}

// Cast returns the cast that a placeholder of the form needs. Without one, a column of PostgreSQL
// that has another type would store the text.
func (f Form) Cast(dl Dialect) string {
	if dl != Postgres {
		return ""
	}
	return casts[f]
}
