package main

import (
	"bufio"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"
)

// plans have a part of the SQL of partition, or its error.
var plans = []struct {
	name, args string
	code       int
	out, err   string
}{
	{name: "Postgres", args: "-server postgres -table events -from 2050-01 -ahead 1",
		out: `…CREATE TABLE "events" ("id" uuid PRIMARY KEY, ...) PARTITION BY RANGE ("id");…('events_p2050_01', '08f81e1b-0980-0000-0010-000000000000'::uuid, '…`},
	{name: "MySQL", args: "-server mysql -table events -from 2050-01 -ahead 0",
		out: "…'PARTITION p2050_01 VALUES LESS THAN (X''08FA8DB81E2000000010000000000000'')'); -- up to 2050-02-01T00:00:00Z\n…"},
	{name: "MariaDB", args: "-server mariadb -table shop.events -format xid -from 2050-01 -ahead 0",
		out: "…client mariadb. It…CREATE TABLE `shop`.`events` (`id` BIGINT UNSIGNED NOT NULL…CALL `shop`.`sortid_partition_once`();…"},
	{name: "a type", args: "-server mysql -table events -type text -from 2050-01 -ahead 0", out: "…`id` VARCHAR(n) CHARACTER SET ascii COLLATE ascii_bin…VALUES LESS THAN (''08ZA6VG7H00000040000000000'')…"},

	{name: "no server", args: "-table events", code: exitUsage, err: `…-server "": use postgres, mysql or mariadb…`},
	{name: "no table", args: "-server mysql", code: exitUsage, err: `…-table "": use TABLE or SCHEMA.TABLE…`},
	{name: "three names", args: "-server mysql -table a.b.c", code: exitUsage, err: `…-table "a.b.c": use TABLE…`},
	{name: "an open quote", args: `-server mysql -table "a`, code: exitUsage, err: `…use TABLE or SCHEMA.TABLE…`},
	{name: "no name after the dot", args: `-server mysql -table a.`, code: exitUsage, err: `…use TABLE or SCHEMA.TABLE…`},
	{name: "no column", args: "-server mysql -table events -column=", code: exitUsage, err: "…-column: the name is empty…"},
	{name: "a long column", args: "-server mysql -table events -column " + strings.Repeat("é", 65), code: exitUsage, err: "…a name of 65 characters: mysql allows 64…"},
	{name: "a control character", args: "-server mysql -table a\x01", code: exitUsage, err: "…it has control characters…"},
	{name: "the delimiter", args: "-server mysql -table a$sortid$", code: exitUsage, err: "…it contains $sortid$…"},
	{name: "a long partition", args: "-server postgres -table " + strings.Repeat("a", 57), code: exitUsage, err: `…a name of 66 bytes: postgres allows 63: use a shorter name…`},
	{name: "another period", args: "-server mysql -table events -every fortnight", code: exitUsage, err: `…-every "fortnight": use hour, day, week, month, quarter, year…`},
	{name: "another format", args: "-server mysql -table events -format ksuid", code: exitUsage, err: `…format "ksuid"…`},
	{name: "another server's type", args: "-server mariadb -table events -type uuid", code: exitUsage, err: `…-type "uuid": not for the IDs of wiji on mariadb: use binary, bigint, text…`},
	{name: "a type that is too long", args: "-server postgres -table events -type uuid -format xid", code: exitUsage, err: "…-type uuid: uid11 has 8 bytes: use bigint…"},
	{name: "a type that is too short", args: "-server mysql -table events -type bigint", code: exitUsage, err: "…-type bigint: wiji has 16 bytes: use binary…"},
	{name: "an argument", args: "-server mysql events", code: exitUsage, err: `…"events" is one…`},
	{name: "a negative window", args: "-server mysql -table events -ahead -1", code: exitUsage, err: "…-ahead -1: use 0 to 8191…"},
	{name: "nothing to keep", args: "-server mysql -table events -retain -1", code: exitUsage, err: "…-retain -1: use 1 to 8191, or 0…"},
	{name: "too many", args: "-server mysql -table events -every hour -from 2020-01", code: exitUsage, err: "…these are more than 8192 partitions…"},
	{name: "before the epoch", args: "-server mysql -table events -format ulidflake -from 2020-01", code: exitInput, err: "…outside the format's lifetime…"},
	{name: "a signed bound", args: "-server postgres -table events -format xid -from 2081-07", code: exitInput, err: "…above 9223372036854775807: use -type bytea…"},
	{name: "an unsigned bound", args: "-server mysql -table events -format xid -from 2081-07", code: exitInput, err: "…above 9223372036854775807: use -type binary…"},
}

