package move

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/sortid/sortid/ops/doctor/internal/recorded"
)

// Each form of text becomes the bytes of its ID: the scripts, as far as they differ from that of UUIDs. The values of a
// column without a foreign key have the form too, or another one.
func TestScriptsOfForms(t *testing.T) {
	values := map[string]string{
		"uuid": "0190163d-8694-739b-aea5-966c26f8ad90", "hex": "0190163d8694739baea5966c26f8ad90", "ulid": "01J0B3V1MMEEDTX9CPDGKFHBCG", "wiji": "01J0B3V1MMEEDTX9CPDGKFHBCG",
		"scru160": "05IJVN3TJKLMNOPQRSTUV0123456789A", "bytes": `\x0190163d8694739baea5966c26f8ad90`,
	}
	for _, product := range []string{"PostgreSQL", "MySQL", "MariaDB"} {
		t.Run(product, func(t *testing.T) {
			file := filepath.Join("testdata", "forms_"+strings.ToLower(product))
			s := recorded.Open(t, file+".json", product, []string{"CREATE TABLE y (id INT PRIMARY KEY)"})
			var text strings.Builder
			first := ""
			for _, from := range []string{"uuid", "hex", "ulid", "wiji", "scru160", "bytes"} {
				column := "VARCHAR(40)"
				if from == "bytes" {
					if column = "bytea"; product != "PostgreSQL" {
						continue
					}
				}
				s.Then(t, "CREATE TABLE events (id "+column+" PRIMARY KEY, n INT NOT NULL)", "CREATE TABLE logs (n INT PRIMARY KEY, event_id "+column+")", "INSERT INTO events VALUES ('"+values[from]+"', 1)", "INSERT INTO logs VALUES (1, '"+values[from]+"'), (2, NULL)")
				text.WriteString("== " + from + "\n")
				script := scriptOf(t, s, Options{Columns: []string{"events.id"}, From: from})
				if first == "" {
					first = script
					text.WriteString(script)
				} else {
					text.WriteString(recorded.Differences(first, script))
				}
				for _, other := range []string{"hex", "ulid"} {
					if other != from {
						text.WriteString("== " + from + ", by mistake as " + other + "\n" + recorded.Differences(script, scriptOf(t, s, Options{Columns: []string{"events.id"}, From: other})))
					}
				}
				s.Then(t, "DROP TABLE events", "DROP TABLE logs")
			}
			recorded.Compare(t, file+".txt", text.String())
		})
	}
}
