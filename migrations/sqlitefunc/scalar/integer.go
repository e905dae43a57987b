package scalar

import (
	"database/sql/driver"
	"encoding/binary"
	"fmt"
	"math"

	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
)

func ulidFlakeFunctions() []Function {
	k := kind[ulidflake.ID]{
		prefix: "ulidflake", library: "ulidflake", read: readFlake,
		write: func(x ulidflake.ID) (driver.Value, error) { return x.Int64() },
	}
	return append(common(k, ulidflake.Parse, ulidflake.Valid, ulidflake.MinAt, ulidflake.MaxAt),
		k.typedText(lower[ulidflake.ID]), k.typedParse("typed_parse", 13, ulidflake.Parse),
		k.generateWith("new_with", 2, newFlake),
		k.fromTimeAndRow("at", nth("ulidflake", ulidflake.MinAt, ulidflake.MaxAt)),
		k.textOfID("fields", func(x ulidflake.ID) string {
			f := x.Fields()
			return fmt.Sprintf(`{"millis":%d,"random":%d}`, f.Timestamp, f.Random)
		}),
		k.textOfID("scalable", func(x ulidflake.ID) string {
			f := x.Scalable()
			return fmt.Sprintf(`{"millis":%d,"random":%d,"scalability":%d}`, f.Timestamp, f.Random, f.Machine)
		}),
	)
}

func readFlake(v driver.Value) (ulidflake.ID, error) {
	i, ok := v.(int64)
	if !ok {
		return 0, typeError("ulidflake", v, "an integer (sortid_ulidflake_parse reads a text)")
	}
	return ulidflake.ID(i), nil
}

// uidFunctions returns the functions of uid11 and of its profile xid. An ID is an INTEGER, or a
// BLOB of 8 bytes in a column that is to hold 2^63 and more. A function that gives an
// ID gives an integer, and has a twin whose name ends in _bytes for the blob.
func uidFunctions() []Function {
	uid := kind[uid11.ID]{prefix: "uid", library: "uid11", read: readUID, write: writeUID}
	xid := kind[uid11.ID]{prefix: "xid", library: "uid11", read: readUID, write: writeUID}
	list := []Function{
		uid.textOfID("text", uid11.ID.String),
		uid.typedText(uid11.ID.String),
		uid.valid(uid11.ID.IsValid),
		uid.validText(uid11.Valid),
		uid.parse("prefix_max", greatestInteger),
		xid.time(uid11.ID.Time),
		xid.textOfID("fields", func(x uid11.ID) string {
			f := x.Fields()
			return fmt.Sprintf(`{"millis":%d,"random":%d}`, f.Timestamp, f.Random)
		}),
	}
	list = append(list, uidMakers(uid, xid, "")...)
	uid.write, xid.write = writeUIDBytes, writeUIDBytes
	list = append(list, uid.parse("prefix_max_bytes", greatest),
		// A half of these are no integers of SQLite.
		uid.generate("random_bytes", fullRandom.New))
	return append(list, uidMakers(uid, xid, "_bytes")...)
}

// uidMakers returns the functions that return an ID and are the same for both types.
func uidMakers(uid, xid kind[uid11.ID], suffix string) []Function {
	return []Function{
		uid.parse("parse"+suffix, uid11.Parse),
		uid.typedParse("typed_parse"+suffix, 11, uid11.Parse),
		uid.parse("prefix_min"+suffix, func(prefix string) (uid11.ID, error) { r, err := uid11.ParsePrefix(prefix); return r.Lower, err }),
		uid.generateWith("snowish"+suffix, 1, newSnowish),
		uid.generate("ts_seq_rand"+suffix, sequential.New),
		xid.generate("new"+suffix, generated[uid11.ID]),
		xid.fromTime("min_at"+suffix, uid11.MinAt),
		xid.fromTime("max_at"+suffix, uid11.MaxAt),
		xid.fromTimeAndRow("at"+suffix, nth("uid11", uid11.MinAt, uid11.MaxAt)),
	}
}

// greatest is the upper bound of a prefix.
func greatest(prefix string) (uid11.ID, error) {
	r, err := uid11.ParsePrefix(prefix)
	return r.Upper, err
}

// greatestInteger is the upper bound among integers: the range of a prefix may go
// on beyond them.
func greatestInteger(prefix string) (uid11.ID, error) {
	r, err := uid11.ParsePrefix(prefix)
	if r.Lower <= math.MaxInt64 {
		return min(r.Upper, math.MaxInt64), err
	}
	return r.Upper, err
}

func readUID(v driver.Value) (uid11.ID, error) {
	switch v := v.(type) {
	case int64:
		return uid11.FromInt64(v)
	case []byte:
		return uid11.FromBytes(v)
	}
	return 0, typeError("uid11", v, "an integer or a blob of 8 bytes (sortid_uid_parse reads a text)")
}

func writeUID(x uid11.ID) (driver.Value, error) {
	i, err := x.Int64()
	if err != nil {
		return nil, fmt.Errorf("%w: for a BLOB column there are functions whose names end in _bytes", err)
	}
	return i, nil
}

func writeUIDBytes(x uid11.ID) (driver.Value, error) {
	return binary.BigEndian.AppendUint64(nil, uint64(x)), nil
}
