package scalar

import (
	"database/sql/driver"
	"fmt"

	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// readBlob reads a blob of the size of an ID. fromBytes is the format's own
// decoder, which words the error of another size.
func readBlob[T ~[16]byte | ~[20]byte](library, parse string, fromBytes func([]byte) (T, error)) func(driver.Value) (T, error) {
	return func(v driver.Value) (x T, err error) {
		b, ok := v.([]byte)
		switch {
		case !ok:
			return x, typeError(library, v, fmt.Sprintf("a blob of %d bytes (%s reads a text)", len(x), parse))
		case len(b) != len(x):
			return fromBytes(b)
		}
		for i := range b {
			x[i] = b[i]
		}
		return x, nil
	}
}

func wijiFunctions() []Function {
	k := kind[wiji.ID]{
		prefix: "wiji", library: "wiji", read: readBlob("wiji", "sortid_wiji_parse", wiji.FromBytes),
		write: func(x wiji.ID) (driver.Value, error) { return x[:], nil },
	}
	return append(common(k, wiji.Parse, wiji.Valid, wiji.MinAt, wiji.MaxAt),
		k.typedText(lower[wiji.ID]), k.typedParse("typed_parse", 26, wiji.Parse),
		k.dated(wiji.At),
		k.textOfID("uuid", wiji.ID.UUID),
		k.textOfID("hex", wiji.ID.Hex),
		k.textOfID("fields", func(x wiji.ID) string {
			f := x.Fields()
			return fmt.Sprintf(`{"micros":%d,"sequence":%d,"version":%d,"random":%d}`, f.Timestamp, f.Sequence, f.Version, f.Random)
		}),
	)
}

func ulidFunctions() []Function {
	k := kind[ulid.ID]{
		prefix: "ulid", library: "ulid", read: readBlob("ulid", "sortid_ulid_parse", ulid.FromBytes),
		write: func(x ulid.ID) (driver.Value, error) { return x[:], nil },
	}
	return append(common(k, ulid.Parse, ulid.Valid, ulid.MinAt, ulid.MaxAt),
		k.typedText(lower[ulid.ID]), k.typedParse("typed_parse", 26, ulid.Parse),
		k.dated(ulid.At),
		k.textOfID("uuid", ulid.ID.UUID),
		k.textOfID("fields", func(x ulid.ID) string {
			f := x.Fields()
			return fmt.Sprintf(`{"millis":%d,"random":"%x"}`, f.Timestamp, f.Random)
		}),
	)
}

func uuidFunctions() []Function {
	k := kind[uuidv7.ID]{
		prefix: "uuid", library: "uuidv7", read: readBlob("uuidv7", "sortid_uuid_parse", uuidv7.FromBytes),
		write: func(x uuidv7.ID) (driver.Value, error) { return x[:], nil },
	}
	return append(common(k, uuidv7.Parse, uuidv7.Valid, uuidv7.MinAt, uuidv7.MaxAt),
		k.typedText(typeIDSuffix), k.typedParse("typed_parse", 26, parseTypeIDSuffix),
		k.dated(uuidv7.At),
		k.textOfID("hex", uuidv7.ID.Hex),
		k.textOfID("fields", func(x uuidv7.ID) string {
			f := x.Fields()
			return fmt.Sprintf(`{"millis":%d,"rand_a":%d,"random":%d}`, f.Timestamp, f.RandA, f.Random)
		}),
	)
}

// typeIDSuffix returns the text of a TypeID after its prefix.
func typeIDSuffix(x uuidv7.ID) string {
	b, _ := uuidv7.AppendTypeID(nil, "", x) // a TypeID without a prefix cannot fail
	return string(b)
}

// parseTypeIDSuffix returns the ID of such a text.
func parseTypeIDSuffix(s string) (uuidv7.ID, error) {
	_, b, err := uuidv7.ParseTypeID(s)
	if err != nil {
		return uuidv7.ID{}, fmt.Errorf("uuidv7: %w", err)
	}
	return uuidv7.FromBytes(b[:])
}

func scruFunctions() []Function {
	k := kind[scru160.ID]{
		prefix: "scru", library: "scru160", read: readBlob("scru160", "sortid_scru_parse", scru160.FromBytes),
		write: func(x scru160.ID) (driver.Value, error) { return x[:], nil },
	}
	return append(common(k, scru160.Parse, scru160.Valid, scru160.MinAt, scru160.MaxAt),
		k.typedText(lower[scru160.ID]), k.typedParse("typed_parse", 32, scru160.Parse),
		k.dated(scru160.At),
		k.textOfID("hex", scru160.ID.Hex),
		k.textOfID("fields", func(x scru160.ID) string {
			f := x.Fields()
			return fmt.Sprintf(`{"millis":%d,"counter":%d,"random16":%d,"random80":"%x"}`, f.Timestamp, f.Counter, f.Extension, f.Random)
		}),
	)
}
