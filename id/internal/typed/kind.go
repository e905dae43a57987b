// Package typed is what the typed IDs of all formats share: the prefix of a kind, and the
// text that has it.
package typed

import (
	"fmt"
	"reflect"
	"sync"
	"sync/atomic"
	"unsafe"

	"github.com/sortid/sortid/internal/typename"
)

// Prefixer is a type argument K, or *K, that gives its typed IDs a prefix.
type Prefixer interface{ IDPrefix() string }

// Kind is what a typed ID knows of its type argument.
type Kind struct {
	pointer unsafe.Pointer // identifies the type *K
	name    string         // of K, for errors
	plain   bool           // texts have no prefix
	mark    string         // the prefix and its underscore
	prefix  string         // what IDPrefix returned
	fault   string         // why texts cannot have that prefix; else empty
}

// Plain reports whether the texts of the kind are those of the plain ID.
func (k *Kind) Plain() bool { return k.plain }

// Broken reports whether the kind has a prefix that texts cannot have.
func (k *Kind) Broken() bool { return k.fault != "" }

// recent holds the kinds that were used last, by a hash of the type. A sync.Map takes
// longer than it takes to format an ID.
var recent [1 << slotBits]atomic.Pointer[Kind]

const slotBits = 8

// Of returns the kind of K. It keeps what IDPrefix returned.
func Of[K any]() *Kind {
	// The type of a pointer identifies K: also that of a K that is an interface.
	pointer := any((*K)(nil))
	word := *(*unsafe.Pointer)(unsafe.Pointer(&pointer))
	slot := &recent[uint64(uintptr(word))*0x9E3779B97F4A7C15>>(64-slotBits)]
	if k := slot.Load(); k != nil && k.pointer == word {
		return k
	}
	return find(slot, word, reflect.TypeFor[K]())
}

// kinds holds all kinds by their types.
var kinds sync.Map // of reflect.Type to *Kind

//go:noinline
func find(slot *atomic.Pointer[Kind], word unsafe.Pointer, t reflect.Type) *Kind {
	k, ok := kinds.Load(t)
	if !ok {
		k, _ = kinds.LoadOrStore(t, newKind(word, t))
	}
	slot.Store(k.(*Kind))
	return k.(*Kind)
}

func newKind(word unsafe.Pointer, t reflect.Type) *Kind {
	k := &Kind{pointer: word, name: typename.Of(t)}
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
