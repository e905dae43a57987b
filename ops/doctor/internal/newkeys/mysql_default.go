package newkeys

// myClock is the time in microseconds, with the fraction of a second that has passed in the statement.
func myClock(epoch string) string {
	return "(TIMESTAMPDIFF(MICROSECOND, TIMESTAMP'" + epoch + "', UTC_TIMESTAMP(6)) + TIMESTAMPDIFF(MICROSECOND, NOW(6), SYSDATE(6)))"
}

// myDefaults are expressions for the keys of new rows, those of migrations/mysql/README.md, by the part of the functions'
// names: a DEFAULT can call no function of a user.
var myDefaults = map[string]string{
	"wiji":      "UNHEX(CONCAT(LPAD(HEX(" + myClock("1970-01-01 00:00:00") + "), 14, '0'), '00001', RIGHT(HEX(RANDOM_BYTES(7)), 13)))",
	"ulid":      "UNHEX(CONCAT(LPAD(HEX(" + myClock("1970-01-01 00:00:00") + " DIV 1000), 12, '0'), HEX(RANDOM_BYTES(10))))",
	"uuid":      "UNHEX(CONCAT(LPAD(HEX(" + myClock("1970-01-01 00:00:00") + " DIV 1000), 12, '0'), '7', RIGHT(HEX(RANDOM_BYTES(2)), 3), HEX(8 | ASCII(RANDOM_BYTES(1)) & 3), RIGHT(HEX(RANDOM_BYTES(8)), 15)))",
	"scru":      "UNHEX(CONCAT(LPAD(HEX(" + myClock("1970-01-01 00:00:00") + " DIV 1000), 12, '0'), HEX(RANDOM_BYTES(14))))",
	"ulidflake": "(" + myClock("2024-01-01 00:00:00") + " DIV 1000 << 20 | (UUID_SHORT() & 4095) << 8 | ASCII(RANDOM_BYTES(1)))",
	"xid":       "(" + myClock("2011-11-11 11:11:11.111") + " DIV 1000 << 22 | CONV(HEX(RANDOM_BYTES(3)), 16, 10) & 4194303)",
}