func TestPartition(t *testing.T) {
	for _, c := range plans {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := call("", append([]string{"partition"}, strings.Fields(c.args)...)...)
			if code != c.code || !matches(out, c.out) || !matches(errOut, c.err) {
				t.Errorf("sortid partition %s: exit code %d, want %d\n%s%s\nwant\n%s%s", c.args, code, c.code, out, errOut, c.out, c.err)
			}
		})
	}
}

// The periods that have partitions, by the time of the call.
func TestWindow(t *testing.T) {
	for _, c := range []struct {
		every, from, now string
		ahead, retain    int
		want             []string // the labels of the periods
		before           string   // the start of the first one that is kept
	}{
		{every: "month", from: "2026-01-31", now: "2026-02-28", ahead: 2, want: []string{"2026_01", "2026_02", "2026_03", "2026_04"}},
		{every: "month", from: "2026-05", now: "2026-02-28", ahead: 1, want: []string{"2026_05", "2026_06"}},
		{every: "month", from: "2025-01", now: "2026-01-01", ahead: 0, retain: 1, want: []string{"2025_12", "2026_01"}, before: "2025-12-01T00:00:00Z"},
		{every: "month", from: "2026-01", now: "2026-01-31", ahead: 0, retain: 12, want: []string{"2026_01"}, before: "2025-01-01T00:00:00Z"},
		{every: "hour", from: "now", now: "2026-12-31T23:59", ahead: 1, want: []string{"2026_12_31_23", "2027_01_01_00"}},
		{every: "day", from: "2028-02-28T12:00", now: "2028-02-29", ahead: 1, want: []string{"2028_02_28", "2028_02_29", "2028_03_01"}},
		{every: "week", from: "2027-01-03", now: "2027-01-04", ahead: 0, want: []string{"2026_w53", "2027_w01"}},
		{every: "quarter", from: "2026-03-31", now: "2026-10-01", ahead: 0, want: []string{"2026_q1", "2026_q2", "2026_q3", "2026_q4"}},
		{every: "year", from: "2026-12-31", now: "2026-01-01", ahead: 1, retain: 3, want: []string{"2026", "2027"}, before: "2023-01-01T00:00:00Z"},
	} {
		var out strings.Builder
		p := &program{out: bufio.NewWriter(&out)}
		now, err := p.time(c.now)
		if err != nil {
			t.Fatal(err)
		}
		p.now = now.In(time.FixedZone("", -12*3600)) // periods are in UTC
		from, err := p.time(c.from)
		if err != nil {
			t.Fatal(err)
		}
		every, err := lookupPeriod(c.every)
		if err != nil {
			t.Fatal(err)
		}
		w := window{every: every, from: from, now: p.now, ahead: c.ahead, retain: c.retain}
		starts, err := w.starts()
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, start := range starts[:len(starts)-1] {
			got = append(got, every.label(start))
		}
		if !slices.Equal(got, c.want) || c.before != "" && written(w.cutoff()) != c.before {
			t.Errorf("%+v: periods %q, and the first one that is kept starts at %s", c, got, written(w.cutoff()))
		}
	}
}

// The JSON has the bounds and the SQL.
func TestPartitionJSON(t *testing.T) {
	code, out, errOut := call("", "partition", "-json", "-server", "postgres", "-table", `"a.b"."c"`, "-from", "2050-01", "-ahead", "1", "-retain", "2")
	var plan struct {
		Table, Type string
		Partitions  []partition
		DropBefore  *bound `json:"drop_before"`
		SQL         string
	}
	if err := json.Unmarshal([]byte(out), &plan); err != nil || code != exitOK {
		t.Fatal(code, errOut, err)
	}
	if plan.Table != "a.b.c" || plan.Type != "uuid" || len(plan.Partitions) != 2 || plan.Partitions[0].End != plan.Partitions[1].First ||
		plan.Partitions[0].Name != "c_p2050_01" || plan.Partitions[0].First.Time != "2050-01-01T00:00:00Z" ||
		plan.Partitions[0].First.Value != "08f81e1b-0980-0000-0010-000000000000" || plan.DropBefore == nil || !strings.Contains(plan.SQL, `"a.b"."c"`) {
		t.Errorf("%+v", plan)
	}
}
