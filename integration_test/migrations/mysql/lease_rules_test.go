package mysql_test

import (
	"fmt"
	"strings"
	"testing"
)

// leaseRules tests the claim of a machine number, and what a renewal keeps.
func leaseRules(_ *testing.T, d database, s session) {
	const (
		now  = 1_798_761_600_000 // milliseconds
		uid  = 1_321_009_871_111
		read = "(SELECT CONCAT_WS(' ', number, token, renewal, expires - 1798761600000, begins, mark - 1798761600000, @sortid_lease_number, @sortid_lease_token, @sortid_lease_mark - 1798761600000, @sortid_lease_floor) FROM sortid_lease WHERE holder LIKE 'session%' ORDER BY number DESC LIMIT 1)"
	)
	s.exec("SET @given_innodb_flush_log_at_trx_commit = 1, @given_log_bin = 1, @given_sync_binlog = 1")
	fresh := "SET @sortid_lease_number = NULL, @sortid_lease_token = NULL, @sortid_lease_mark = NULL, @sortid_lease_floor = NULL"
	floor := func(mark int64) int64 { return max(mark-uid, 0)<<12 | 4095 }
	taken := func(from, to int) string {
		var rows []string
		for n := from; n < to; n++ {
			rows = append(rows, fmt.Sprintf("(%d, 5, %d, 0)", n, now+1))
		}
		return strings.Join(rows, ", ")
	}
	claim := func(seconds string) string {
		_, err := s.ExecContext(s.t.Context(), "CALL sortid_lease_claim("+seconds+")")
		if text := refusal(err); text != "" {
			return text
		}
		return s.says(read)
	}
	beyond := d.session(s.t)
	beyond.exec("DO GET_LOCK('sortid.snowish.1024', 0)") // which is no number
	for _, r := range []struct{ name, rows, want string }{
		{"the first", "", fmt.Sprintf("0 1 0 60000 0 60000 0 1 60000 %d", floor(0))},
		{"a later mark", fmt.Sprintf("(0, 5, 0, %d)", now+1), fmt.Sprintf("1 1 0 60000 0 60000 1 1 60000 %d", floor(0))},
		{"the present mark", fmt.Sprintf("(0, 5, 0, %d)", now), fmt.Sprintf("0 6 0 60000 %d 60000 0 6 60000 %d", now, floor(now))},
		{"an earlier mark", fmt.Sprintf("(0, 5, 0, %d)", now-1), fmt.Sprintf("0 6 0 60000 %d 60000 0 6 60000 %d", now-1, floor(now-1))},
		{"a mark of the epoch", fmt.Sprintf("(0, 5, 0, %d)", uid+1), fmt.Sprintf("0 6 0 60000 %d 60000 0 6 60000 %d", uid+1, floor(uid+1))},
		{"a claim that ends now", fmt.Sprintf("(0, 5, %d, 0)", now), fmt.Sprintf("0 6 0 60000 0 60000 0 6 60000 %d", floor(0))},
		{"a claim that ends later", fmt.Sprintf("(0, 5, %d, 0)", now+1), fmt.Sprintf("1 1 0 60000 0 60000 1 1 60000 %d", floor(0))},
		{"the earliest mark", "(0, 5, 0, 7), (1, 5, 0, 6), (2, 5, 0, 8)", fmt.Sprintf("1 6 0 60000 6 60000 1 6 60000 %d", floor(0))},
		{"the least number", "(4, 5, 0, 7), (3, 5, 0, 7)", fmt.Sprintf("3 6 0 60000 7 60000 3 6 60000 %d", floor(0))},
		{"one number left", taken(0, 1022) + ", (1022, 0, 0, 0)", fmt.Sprintf("1022 1 0 60000 0 60000 1022 1 60000 %d", floor(0))},
		{"the last row", taken(0, 1022) + ", (1023, 2, 0, 0)", fmt.Sprintf("1023 3 0 60000 0 60000 1023 3 60000 %d", floor(0))},
		{"one row left", taken(0, 1023), fmt.Sprintf("1023 1 0 60000 0 60000 1023 1 60000 %d", floor(0))},
		{"none left", taken(0, 1024), "1644 lease: claim of a number: all 1024 numbers are taken"},
		{"a number beyond", "(1024, 5, 0, 0)", fmt.Sprintf("0 1 0 60000 0 60000 0 1 60000 %d", floor(0))},
	} {
		s.at(now*1000 + 999)
		s.exec("DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh)
		if r.rows != "" {
			s.exec("INSERT INTO sortid_lease (name, number, token, expires, mark) SELECT 'snowish', v.* FROM (SELECT 0 a, 0 b, 0 c, 0 d FROM DUAL WHERE FALSE UNION ALL VALUES "+valuesOf(d, r.rows)+") AS v",
				"INSERT INTO sortid_lease (name, number, holder) VALUES ('other', 0, 'another')")
		}
		if got := claim("60"); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("%s: %s, want %s", r.name, got, r.want)
		}
	}
	// A row of a number beyond is none to claim, with or without its lock.
	beyond.exec("DO RELEASE_ALL_LOCKS()")
	s.exec("DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh, "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 1024), ('snowish', 1025)")
	if got, want := claim("60"), "0 1 0 60000 0 60000 0 1 60000"; !strings.HasPrefix(got, want) {
		s.t.Errorf("beside numbers beyond: %s, want %s", got, want)
	}
	// A renewal keeps the number and the floor, while the claim lasts.
	s.at(now * 1000)
	s.exec("DELETE FROM sortid_lease", fresh)
	for _, r := range []struct{ name, set, seconds, want string }{
		{"for 60 seconds", "", "60", "0 1 0 60000 0 60000 0 1 60000 4095"},
		{"again", "@sortid_lease_floor = 77", "61", "0 1 1 61000 0 61000 0 1 61000 77"},
		{"for less", "", "1", "0 1 2 1000 0 61000 0 1 1000 77"},
		{"for a day", "", "86400", "0 1 3 86400000 0 86400000 0 1 86400000 77"},
		{"for no second", "", "0", "1644 lease: seconds '0': invalid setting: use 1 to 86400"},
		{"for more", "", "86401", "1644 lease: seconds '86401': invalid setting"},
		{"for NULL", "", "NULL", "1644 lease: seconds 'NULL': invalid setting"},
	} {
		if r.set != "" {
			s.exec("SET " + r.set)
		}
		if got := claim(r.seconds); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("a renewal %s: %s, want %s", r.name, got, r.want)
		}
	}
	// What the table says of the session's claim.
	for _, r := range []struct{ name, update, want string }{
		{"ends in a millisecond", "expires = 1798761600001", "0 1 1 60000"},
		{"ended now", "expires = 1798761600000, mark = 1798761600000", "0 2 0 60000"},
		{"was claimed by another", "token = 2, holder = 'another', expires = 1798761600001", "1 1 0 60000"},
		{"is of another holder", "holder = 'another'", "1644 lease: claim of a number: the table of claims went back"},
		{"is of a lower token", "token = 0", "1644 lease: claim of a number: the table of claims went back"},
		{"is of a lower mark", "expires = 1798761600000, mark = 1798761659999", "1644 lease: claim of a number: the table of claims went back"},
		{"is of the same mark", "expires = 1798761600000, mark = 1798761660000", "1 1 0 60000"},
		{"is of another set", "name = 'other'", "1644 lease: claim of a number: the table of claims went back"},
		{"is gone", "number = 9", "1644 lease: claim of a number: the table of claims went back"},
	} {
		s.at(now * 1000)
		s.exec("DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh)
		if got := claim("60"); !strings.HasPrefix(got, "0 1 0 60000") {
			s.t.Errorf("a claim before: %s", got)
		}
		if r.name == "ended now" {
			s.exec("SET @sortid_lease_mark = 1798761600000")
		}
		s.exec("UPDATE sortid_lease SET " + r.update)
		if got := claim("60"); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("a claim that %s: %s, want %s", r.name, got, r.want)
		}
		if strings.HasPrefix(r.want, "1644") {
			s.values([]value{{"@sortid_lease_mark", "0"}})
		}
	}
	// The release, from which on no ID with the number can be of the floor's millisecond.
	s.at(now * 1000)
	s.exec("DELETE FROM sortid_lease", fresh)
	claim("60")
	s.exec(fmt.Sprintf("SET @sortid_lease_floor = %d", int64(now-uid)<<12|9), "INSERT INTO sortid_lease (name, number, token) VALUES ('other', 0, 1), ('snowish', 5, 1)")
	s.exec("CALL sortid_lease_release()")
	s.values([]value{{"(SELECT SUM(renewal) FROM sortid_lease WHERE number = 5 OR name = 'other')", "0"}})
	s.exec("DELETE FROM sortid_lease WHERE number = 5 OR name = 'other'")
	s.values([]value{
		{"(SELECT CONCAT_WS(' ', number, token, renewal, expires, mark) FROM sortid_lease)", fmt.Sprint("0 1 1 0 ", now+1)},
		{"@sortid_lease_number", "NULL"},
	})
	for _, r := range []struct{ set, want string }{
		{"@given_innodb_flush_log_at_trx_commit = 0", "1644 lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush"},
		{"@given_innodb_flush_log_at_trx_commit = 2", "1644 lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush"},
		{"@given_innodb_flush_log_at_trx_commit = 4", "1644 lease: claim of a number: commits are not durable: SET GLOBAL innodb_flush"},
		{"@given_innodb_flush_log_at_trx_commit = 3", "1 1 0 60000"},
		{"@given_innodb_flush_log_at_trx_commit = 1, @given_sync_binlog = 0", "1644 lease: claim of a number: commits are not durable with a binary log"},
		{"@given_sync_binlog = 2", "1644 lease: claim of a number: commits are not durable with a binary log"},
		{"@given_log_bin = 0", "1 1 1 60000"},
	} {
		s.exec("SET " + r.set)
		if got := claim("60"); !strings.HasPrefix(got, r.want) {
			s.t.Errorf("%s: %s, want %s", r.set, got, r.want)
		}
	}
	// The table of another database, which has this name, too, does not count.
	s.exec("ALTER TABLE sortid_lease ENGINE = MyISAM")
	if got := claim("60"); !strings.HasPrefix(got, "1644 lease: claim of a number: commits are not durable: ALTER TABLE sortid_lease ENGINE = InnoDB") {
		s.t.Errorf("a table of MyISAM: %s", got)
	}
	s.exec("ALTER TABLE sortid_lease ENGINE = InnoDB", "START TRANSACTION")
	for _, call := range []string{"CALL sortid_lease_claim(60)", "CALL sortid_lease_release()"} {
		if e := s.fails(call); e.Number != 1644 || !strings.Contains(e.Message, "a transaction is in progress") {
			s.t.Errorf("%s: %v", call, e)
		}
	}
	s.exec("ROLLBACK")
	// A number that another session uses without a claim stays free.
	other := d.session(s.t)
	other.at(now * 1000)
	other.exec("DO GET_LOCK('sortid.snowish.0', 0)")
	s.exec("SET @given_log_bin = 1, @given_sync_binlog = 1", "DO RELEASE_ALL_LOCKS()", "DELETE FROM sortid_lease", fresh)
	if got := claim("60"); !strings.HasPrefix(got, "1 1 0 60000") || s.says("(SELECT COUNT(*) FROM sortid_lease)") != "2" {
		s.t.Errorf("beside a session that uses the number 0: %s", got)
	}
	s.exec("DELETE FROM sortid_lease", fresh, "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 0), ('snowish', 1)")
	if got := claim("60"); !strings.HasPrefix(got, "1 1 0 60000") {
		s.t.Errorf("beside a session that uses the number 0, which has a row: %s", got)
	}
	other.exec("DO RELEASE_ALL_LOCKS()")
	s.exec("DELETE FROM sortid_lease", "INSERT INTO sortid_lease (name, number) VALUES ('snowish', 9)", fresh)
	s.values([]value{{"(SELECT CONCAT_WS(' ', token, renewal, expires, begins, mark, holder) FROM sortid_lease)", "0 0 0 0 0 "}})
	s.exec("DELETE FROM sortid_lease")
}

// valuesOf writes rows as the server's VALUES does.
func valuesOf(d database, rows string) string {
	if d.mariadb() {
		return rows
	}
	return strings.ReplaceAll(rows, "(", "ROW(")
}
