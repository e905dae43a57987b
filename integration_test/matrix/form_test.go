package matrix_test

import (
	"database/sql/driver"
	"fmt"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// form is a column type of package sqltype with its NULL form and its list.
type form[T any] struct {
	plain  func(T) driver.Valuer
	orNull func(*T) driver.Valuer // a zero ID in it is sent on purpose
	list   func([]T) driver.Valuer
	key    func(T) sqltype.Key

	// target returns a destination for Scan that already holds an ID, and a function
	// that returns what it holds.
	target     func(held T) (dst any, get func() T)
	nullTarget func(held T) (dst any, get func() *T)
}

// formOf makes a form of three types, all of which have the same fields for every
// kind of column.
func formOf[C ~struct{ V T }, N ~struct {
	V     T
	Valid bool
}, L interface {
	~[]C
	Array() sqltype.Array
}, T any]() form[T] {
	type plain = struct{ V T }
	type orNull = struct {
		V     T
		Valid bool
	}
	return form[T]{
		plain: func(v T) driver.Valuer { return any(C(plain{v})).(driver.Valuer) },
		key:   func(v T) sqltype.Key { return any(C(plain{v})).(sqltype.Key) },
		orNull: func(p *T) driver.Valuer {
			var n N
			if p != nil {
				n = N(orNull{*p, true})
			}
			return any(n).(driver.Valuer)
		},
		list: func(ids []T) driver.Valuer {
			list := make(L, len(ids))
			for i, v := range ids {
				list[i] = C(plain{v})
			}
			return list.Array()
		},
		target: func(held T) (any, func() T) {
			c := C(plain{held})
			return &c, func() T { return plain(c).V }
		},
		nullTarget: func(held T) (any, func() *T) {
			n := N(orNull{held, true})
			return &n, func() *T {
				if got := orNull(n); got.Valid {
					return &got.V
				}
				return nil
			}
		},
	}
}

func form16[T id.Array16](of content) form[T] {
	if of == aUUID {
		return formOf[sqltype.UUID[T], sqltype.NullUUID[T], sqltype.UUIDs[T]]()
	}
	return form20[T](of)
}

func form20[T id.Fixed](of content) form[T] {
	switch of {
	case rawBytes:
		return formOf[sqltype.Binary[T], sqltype.NullBinary[T], sqltype.Binaries[T]]()
	case aText:
		return formOf[sqltype.Text[T], sqltype.NullText[T], sqltype.Texts[T]]()
	}
	panic(fmt.Sprintf("no form of a %T holds content %d", *new(T), of))
}

func form64[T interface {
	~int64 | ~uint64
	id.Text
}](of content) form[T] {
	switch of {
	case signed:
		return formOf[sqltype.Int64[T], sqltype.NullInt64[T], sqltype.Int64s[T]]()
	case unsigned:
		return formOf[sqltype.Uint64[T], sqltype.NullUint64[T], sqltype.Uint64s[T]]()
	}
	return form20[T](of)
}
