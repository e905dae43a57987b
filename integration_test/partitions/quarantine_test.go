package partitions_test

import (
	"strings"
	"testing"
	"time"
)

// threeYears creates a table with partitions of years, a row of three years ago in the first one, and one of now. It returns the name
// that the partition has as a detached table.
func (s server) threeYears(table string) (aside string) {
	s.t.Helper()
	s.create(table, s.pick("uuid", "BINARY(16)"))
	ago := s.pick("now() - interval '3 years'", "UTC_TIMESTAMP() - INTERVAL 3 YEAR")
	s.exec("CALL sortid_partitions_ensure_from('"+table+"', 'wiji', 'year', 1, "+ago+")", "INSERT INTO "+table+" (id) VALUES (sortid_wiji_min_at("+ago+")), (sortid_wiji_new())")
	query := "SELECT CONCAT('" + table + "_', MIN(PARTITION_NAME)) FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '" + table + "'"
	if s.postgres() {
		query = "SELECT tableoid::regclass FROM " + table + " ORDER BY id LIMIT 1"
	}
	return s.rows(query)[0]
}

// oldCall returns a call for the rows that are older than two years, with days of quarantine.
func (s server) oldCall(procedure, table, days string) string {
	return procedure + "('" + table + "', 'wiji', " + s.pick("now() - interval '2 years'", "UTC_TIMESTAMP() - INTERVAL 2 YEAR") + ", " + days + ", FALSE)"
}

// actions returns the listed action of each table and partition.
func (s server) actions(table, days string) map[string]string {
	s.t.Helper()
	list := map[string]string{}
	for _, row := range s.cells(s.pick("SELECT * FROM ", "CALL ") + s.oldCall("sortid_partitions_before", table, days)) {
		if row[8] != "" {
			s.t.Errorf("%s: %s", row[0], row[8])
		}
		list[row[0]] = row[1]
	}
	return list
}

// exists reports whether there is a table.
func (s server) exists(table string) bool {
	s.t.Helper()
	return s.rows("SELECT COUNT(*) FROM information_schema.tables WHERE table_schema = " + s.pick("'public'", "DATABASE()") + " AND table_name = '" + table + "'")[0] == "1"
}

// backdate writes another time into the comment of a detached table.
func (s server) backdate(table string, days int) {
	s.t.Helper()
	comment := s.rows(s.pick("SELECT obj_description('"+table+"'::regclass)", "SELECT TABLE_COMMENT FROM information_schema.TABLES WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = '"+table+"'"))[0]
	head, _, found := strings.Cut(comment, "detached ")
	if !found {
		s.t.Fatalf("the comment of %s is %q", table, comment)
	}
	comment = head + "detached " + time.Now().UTC().AddDate(0, 0, -days).Format(s.pick("2006-01-02T15:04:05Z", time.DateTime))
	s.exec(s.pick("COMMENT ON TABLE "+table+" IS '"+comment+"'", "ALTER TABLE "+table+" COMMENT = '"+comment+"'"))
}

// A detached table stays until its days have passed, and the listing says so. Its rows can be read meanwhile.
func TestQuarantine(t *testing.T) {
	onOne(t, func(t *testing.T, s server) {
		s.install()
		aside := s.threeYears("held")
		part := s.pick(aside, strings.TrimPrefix(aside, "held_"))
		if got := s.actions("held", "3")[part]; got != "detach" {
			t.Errorf("%s is listed for %q, want detach", part, got)
		}
		run := "CALL " + s.oldCall("sortid_partitions_drop_before", "held", "3")
		s.exec(run)
		for _, age := range []int{0, 2} {
			s.backdate(aside, age)
			if got := s.actions("held", "3")[aside]; got != "keep" {
				t.Errorf("after %d of 3 days %s is listed for %q, want keep", age, aside, got)
			}
			s.exec(run)
			if got := s.rows("SELECT COUNT(*) FROM " + aside)[0]; got != "1" {
				t.Errorf("after %d of 3 days %s has %s rows, want 1", age, aside, got)
			}
		}
		s.backdate(aside, 4)
		if got := s.actions("held", "3")[aside]; got != "drop" {
			t.Errorf("after 4 of 3 days %s is listed for %q, want drop", aside, got)
		}
		s.exec(run)
		if s.exists(aside) {
			t.Errorf("%s stays after 4 of 3 days", aside)
		}
	})
}
