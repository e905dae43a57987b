package peers

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/uuidv7"
	"go.jetify.com/typeid"
)

type account struct{}

func (account) IDPrefix() string { return "account" }

// TestTypeID: typeid-go reads what uuidv7 writes as TypeID and the other way round, and both
// refuse the same texts.
func TestTypeID(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 3))
	prefixes := []string{"", "a", "user", "pre_fix", "a_b_c", strings.Repeat("z", 63)}
	for i := range 2000 {
		var u [16]byte
		for j := range u {
			u[j] = byte(r.Uint32())
		}
		prefix := prefixes[i%len(prefixes)]
		text, err := uuidv7.AppendTypeID(nil, prefix, u)
		if err != nil {
			t.Fatal(err)
		}
		peer, err := typeid.FromUUIDBytesWithPrefix(prefix, u[:])
		if err != nil || peer.String() != string(text) {
			t.Fatalf("typeid-go writes %s, %v for %s", peer, err, text)
		}
		gotPrefix, got, err := uuidv7.ParseTypeID(peer.String())
		if err != nil || gotPrefix != prefix || got != u {
			t.Fatalf("ParseTypeID(%s) = %q, %x, %v", peer, gotPrefix, got, err)
		}
		bad := text
		bad[r.IntN(len(bad))] = byte(r.Uint32())
		_, _, err = uuidv7.ParseTypeID(string(bad))
		if _, peerErr := typeid.FromString(string(bad)); (err == nil) != (peerErr == nil) {
			t.Errorf("%q: %v, and of typeid-go %v", bad, err, peerErr)
		}
	}
	for range 100 {
		x := uuidv7.NewFor[account]()
		peer, err := typeid.FromString(x.String())
		if err != nil || peer.Prefix() != "account" || !bytes.Equal(peer.UUIDBytes(), x[:]) {
			t.Fatalf("typeid-go reads %s as %s, %v", x, peer, err)
		}
	}
	peer, err := typeid.WithPrefix("account") // of version 7
	if err != nil {
		t.Fatal(err)
	}
	if x, err := uuidv7.ParseFor[account](peer.String()); err != nil || x.UUID() != peer.UUID() {
		t.Errorf("a new ID of typeid-go is read as %v, %v", x, err)
	}
}
