package main

import (
	"strings"
	"testing"
)

// plans have a part of the SQL of partition, or its error.
var plans = []struct {
	name, args string
	code       int
	out, err   string
}{
	{name: "Postgres", args: "-server postgres -table events -format wiji -ahead 1",
		out: "…psql -v ON_ERROR_STOP=1…CALL sortid_partitions_ensure('\"events\"', 'wiji', 'month', 1);\n"},
	{name: "from a time", args: "-server postgres -table shop.events -format xid -every day -from 2050-01 -ahead 0",
		out: "…CALL sortid_partitions_ensure_from('\"shop\".\"events\"', 'uid11', 'day', 0, timestamptz '2050-01-01 00:00:00.000000Z');\n"},
	{name: "a listing", args: "-server postgres -table events -format ulid -every quarter -retain 4",
		out: "…'quarter', 3);\n…SELECT * FROM sortid_partitions_before('\"events\"', 'ulid', now() - interval '12 months', 0, false);\n"},
	{name: "dropping", args: "-server postgres -table events -format ulid -every week -retain 2 -quarantine 7 -drop",
		out: "…now() - interval '14 days', 7, false);\n…CONCURRENTLY does not block the table…SELECT sortid_partitions_detach_before('\"events\"', 'ulid', now() - interval '14 days', 7, false)\n\\gexec\n" +
			"CALL sortid_partitions_drop_before('\"events\"', 'ulid', now() - interval '14 days', 7, false);\n"},
	{name: "a right clock", args: "-server postgres -table events -format ulid -retain 2 -clock-is-right -drop",
		out: "…CALL sortid_partitions_drop_before('\"events\"', 'ulid', now() - interval '2 months', 0, true);\n"},
	{name: "a schema for people", args: "-server postgres -table shop.events -format wiji", out: "-- Partitions of shop.events, one for each month (UTC), of IDs of wiji. …"},
	{name: "no schema for people", args: "-server postgres -table events -format wiji", out: "-- Partitions of events, …"},
	{name: "hours", args: "-server postgres -table events -format wiji -every hour -retain 2", out: "…now() - interval '2 hours'…"},
	{name: "days", args: "-server mysql -table events -format wiji -every day -retain 2", out: "…UTC_TIMESTAMP() - INTERVAL 2 day…"},
	{name: "years", args: "-server mysql -table events -format wiji -every year -retain 2", out: "…UTC_TIMESTAMP() - INTERVAL 2 year…"},
	{name: "the longest windows", args: "-server mysql -table events -format wiji -ahead 1000 -retain 8191 -quarantine 36500", out: "…'month', 1000);…INTERVAL 8191 month, 36500, false);\n"},
	{name: "the longest name on MySQL", args: "-server mysql -format wiji -table " + strings.Repeat("é", 64), out: "…" + strings.Repeat("é", 64) + "', 'wiji'…"},
	{name: "the longest name on Postgres", args: "-server postgres -format wiji -table " + strings.Repeat("a", 63), out: "…" + strings.Repeat("a", 63) + "\"', 'wiji'…"},
	{name: "MySQL", args: "-server mysql -table events -format wiji -from 2050-01 -ahead 0",
		out: "…SET NAMES utf8mb4;\nCALL sortid_partitions_ensure_from('events', 'wiji', 'month', 0, '2050-01-01 00:00:00.000000');\n"},
	{name: "MariaDB", args: "-server mariadb -table shop.it's -format xid -retain 12 -drop",
		out: "…with mariadb,…CALL `shop`.sortid_partitions_ensure('it''s', 'uid11', 'month', 3);\n…CALL `shop`.sortid_partitions_before('it''s', 'uid11', UTC_TIMESTAMP() - INTERVAL 12 month, 0, false);\n" +
			"CALL `shop`.sortid_partitions_drop_before('it''s', 'uid11', UTC_TIMESTAMP() - INTERVAL 12 month, 0, false);\n"},
	{name: "a backslash", args: `-server mysql -table a\ -format wiji`, out: "…ensure(CONVERT(X'615C' USING utf8mb4), 'wiji'…"},

	{name: "no server", args: "-table events -format wiji", code: exitUsage, err: `…-server "": use postgres, mysql or mariadb…`},
	{name: "no format", args: "-server postgres -table events -retain 12 -drop", code: exitUsage, err: "…-format: missing: use the format of the IDs in the table: wiji, ulid…"},
	{name: "another format", args: "-server mysql -table events -format sonyflake", code: exitUsage, err: `…format "sonyflake"…`},
	{name: "no table", args: "-server mysql -format wiji", code: exitUsage, err: `…-table "": use TABLE or SCHEMA.TABLE…`},
	{name: "three names", args: "-server mysql -format wiji -table a.b.c", code: exitUsage, err: `…-table "a.b.c": use TABLE…`},
	{name: "an open quote", args: `-server mysql -format wiji -table "a`, code: exitUsage, err: `…use TABLE or SCHEMA.TABLE…`},
	{name: "no name after the dot", args: `-server mysql -format wiji -table a.`, code: exitUsage, err: `…use TABLE or SCHEMA.TABLE…`},
	{name: "a long name", args: "-server mysql -format wiji -table " + strings.Repeat("é", 65), code: exitUsage, err: "…a name of 65 characters: mysql allows 64…"},
	{name: "a longer name on Postgres", args: "-server postgres -format wiji -table " + strings.Repeat("a", 64), code: exitUsage, err: "…a name of 64 bytes: postgres allows 63…"},
	{name: "a name with DEL", args: "-server mysql -format wiji -table a\x7f", code: exitUsage, err: "…it has control characters…"},
	{name: "a control character", args: "-server mysql -format wiji -table a\x01", code: exitUsage, err: "…it has control characters…"},
	{name: "another period", args: "-server mysql -table events -format wiji -every fortnight", code: exitUsage, err: `…-every "fortnight": use hour, day, week, month, quarter or year…`},
	{name: "an argument", args: "-server mysql events", code: exitUsage, err: `…"events" is one…`},
	{name: "JSON", args: "-server mysql -table events -format wiji -json", code: exitUsage, err: "…-json: partition prints SQL only…"},
	{name: "a negative window", args: "-server mysql -table events -format wiji -ahead -1", code: exitUsage, err: "…-ahead -1: use 0 to 1000…"},
	{name: "a long window", args: "-server mysql -table events -format wiji -ahead 1001", code: exitUsage, err: "…-ahead 1001: use 0 to 1000…"},
	{name: "much to keep", args: "-server mysql -table events -format wiji -retain 8192", code: exitUsage, err: "…-retain 8192: use 1 to 8191…"},
	{name: "a negative quarantine", args: "-server mysql -table events -format wiji -retain 1 -quarantine -1", code: exitUsage, err: "…-quarantine -1: use 1 to 36500 days…"},
	{name: "a time that is none", args: "-server mysql -table events -format wiji -from 2050-13", code: exitUsage, err: "…2050-13…"},
	{name: "nothing to keep", args: "-server mysql -table events -format wiji -retain -1", code: exitUsage, err: "…-retain -1: use 1 to 8191…"},
	{name: "nothing is old", args: "-server mysql -table events -format wiji -drop", code: exitUsage, err: "…use -retain N to say what is old…"},
	{name: "a right clock and nothing is old", args: "-server mysql -table events -format wiji -clock-is-right", code: exitUsage, err: "…use -retain N to say what is old…"},
	{name: "a long quarantine", args: "-server mysql -table events -format wiji -retain 1 -quarantine 36501", code: exitUsage, err: "…-quarantine 36501: use 1 to 36500 days…"},
	{name: "before the epoch", args: "-server mysql -table events -format ulidflake -from 2020-01", code: exitInput, err: "…outside the format's lifetime…"},
}

// A format that the procedures do not take is refused before the server does.
func TestNotPartitioned(t *testing.T) {
	f, err := lookup("ulid")
	if err != nil {
		t.Fatal(err)
	}
	f.Partitioned = false
	defer func() { f.Partitioned = true }()
	code, out, errOut := call("", "partition", "-server", postgres, "-table", "events", "-format", "ulid")
	if want := "-format ulid: there are no partitions for it: use wiji, uuidv7, "; code != exitUsage || out != "" || !strings.Contains(errOut, want) {
		t.Errorf("exit code %d, %q, %q, want %q", code, out, errOut, want)
	}
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
