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
func formOf[C interface {
	~struct{ V T }
	sqltype.Key
}, T any]() form[T] {
	type plain = struct{ V T }
	of := func(v T) C { return C(plain{v}) }
	return form[T]{
		plain: func(v T) driver.Valuer { return of(v) },
		key:   func(v T) sqltype.Key { return of(v) },
		orNull: func(p *T) driver.Valuer {
			if p == nil {
				return sqltype.Null[C]{}
			}
			return sqltype.NullOf(of(*p))
		},
		list: func(ids []T) driver.Valuer {
			list := make(sqltype.List[C], len(ids))
			for i, v := range ids {
				list[i] = of(v)
			}
			return list.Array()
		},
		target: func(held T) (any, func() T) {
			c := of(held)
			return &c, func() T { return plain(c).V }
		},
		nullTarget: func(held T) (any, func() *T) {
			n := sqltype.NullOf(of(held))
			return &n, func() *T {
				if n.Valid {
					return new(plain(n.V).V)
				}
				return nil
			}
		},
	}
}

func form16[T id.Array16](of content) form[T] {
	if of == aUUID {
		return formOf[sqltype.UUID[T]]()
	}
	return form20[T](of)
}

func form20[T id.Fixed](of content) form[T] {
	switch of {
	case rawBytes:
		return formOf[sqltype.Binary[T]]()
	case aText:
		return formOf[sqltype.Text[T]]()
	}
	panic(fmt.Sprintf("no form of a %T holds content %d", *new(T), of))
}

func form64[T interface {
	~int64 | ~uint64
	id.Text
}](of content) form[T] {
	switch of {
	case signed:
		return formOf[sqltype.Int64[T]]()
	case unsigned:
		return formOf[sqltype.Uint64[T]]()
	}
	return form20[T](of)
}
