package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
)

// january holds the flags of a short range query.
const january = " -shards 2 -limit 10 -from 2026-01-01 -to 2026-02-01"

func TestDDL(t *testing.T) {
	// A ~ is a backtick.
	for _, c := range []struct{ args, out string }{
		{"-server cockroachdb", `-- cockroachdb, hash: add your columns.
CREATE TABLE "events" (
  id uuid NOT NULL,
  PRIMARY KEY (id) USING HASH WITH (bucket_count = 2)
);

-- The rows from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z, in order.
SELECT * FROM "events"
WHERE id >= '06474846-2040-0000-0010-000000000000'::uuid AND id < '0649b7e3-34e0-0000-0010-000000000000'::uuid
ORDER BY id LIMIT 10;

-- One row.
SELECT * FROM "events" WHERE id = '06474846-2040-0000-0010-000000000000'::uuid;
`},
		{"-server tidb -format ulidflake", `-- tidb, hash: add your columns.
CREATE TABLE ~events~ (
  id BIGINT NOT NULL,
  PRIMARY KEY (id) NONCLUSTERED
) SHARD_ROW_ID_BITS = 1 PRE_SPLIT_REGIONS = 1;

-- The rows from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z, in order.
SELECT * FROM ~events~
WHERE id >= 66226382438400000 AND id < 69034888396800000
ORDER BY id LIMIT 10;

-- One row.
SELECT * FROM ~events~ WHERE id = 66226382438400000;
`},
		{"-server yugabytedb -format scru160 -table app.log", `-- yugabytedb, bucket: add your columns.
CREATE TABLE "app"."log" (
  id bytea NOT NULL,
  bucket int GENERATED ALWAYS AS (yb_hash_code(id) % 2) STORED,
  PRIMARY KEY (bucket ASC, id ASC)
) SPLIT AT VALUES ((1));

-- The rows from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z, in order.
SET yb_enable_derived_saops = true;
SET yb_max_saop_merge_streams = 2;
SELECT * FROM "app"."log"
WHERE …
`},
		{"-server yugabytedb -design hash -table app.log", `-- yugabytedb, hash: add your columns.
CREATE TABLE "app"."log" (
  id uuid NOT NULL,
  PRIMARY KEY (id HASH)
) SPLIT INTO 2 TABLETS;
CREATE INDEX "log_by_time" ON "app"."log" ((yb_hash_code(id) % 2) ASC, id ASC) SPLIT AT VALUES ((1));
…`},
		{"-server spanner", `-- spanner, shard: add your columns.
CREATE TABLE ~events~ (
  id BYTES(16) NOT NULL,
  shard INT64 NOT NULL AS (ABS(MOD(FARM_FINGERPRINT(id), 2))) STORED
) PRIMARY KEY (shard, id);

-- The rows from 2026-01-01T00:00:00Z to 2026-02-01T00:00:00Z, in order.
SELECT * FROM (
  (SELECT * FROM ~events~ WHERE shard = 0 AND id >= FROM_HEX('06474846204000000010000000000000') AND id < FROM_HEX('0649b7e334e000000010000000000000') ORDER BY id LIMIT 10)
  UNION ALL
  (SELECT * FROM ~events~ WHERE shard = 1 AND id >= FROM_HEX('06474846204000000010000000000000') AND id < FROM_HEX('0649b7e334e000000010000000000000') ORDER BY id LIMIT 10)
) AS merged
ORDER BY id LIMIT 10;

-- One row.
SELECT * FROM ~events~ WHERE shard = ABS(MOD(FARM_FINGERPRINT(FROM_HEX('06474846204000000010000000000000')), 2)) AND id = FROM_HEX('06474846204000000010000000000000');
`},
	} {
		code, out, errOut := call("", strings.Fields("ddl "+c.args+january)...)
		c.out = strings.ReplaceAll(c.out, "~", "`")
		want, part := strings.CutSuffix(strings.TrimSuffix(c.out, "\n"), "…")
		if code != exitOK || errOut != "" || !strings.HasPrefix(out, want) || !part && out != c.out {
			t.Errorf("%s: code %d, %s\n%s\nwant\n%s", c.args, code, errOut, out, c.out)
		}
	}
}

