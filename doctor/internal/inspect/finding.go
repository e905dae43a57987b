package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/doctor/internal/idkind"
	"github.com/sortid/sortid/doctor/internal/source"
	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/internal/finding"
)

// Finding is something that is wrong with a key.
type Finding struct {
	Name     finding.Name     `json:"name"`
	Severity finding.Severity `json:"severity"`
	Table    string           `json:"table"`
	Column   string           `json:"column,omitempty"`
	Index    string           `json:"index,omitempty"`
	// Text describes the mistake and names the remedy.
	Text string `json:"text"`
	// Link is the part of the documentation that explains it.
	Link string `json:"link,omitempty"`
}

// keyColumn is a column with IDs, for the rules.
type keyColumn struct {
	source.Column
	server source.Server
	ids    idkind.Result
	roles  []Role
}

func (k keyColumn) is(products ...string) bool { return slices.Contains(products, k.server.Product) }

// columnRules holds the rules for one column. The text is empty if the column follows the
// rule. Rules for how IDs are written are for those of a known generator: of random bytes
// nothing shows that they are IDs and no hashes.
var columnRules = []struct {
	name finding.Name
	link string
	what func(keyColumn) string
}{
	{finding.RandomKey, linkNewKeys, func(k keyColumn) string {
		if k.ids.Order() != idkind.Random || !k.ids.IsGenerated() || k.ids.Repeats() || !slices.Contains(k.roles, Primary) || k.ids.Parts[0].Name == "UUIDv1" || k.ids.Parts[0].Swapped {
			return ""
		}
		return fmt.Sprintf("%ss are random: each insert goes to another page of the tree. Generate UUIDv7, Wiji or ULID for new rows", k.ids.Parts[0])
	}},
	{finding.TextKey, linkColumns, func(k keyColumn) string {
		if k.Class != source.Text || !k.ids.Form.IsText() || !k.ids.IsKnown() {
			return ""
		}
		_, to, ok := better(k.server, k.Column, k.ids)
		if !ok {
			return ""
		}
		return fmt.Sprintf("a text of %d characters: %s holds the ID in %d bytes", k.ids.Length, to, rawSize(k.ids))
	}},
	{finding.TextInBytes, linkColumns, func(k keyColumn) string {
		if !k.ids.InBytes || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("the column has the characters of a text, not the %d bytes of the ID: convert them", rawSize(k.ids))
	}},
	{finding.WideColumn, linkColumns, func(k keyColumn) string {
		wide := k.ids.Padded || strings.HasPrefix(strings.ToLower(k.Type), "char") && k.Length > k.ids.Length
		if !wide || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("%s pads each ID of %d bytes: declare the length of the IDs", k.Type, k.ids.Length)
	}},
	{finding.CaselessText, linkColumns, func(k keyColumn) string {
		if k.Collating != source.Caseless || !k.ids.Form.IsText() || !k.ids.IsKnown() {
			return ""
		}
		same := "two spellings"
		if k.ids.Form == idkind.Base58 || k.ids.Form == idkind.Base62 {
			same = "two different IDs"
		}
		return fmt.Sprintf("%s ignores case, so that %s are one key: compare bytes", collating(k.Column), same)
	}},
	{finding.LanguageOrder, linkColumns, func(k keyColumn) string {
		if k.Collating != source.ByLanguage || !k.ids.Form.IsText() || !k.ids.IsKnown() {
			return ""
		}
		return collating(k.Column) + " sorts by language, which is slow and may not be the order of the IDs: compare bytes"
	}},
	{finding.MixedCase, linkTextCase, func(k keyColumn) string {
		if k.ids.Spelling != idkind.Mixed || !k.ids.IsKnown() {
			return ""
		}
		if k.Collating == source.Caseless {
			return "some IDs are in lower case and some in upper case, which only the collation takes for one: write all in one case before the column compares bytes"
		}
		return "some IDs are in lower case and some in upper case: bytes that differ are different keys. Write all in one case"
	}},
	{finding.SwappedUUID, linkBinary, func(k keyColumn) string {
		if !k.ids.Parts[0].Swapped || k.ids.Parts[0].Name == "UUIDv1" {
			return ""
		}
		return "UUID_TO_BIN(x, 1) swapped the bytes, which is for UUIDv1 alone: it destroys the order of other IDs. Store them as they are"
	}},
	{finding.MariaDBUUID, linkColumns, func(k keyColumn) string {
		if k.Class != source.UUID || !k.is("MariaDB") || !k.ids.IsKnown() {
			return ""
		}
		return "MariaDB's type UUID sorts some IDs in another order than their bytes, and refuses or rearranges some that are no RFC 9562 UUIDs: use BINARY(16)"
	}},
	{finding.UnorderedTime, linkNewKeys, func(k keyColumn) string {
		if k.ids.Parts[0].Name != "UUIDv1" || k.ids.Parts[0].Swapped || !slices.Contains(k.roles, Primary) {
			return ""
		}
		return "UUIDv1 begins with the low bits of its time: keys are in order for some minutes, then start over. Generate UUIDv7 or Wiji for new rows"
	}},
	{finding.MixedKinds, linkNewKeys, func(k keyColumn) string {
		if len(k.ids.Parts) < 2 {
			return ""
		}
		return fmt.Sprintf("the column holds %s and %s: their order is not that of time", k.ids.Parts[0], k.ids.Parts[1])
	}},
	{finding.OtherValues, "", func(k keyColumn) string {
		if k.ids.Unfit == 0 || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("%d of %d sampled values are no IDs of this kind, or in another form", k.ids.Unfit, k.ids.Distinct)
	}},
	{finding.ZeroIDs, "", func(k keyColumn) string {
		if k.ids.Zeros == 0 {
			return ""
		}
		return "some rows have the zero ID: a program stored keys that it had not set"
	}},
	{finding.NumericKey, linkColumns, func(k keyColumn) string {
		if k.Class != source.Numeric || k.is("SQLite") || k.ids.Unfit > 0 {
			return ""
		}
		to := "BIGINT"
		if k.ids.Unsigned > 0 {
			if to = "BIGINT UNSIGNED"; k.is("PostgreSQL") {
				return ""
			}
		}
		fault := "loses the last digits of integers above 2^53"
		if kind := strings.ToLower(k.Type); strings.HasPrefix(kind, "decimal") || strings.HasPrefix(kind, "numeric") {
			fault = "is wider and slower than a 64-bit integer"
		}
		return fmt.Sprintf("%s %s: use %s if all values fit", k.Type, fault, to)
	}},
	{finding.BytesKey, linkColumns, func(k keyColumn) string {
		if k.Class != source.Bytes || !k.is("PostgreSQL") || k.ids.Length != 16 || k.ids.InBytes || !k.ids.IsKnown() {
			return ""
		}
		return "bytea stores a length with each ID, so that an index entry takes 8 bytes more: use uuid"
	}},
	{finding.NarrowCounter, "", func(k keyColumn) string {
		if k.Greatest == 0 || !slices.Contains(k.roles, Primary) || k.ids.Greatest < k.Greatest/4*3 {
			return ""
		}
		return fmt.Sprintf("the greatest sampled key is %s, and the type %s ends at %s: use BIGINT before it is full",
			english.Integer(k.ids.Greatest), k.Type, english.Integer(k.Greatest))
	}},
	{finding.Affinity, linkColumns, func(k keyColumn) string {
		if !k.is("SQLite") || k.ids.Form == idkind.Raw || k.Class != source.Numeric && (k.Class != source.Bytes || slices.Contains([]string{"BLOB", "ANY", ""}, strings.ToUpper(k.Type))) {
			return ""
		}
		return fmt.Sprintf("SQLite gives the type %s the affinity NUMERIC, and turns texts of digits into numbers: use TEXT or BLOB", k.Type)
	}},
}

// collating names what compares the column's texts.
func collating(c source.Column) string {
	switch {
	case strings.EqualFold(c.Type, "citext"):
		return "the type citext"
	case c.Collation == "":
		return "the collation of " + c.Type
	}
	return "the collation " + c.Collation
}

// find applies the rules to a table.
func (r *Report) find(t inspected, tables []inspected) {
	roles := rolesOf(t.table)
	for _, c := range t.table.Columns {
		ids, ok := t.ids[c.Name]
		if !ok {
			continue
		}
		k := keyColumn{c, r.Server, ids, roles[c.Name]}
		for _, rule := range columnRules {
			if what := rule.what(k); what != "" {
				r.Findings = append(r.Findings, Finding{Name: rule.name, Severity: rule.name.Severity(), Table: t.table.Name, Column: c.Name, Text: what, Link: rule.link})
			}
		}
	}
	r.findKeys(t.table, t.ids, tables)
}
