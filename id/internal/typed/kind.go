// Package typed is what the typed IDs of all formats share: the prefix of a kind, and the
// text that has it.
package typed

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"

	"github.com/sortid/sortid/internal/typename"
)

// Prefixer is a type argument K, or *K, that gives its typed IDs a prefix.
type Prefixer interface{ IDPrefix() string }

// Kind is what a typed ID knows of its type argument.
type Kind struct {
	key    any    // a nil *K, which identifies the type
	name   string // of K, for errors
	plain  bool   // texts have no prefix
	mark   string // the prefix and its underscore
	prefix string // what IDPrefix returned
	fault  string // why texts cannot have that prefix; else empty
}

// Plain reports whether the texts of the kind are those of the plain ID.
func (k *Kind) Plain() bool { return k.plain }

// Broken reports whether the kind has a prefix that texts cannot have.
func (k *Kind) Broken() bool { return k.fault != "" }

// recent holds the kinds that were found last. A sync.Map takes longer than it
// takes to format an ID.
var recent [16]atomic.Pointer[Kind]

// Of returns the kind of K. It keeps what IDPrefix returned.
func Of[K any]() *Kind {
	for i := range recent {
		k := recent[i].Load()
		if k == nil {
			break
		}
		// An assertion compares types alone, where == of two interfaces is a call.
		if _, ok := k.key.(*K); ok {
			return k
		}
	}
	// The type of a pointer identifies K: also that of a K that is an interface.
	return find((*K)(nil), reflect.TypeFor[K]())
}

// kinds holds all kinds.
var kinds sync.Map // of Kind.key to *Kind

// turn is the place of recent that the next kind gets.
var turn atomic.Uint32

//go:noinline
func find(key any, t reflect.Type) *Kind {
	k, ok := kinds.Load(key)
	if !ok {
		k, _ = kinds.LoadOrStore(key, newKind(key, t))
	}
	recent[(turn.Add(1)-1)%uint32(len(recent))].Store(k.(*Kind))
	return k.(*Kind)
}

func newKind(key any, t reflect.Type) *Kind {
	k := &Kind{key: key, name: typename.Of(t)}
	switch prefix, fault := prefixOf(t); {
	case fault != "":
		k.prefix, k.fault = prefix, fault
	case prefix == "":
		k.plain = true
	default:
		k.prefix, k.mark = prefix, prefix+"_"
	}
	return k
}

// prefixOf returns the prefix of a type, which is empty if neither it nor its pointer has
// IDPrefix, and what is wrong with it.
func prefixOf(t reflect.Type) (prefix, fault string) {
	prefixer := reflect.TypeFor[Prefixer]()
	if !t.Implements(prefixer) && !reflect.PointerTo(t).Implements(prefixer) {
		return "", ""
	}
	if t.Kind() == reflect.Interface {
		return "", "it is an interface, which has no prefix itself: use a type that implements it"
	}
	// The receiver is never nil: a method with a value receiver would dereference it.
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	defer func() {
		if r := recover(); r != nil {
			prefix, fault = "", fmt.Sprintf("its IDPrefix panics on a zero value: %.200v: return a constant", r)
		}
	}()
	prefix = reflect.New(t).Interface().(Prefixer).IDPrefix()
	if !ValidPrefix(prefix) {
		return prefix, PrefixRule
	}
	return prefix, ""
}

const maxPrefix = 63

// PrefixRule is the rule of TypeID for prefixes, as a remedy.
const PrefixRule = "use 1 to 63 characters a to z and _, with a letter at each end"

// ValidPrefix reports whether s is a prefix by the rule of TypeID, which allows none.
func ValidPrefix(s string) bool {
	if len(s) > maxPrefix {
		return false
	}
	for i := range len(s) {
		letter := 'a' <= s[i] && s[i] <= 'z'
		if !letter && (s[i] != '_' || i == 0 || i == len(s)-1) {
			return false
		}
	}
	return true
}
