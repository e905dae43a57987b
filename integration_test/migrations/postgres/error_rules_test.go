package postgres_test

import (
	"fmt"
	"strings"
	"testing"
)

// errorRules tests the messages for input that is not valid, and input just within the limits.
func errorRules(t *testing.T, s givenSession) {
	const hex = "0665172898800100001123456789abcd" // the digits of a Wiji
	call := func(function, input string) string { return "sortid_" + function + "('" + input + "')" }
	form := "06651728-9880-0100-0011-23456789abcd"
	for n := range 11 { // each length of a prefix
		prefix := strings.Repeat("1", n) + "0"
		s.values([]value{{call("uid_prefix_min", prefix), fmt.Sprintf(`22P02 uid11: prefix "%s": character outside the alphabet: "0" at byte %d: use Bitcoin's Base58 alphabet (1-9, A-Z and a-z without I, O and l)`, prefix, n)}})
	}
	s.values([]value{
		{call("wiji_parse", strings.Replace(form, "-0011-", "-0031-", 1)), `22P02 wiji: uuid "06651728-9880-0100-0031-23456789abcd": unknown version: version 3: use functions that read it, these read version 1`},
		{"sortid_wiji_from_bytes('\\x" + hex[:18] + "3" + hex[19:] + "')", `22P03 wiji: binary 0x0665172898800100003123456789abcd: unknown version: version 3: use functions that read it, these read version 1`},
		{call("wiji_parse", ""), `22P02 wiji: text "": wrong length: 0 bytes: use 26 (Base32), 36 (UUID form) or 32 (hex)`},
		{call("wiji_parse", strings.Repeat("0", 25)), `22P02 wiji: text "0000000000000000000000000": wrong length: 25 bytes: use 26 (Base32), 36 (UUID form) or 32 (hex)`},
		{call("wiji_parse", strings.Repeat("0", 64)), `22P02 wiji: text "0000000000000000000000000000000000000000000000000000000000000000": wrong length: 64 bytes: use 26 (Base32), 36 (UUID form) or 32 (hex)`},
		{call("wiji_parse", strings.Repeat("0", 65)), `22P02 wiji: text "0000000000000000000000000000000000000000000000000000000000000000"... (65 bytes): wrong length: 65 bytes: use 26 (Base32), 36 (UUID form) or 32 (hex)`},
		{call("wiji_parse", "2"+strings.Repeat("0", 13)+"0400000000000"[:12]), `22P02 wiji: text "20000000000000040000000000": first character out of range: use the UUID, hex or binary form for times from 2540-11-08 on`},
		{call("wiji_parse", "1"+strings.Repeat("0", 25)), `22P02 wiji: text "10000000000000000000000000": unknown version: version 0: use functions that read it, these read version 1`},
		{call("wiji_parse", "8"+strings.Repeat("0", 25)), `22P02 wiji: text "80000000000000000000000000": overflow: use a text that begins with 0 or 1, a time before 2540-11-08`},
		{call("wiji_parse", strings.Repeat("0", 25)+"!"), `22P02 wiji: text "0000000000000000000000000!": character outside the alphabet: "!" at byte 25: use Crockford's Base32 alphabet (I, L, O and U are read as 1, 1, 0 and V)`},
		{call("wiji_parse", "!"+strings.Repeat("0", 25)), `22P02 wiji: text "!0000000000000000000000000": character outside the alphabet: "!" at byte 0: use Crockford's Base32 alphabet (I, L, O and U are read as 1, 1, 0 and V)`},
		{call("wiji_parse", form), `06651728-9880-0100-0011-23456789abcd`},
		{call("wiji_parse", strings.Replace(form, "-0011-", "-0021-", 1)), `22P02 wiji: uuid "06651728-9880-0100-0021-23456789abcd": unknown version: version 2: use functions that read it, these read version 1`},
		{call("wiji_parse", form[:8]+"0"+form[9:]), `22P02 wiji: uuid "0665172809880-0100-0011-23456789abcd": misplaced separator: put hyphens after 8, 12, 16 and 20 digits`},
		{call("wiji_parse", form[:13]+"0"+form[14:]), `22P02 wiji: uuid "06651728-988000100-0011-23456789abcd": misplaced separator: put hyphens after 8, 12, 16 and 20 digits`},
		{call("wiji_parse", form[:18]+"0"+form[19:]), `22P02 wiji: uuid "06651728-9880-010000011-23456789abcd": misplaced separator: put hyphens after 8, 12, 16 and 20 digits`},
		{call("wiji_parse", form[:23]+"0"+form[24:]), `22P02 wiji: uuid "06651728-9880-0100-0011023456789abcd": misplaced separator: put hyphens after 8, 12, 16 and 20 digits`},
		{call("wiji_parse", form[:35]+"g"), `22P02 wiji: uuid "06651728-9880-0100-0011-23456789abcg": character outside the alphabet: "g" at byte 35: use hexadecimal digits`},
		{call("wiji_parse", form[:9]+"-"+form[10:]), `22P02 wiji: uuid "06651728--880-0100-0011-23456789abcd": character outside the alphabet: "-" at byte 9: use hexadecimal digits`},
		{call("wiji_parse", hex[:31]+"g"), `22P02 wiji: hex "0665172898800100001123456789abcg": character outside the alphabet: "g" at byte 31: use hexadecimal digits`},
		{call("wiji_parse", hex[:18]+"2"+hex[19:]), `22P02 wiji: hex "0665172898800100002123456789abcd": unknown version: version 2: use functions that read it, these read version 1`},
		{call("wiji_parse", "ü"+hex[2:]), `22P02 wiji: hex "ü65172898800100001123456789abcd": character outside the alphabet: "ü" at byte 0: use hexadecimal digits`},
		{"sortid_wiji_from_bytes('\\x" + hex + "')", `06651728-9880-0100-0011-23456789abcd`},
		{"sortid_wiji_from_bytes('\\x" + hex[:18] + "2" + hex[19:] + "')", `22P03 wiji: binary 0x0665172898800100002123456789abcd: unknown version: version 2: use functions that read it, these read version 1`},
		{"sortid_wiji_from_bytes('\\x" + hex + "00')", `22P03 wiji: binary 0x0665172898800100001123456789abcd00: wrong length: 17 bytes: use 16 bytes`},
		{"sortid_wiji_from_bytes('\\x" + hex + hex + "')", `22P03 wiji: binary 0x0665172898800100001123456789abcd0665172898800100001123456789abcd: wrong length: 32 bytes: use 16 bytes`},
		{"sortid_wiji_from_bytes('\\x" + hex + hex + "00')", `22P03 wiji: binary 0x0665172898800100001123456789abcd0665172898800100001123456789abcd...: wrong length: 33 bytes: use 16 bytes`},
		{call("ulid_parse", "8"+strings.Repeat("0", 25)), `22P02 ulid: text "80000000000000000000000000": overflow: use a text up to 7ZZZZZZZZZZZZZZZZZZZZZZZZZ, which is 128 bits`},
		{call("ulidflake_parse", "8"+strings.Repeat("0", 12)), `22P02 ulidflake: text "8000000000000": overflow: use a text that begins with 0 to 7, up to 7ZZZZZZZZZZZZ`},
		{call("ulidflake_parse", "7"+strings.Repeat("Z", 12)), `9223372036854775807`},
		{call("uid_parse", "jpXCZedGfVR"), `22P02 uid11: text "jpXCZedGfVR": overflow: use a text up to jpXCZedGfVQ, which is 64 bits`},
		{call("uid_parse", "jpXCZedGfVQ"), `22003 uid11: uint64 18446744073709551615: overflow of bigint from 2^63 on: use a bytea column and the functions whose names end in _bytes`},
		{call("uid_prefix_min", "k"), `22P02 uid11: prefix "k": overflow: use a prefix of a text up to jpXCZedGfVQ`},
		{call("uid_prefix_min", "12345670"), `22P02 uid11: prefix "12345670": character outside the alphabet: "0" at byte 7: use Bitcoin's Base58 alphabet (1-9, A-Z and a-z without I, O and l)`},
		{call("uid_prefix_min", "123456789012"), `22P02 uid11: prefix "123456789012": wrong length: 12 bytes: use 1 to 11`},
		{call("scru_parse", strings.Repeat("0", 31)+"W"), `22P02 scru160: text "0000000000000000000000000000000W": character outside the alphabet: "W" at byte 31: use the base32hex alphabet, 0 to 9 and A to V`},
		{call("uuid_parse", "01a3185c-5000-4ffc-8f01-23456789abcd"), `22P02 uuidv7: uuid "01a3185c-5000-4ffc-8f01-23456789abcd": unknown version: version 4, variant 10: use the type uuid for other versions, these functions read version 7, variant 10`},
		{call("uuid_parse", "01a3185c-5000-7ffc-cf01-23456789abcd"), `22P02 uuidv7: uuid "01a3185c-5000-7ffc-cf01-23456789abcd": unknown version: version 7, variant 11: use the type uuid for other versions, these functions read version 7, variant 10`},
		{call("uuid_parse", "01a3185c50007ffc8f0123456789abcg"), `22P02 uuidv7: hex "01a3185c50007ffc8f0123456789abcg": character outside the alphabet: "g" at byte 31: use hexadecimal digits`},
		{call("uuid_parse", "01a3185c50007ffc8f0123456789abc"), `22P02 uuidv7: text "01a3185c50007ffc8f0123456789abc": wrong length: 31 bytes: use 36 (with hyphens) or 32 (hex)`},
		{"sortid_uuid_from_bytes('\\x01a3185c50007ffccf0123456789abcd')", `22P03 uuidv7: binary 0x01a3185c50007ffccf0123456789abcd: unknown version: version 7, variant 11: use the type uuid for other versions, these functions read version 7, variant 10`},
		{"sortid_uuid_from_bytes('\\x01a3185c50006ffc8f0123456789abcd')", `22P03 uuidv7: binary 0x01a3185c50006ffc8f0123456789abcd: unknown version: version 6, variant 10: use the type uuid for other versions, these functions read version 7, variant 10`},
		{"sortid_uuid_typed_parse('user', 'user_80000000000000000000000000')", `22P02 uuidv7: text "80000000000000000000000000": overflow: use a text up to 7zzzzzzzzzzzzzzzzzzzzzzzzz, which is 128 bits`},
		{"sortid_uuid_typed_parse('user', 'user_7zzzzzzzzzzzzzzzzzzzzzzzzz')", `22P02 uuidv7: text "7zzzzzzzzzzzzzzzzzzzzzzzzz": unknown version: version 15, variant 11: use the type uuid for other versions, these functions read version 7, variant 10`},
		{"sortid_uuid_typed_parse('user', 'user_0000000000000000000000000')", `22P02 uuidv7: text "user_0000000000000000000000000": wrong length: 25 bytes after the prefix: use 26`},
		// Times: the first tick, and those before the year 1.
		{"sortid_wiji_min_at('1970-01-01 00:00:00Z')", "00000000-0000-0000-0010-000000000000"},
		{"sortid_wiji_min_at('0001-01-01 00:00:00Z')", "22008 wiji: time 0001-01-01T00:00:00.000000Z: outside"},
		{"sortid_wiji_min_at('0001-12-31 23:59:59.999999Z BC')", "22008 wiji: time 0001-12-31T23:59:59.999999Z BC: outside"},
		// The domains.
		{"0::sortid_ulidflake", "0"},
		{"(-1)::bigint::sortid_ulidflake", "23514 value for domain sortid_ulidflake violates"},
		{"0::sortid_xid", "0"},
		{"(-1)::bigint::sortid_xid", "23514 value for domain sortid_xid violates"},
		{"('\\x' || repeat('00', 8))::bytea::sortid_uid", "\\x" + strings.Repeat("00", 8)},
		{"('\\x' || repeat('00', 7))::bytea::sortid_uid", "23514 value for domain sortid_uid violates"},
		{"('\\x' || repeat('00', 9))::bytea::sortid_uid", "23514 value for domain sortid_uid violates"},
		{"('\\x' || repeat('00', 20))::bytea::sortid_scru", "\\x" + strings.Repeat("00", 20)},
		{"('\\x' || repeat('00', 19))::bytea::sortid_scru", "23514 value for domain sortid_scru violates"},
		{"('\\x' || repeat('00', 21))::bytea::sortid_scru", "23514 value for domain sortid_scru violates"},
		{"'00000000-0000-0000-001f-000000000000'::uuid::sortid_wiji", "00000000-0000-0000-001f-000000000000"},
		{"'00000000-0000-0000-0021-000000000000'::uuid::sortid_wiji", "23514 value for domain sortid_wiji violates"},
		{"'00000000-0000-7fff-bfff-000000000000'::uuid::sortid_uuid", "00000000-0000-7fff-bfff-000000000000"},
		{"'00000000-0000-6fff-bfff-000000000000'::uuid::sortid_uuid", "23514 value for domain sortid_uuid violates"},
		{"'00000000-0000-7fff-cfff-000000000000'::uuid::sortid_uuid", "23514 value for domain sortid_uuid violates"},
	})
}