// Each server has each format in a column that holds it, with as many shards as asked for.
func TestDDLOfAllFormats(t *testing.T) {
	types := map[string]map[column]string{
		"cockroachdb": {uuidColumn: "uuid", bytesColumn: "bytea", bigintColumn: "bigint"},
		"tidb":        {uuidColumn: "BINARY(16)", bytesColumn: "BINARY(20)", bigintColumn: "BIGINT"},
		"yugabytedb":  {uuidColumn: "uuid", bytesColumn: "bytea", bigintColumn: "bigint"},
		"spanner":     {uuidColumn: "BYTES(16)", bytesColumn: "BYTES(20)", bigintColumn: "INT64"},
	}
	for _, c := range clusters() {
		for _, f := range formats {
			code, out, errOut := call("", "ddl", "-server", c.name, "-design", "shard", "-format", f.name, "-shards", "8", "-json")
			var got spreadTable
			if err := json.Unmarshal([]byte(out), &got); code != exitOK || err != nil {
				t.Fatalf("%s, %s: code %d, %s, %v", c.name, f.name, code, errOut, err)
			}
			if want := "id " + types[c.name][f.kind]; !strings.Contains(got.Create[0], want) {
				t.Errorf("%s, %s: got\n%s\nwant %s", c.name, f.name, got.Create[0], want)
			}
			query := got.Range[len(got.Range)-1]
			for shard := range 8 {
				if want := fmt.Sprintf("WHERE shard = %d AND id >= ", shard); strings.Count(query, want) != 1 {
					t.Errorf("%s, %s: the query has no %q:\n%s", c.name, f.name, want, query)
				}
			}
			if strings.Count(query, "UNION ALL") != 7 || !strings.Contains(got.One, "WHERE shard = ") {
				t.Errorf("%s, %s: got\n%s\n%s", c.name, f.name, query, got.One)
			}
		}
	}
}

// An uid11 of 2^63 and more does not fit a signed bigint.
func TestDDLOfGreatUID11(t *testing.T) {
	for server, want := range map[string]string{"cockroachdb": "id bytea", "yugabytedb": "id bytea", "spanner": "id BYTES(8)", "tidb": "id BIGINT UNSIGNED"} {
		if code, out, errOut := call("", "ddl", "-server", server, "-format", "uid11", "-to", "2082-01-01"); code != exitOK || !strings.Contains(out, want) {
			t.Errorf("%s: code %d, %s\n%s", server, code, errOut, out)
		}
	}
}

func TestDDLErrors(t *testing.T) {
	for args, want := range map[string]string{
		"":                             `-server "": use cockroachdb, tidb, yugabytedb, spanner`,
		"-server oracle":               `-server "oracle": use`,
		"-server spanner -design hash": `-design "hash": spanner has shard`,
		"-server tidb x":               `ddl takes no arguments, and "x" is one`,
		"-server tidb -shards 1":       "-shards 1: use 2 to 256",
		"-server tidb -shards 12":      "-shards 12: TiDB counts them in bits",
		"-server tidb -table a.b.c":    `-table "a.b.c": use TABLE or SCHEMA.TABLE`,
		"-server tidb -limit 0":        "-limit 0: use 1 to 1000000",
		"-server tidb -format guid":    `format "guid": use wiji`,
		"-server tidb -from 2026-01-01 -to 2025-01-01": "-from must be before -to",
		"-server tidb -from tomorrow":                  `time "tomorrow"`,
		"-server tidb -to tomorrow":                    `time "tomorrow"`,
	} {
		if code, out, errOut := call("", strings.Fields("ddl "+args)...); code != exitUsage || out != "" || !strings.Contains(errOut, want) {
			t.Errorf("%s: code %d, %s%s\nwant %s", args, code, out, errOut, want)
		}
	}
	if code, _, errOut := call("", "ddl", "-server", "tidb", "-format", "ulidflake", "-from", "1999-01-01"); code != exitInput || errOut == "" {
		t.Errorf("a time before the format's epoch: code %d, %s", code, errOut)
	}
}
