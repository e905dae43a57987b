package partitions_test

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/integration_test/migrations/suite"
	"github.com/sortid/sortid/internal/dbserver"
)

// coders lists the functions of docs/partitions.md for pg_partman.
var coders = []struct{ format, kind, encoder, decoder string }{
	{"wiji", "uuid", "sortid_wiji_min_at", "sortid_wiji_time_decoder"},
	{"ulid", "uuid", "sortid_ulid_min_at", "sortid_ulid_time_decoder"},
	{"uuidv7", "uuid", "sortid_uuid_min_at", "sortid_uuid_time_decoder"},
	{"wiji", "text", "sortid_wiji_time_encoder", "sortid_wiji_time_decoder"},
	{"ulid", "text", "sortid_ulid_time_encoder", "sortid_ulid_time_decoder"},
	{"uuidv7", "text", "sortid_uuid_time_encoder", "sortid_uuid_time_decoder"},
	{"scru160", "text", "sortid_scru_time_encoder", "sortid_scru_time_decoder"},
	{"ulidflake", "text", "sortid_ulidflake_time_encoder", "sortid_ulidflake_time_decoder"},
	{"uid11", "text", "sortid_xid_time_encoder", "sortid_xid_time_decoder"},
}

// pg_partman divides a table by each pair of functions, adds partitions, and drops what is older than its retention.
// .ci/partman sets SORTID_PARTMAN to the SQL of the extension, which needs no other file.
func TestPartman(t *testing.T) {
	path := os.Getenv("SORTID_PARTMAN")
	if path == "" {
		t.Skip("SORTID_PARTMAN is not set: .ci/partman installs pg_partman and runs this test")
	}
	extension, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	s := open(t, dbserver.Postgres)
	s.install()
	var script strings.Builder
	for line := range strings.Lines(string(extension)) {
		if !strings.HasPrefix(line, `\`) && !strings.Contains(line, "pg_extension_config_dump") {
			script.WriteString(line)
		}
	}
	s.exec("SET TIME ZONE 'UTC'", "CREATE SCHEMA partman", strings.ReplaceAll(script.String(), "@extschema@", "partman"))
	blocks := suite.Blocks(t, "partitions.md", "postgres", "pg_partman")
	if len(blocks) != 1 {
		t.Fatalf("docs/partitions.md has %d blocks for pg_partman, want one", len(blocks))
	}
	recipe := suite.Statements(blocks[0])[0]
	for i, c := range coders {
		t.Run(c.format+" "+c.kind, func(t *testing.T) {
			s := s
			s.t = t
			table := fmt.Sprintf("events_%d", i)
			s.exec(fmt.Sprintf("CREATE TABLE %s (id %s PRIMARY KEY) PARTITION BY RANGE (id)", table, map[string]string{"uuid": "uuid", "text": `text COLLATE "C"`}[c.kind]))
			create := strings.NewReplacer("public.events", "public."+table, "sortid_wiji_min_at", c.encoder, "sortid_wiji_time_decoder", c.decoder).Replace(recipe)
			now := time.Now().UTC()
			s.exec(strings.TrimSuffix(create, ")") + ", p_start_partition := '" + now.AddDate(0, -15, 0).Format(time.DateOnly) + "')")
			parts := len(s.parts(table))
			rows := map[string]bool{} // whether the row stays
			for days, stays := range map[int]bool{0: true, -1: true, -200: true, -335: true, -400: false, -430: false} {
				id, err := families[c.format].minAt(now.AddDate(0, 0, days))
				if err != nil {
					t.Fatal(err)
				}
				s.exec("INSERT INTO " + table + " VALUES (" + id.literal(c.kind) + ")")
				rows[id.shown(c.kind)] = stays
			}
			if got := s.rows("SELECT COUNT(*) FROM " + table + "_default"); got[0] != "0" {
				t.Errorf("%s rows have no partition of their time", got[0])
			}
			s.exec("UPDATE partman.part_config SET retention = '12 months', retention_keep_table = false, premake = 6 WHERE parent_table = 'public."+table+"'",
				"SELECT partman.run_maintenance('public."+table+"')")
			left := s.rows("SELECT " + s.show(c.kind) + " FROM " + table)
			for id, stays := range rows {
				if slices.Contains(left, id) != stays {
					t.Errorf("the row %s stays: %t, want %t", id, !stays, stays)
				}
			}
			if got := len(s.parts(table)); got != parts-3+2 && got != parts-2+2 {
				t.Errorf("%d partitions became %d, want two or three less and two more", parts, got)
			}
		})
	}
}
