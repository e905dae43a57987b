package inspect

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/doctor/internal/idkind"
	"github.com/sortid/sortid/doctor/internal/source"
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

// columnRules are the rules for one column. The text is empty if the column follows the
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
		s := fmt.Sprintf("the collation %s ignores case, so that two spellings are one key: compare bytes", collationOf(k.Column))
		if k.ids.Form == idkind.Base58 || k.ids.Form == idkind.Base62 {
			s = fmt.Sprintf("the collation %s ignores case, so that two different IDs are one key: compare bytes", collationOf(k.Column))
		}
		return s
	}},
	{finding.LanguageOrder, linkColumns, func(k keyColumn) string {
		if k.Collating != source.ByLanguage || !k.ids.Form.IsText() || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("the collation %s sorts by language, which is slow and may not be the order of the IDs: compare bytes", collationOf(k.Column))
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
	{finding.SignedColumn, linkColumns, func(k keyColumn) string {
		if k.ids.Negative == 0 {
			return ""
		}
		return "unsigned IDs of 2^63 and more are negative here and sort first: use BIGINT UNSIGNED, or 8 bytes"
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
		return fmt.Sprintf("%d of %d sampled values are no IDs of this kind", k.ids.Unfit, k.ids.Distinct)
	}},
	{finding.ZeroIDs, "", func(k keyColumn) string {
		if k.ids.Zeros == 0 {
			return ""
		}
		return "some rows have the zero ID: a program stored keys that it had not set"
	}},
	{finding.NumericKey, linkColumns, func(k keyColumn) string {
		if k.Class != source.Numeric || k.is("SQLite") {
			return ""
		}
		return fmt.Sprintf("%s is wider and slower than a 64-bit integer, and floating point loses the last digits: use BIGINT", k.Type)
	}},
	{finding.BytesKey, linkColumns, func(k keyColumn) string {
		if k.Class != source.Bytes || !k.is("PostgreSQL") || k.ids.Length != 16 || k.ids.InBytes || !k.ids.IsKnown() {
			return ""
		}
		return "bytea stores a length with each ID, so that an index entry takes 8 bytes more: use uuid"
	}},
	{finding.NarrowCounter, "", func(k keyColumn) string {
		if k.Class != source.Integer || k.Wide() || k.is("SQLite") || !slices.Contains(k.roles, Primary) || k.ids.Greatest < 1<<29 {
			return ""
		}
		return fmt.Sprintf("the greatest sampled key is %d, and the type %s ends at about 2^31: use BIGINT before it is full", k.ids.Greatest, k.Type)
	}},
	{finding.Affinity, linkColumns, func(k keyColumn) string {
		if !k.is("SQLite") || k.ids.Form == idkind.Raw || k.Class != source.Numeric && (k.Class != source.Bytes || strings.EqualFold(k.Type, "BLOB") || k.Type == "") {
			return ""
		}
		return fmt.Sprintf("SQLite gives the type %s the affinity NUMERIC, and turns texts of digits into numbers: use TEXT or BLOB", k.Type)
	}},
}

func collationOf(c source.Column) string {
	if c.Collation == "" {
		return "of " + c.Type
	}
	return c.Collation
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
