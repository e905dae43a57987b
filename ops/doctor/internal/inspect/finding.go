package inspect

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/internal/finding"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
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
	// severity is how bad it is, if the content decides; nil for that of the name.
	severity func(keyColumn) finding.Severity
}{
	{name: finding.RandomKey, link: linkNewKeys, what: func(k keyColumn) string {
		if k.ids.Order() != idkind.Random || !k.ids.IsGenerated() || k.ids.Repeats() || !slices.Contains(k.roles, Primary) || k.ids.Parts[0].Name == "UUIDv1" || k.ids.Parts[0].Swapped || k.ids.IsInPlace() || k.ids.StartsOver() {
			return ""
		}
		random := k.ids.Parts[0].Name + "s are random"
		switch k.ids.Parts[0].Clock {
		case idkind.ClockFirst: // see MariaDBUUID
			return ""
		case idkind.ClockLast:
			random = "the time of the IDs is in the last bytes, and those before are random"
		}
		return random + ": each insert goes to another page of the tree. Generate UUIDv7, Wiji or ULID for new rows"
	}},
	{name: finding.TextKey, link: linkColumns, what: func(k keyColumn) string {
		if k.Class != source.Text || !k.ids.Form.IsText() || !k.ids.IsKnown() {
			return ""
		}
		_, to, ok := better(k.server, k.Column, k.ids)
		if !ok {
			return ""
		}
		return fmt.Sprintf("a text of %d characters: %s holds the ID in %d bytes", k.ids.Length, to, rawSize(k.ids))
	}},
	{name: finding.TextInBytes, link: linkColumns, what: func(k keyColumn) string {
		if !k.ids.InBytes || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("the column has the characters of a text, not the %d bytes of the ID: convert them", rawSize(k.ids))
	}},
	{name: finding.WideColumn, link: linkColumns, what: func(k keyColumn) string {
		wide := k.ids.Padded || strings.HasPrefix(strings.ToLower(k.Type), "char") && k.Length > k.ids.Length
		if !wide || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("%s pads each ID of %d bytes: declare the length of the IDs", k.Type, k.ids.Length)
	}},
	{name: finding.CaselessText, link: linkColumns, what: func(k keyColumn) string {
		// IDs of letters whose case matters have a rule of their own: see findCaseless.
		if k.Collating != source.Caseless || !k.ids.Form.IsText() || !k.ids.IsKnown() || k.ids.Form.HasBothCases() || k.ids.Form == idkind.Text || k.ids.Form == idkind.Decimal {
			return ""
		}
		return fmt.Sprintf("%s ignores case, so that two spellings of one ID are one key, and comparing takes longer: compare bytes", collating(k.Column))
	}, severity: func(keyColumn) finding.Severity { return finding.Info }},
	{name: finding.LanguageOrder, link: linkColumns, what: func(k keyColumn) string {
		if k.Collating != source.ByLanguage || !k.ids.Form.IsText() || !k.ids.IsKnown() {
			return ""
		}
		return collating(k.Column) + " sorts by language, which is slow and may not be the order of the IDs: compare bytes"
	}},
	{name: finding.MixedCase, link: linkTextCase, what: func(k keyColumn) string {
		if k.ids.Spelling != idkind.Mixed || !k.ids.IsKnown() {
			return ""
		}
		if k.Collating == source.Caseless {
			return "some IDs are in lower case and some in upper case, which only the collation takes for one: write all in one case before the column compares bytes"
		}
		return "some IDs are in lower case and some in upper case: bytes that differ are different keys. Write all in one case"
	}},
	{name: finding.SwappedUUID, link: linkBinary, what: func(k keyColumn) string {
		if !k.ids.Parts[0].Swapped || k.ids.Parts[0].Name == "UUIDv1" {
			return ""
		}
		return "UUID_TO_BIN(x, 1) swapped the bytes, which is for UUIDv1 alone: it destroys the order of other IDs. Store them as they are"
	}},
	{name: finding.MariaDBUUID, link: linkColumns, what: func(k keyColumn) string {
		if k.Class != source.UUID || !k.is("MariaDB") || !k.ids.IsKnown() {
			return ""
		}
		switch p := k.ids.Parts[0]; {
		case p.Clock == idkind.ClockFirst:
			return "MariaDB's type UUID sorts by the last group first, so that these IDs are not in the order of their time: use BINARY(16)"
		case strings.HasPrefix(p.Name, "UUID") && !p.Swapped && !p.Microsoft:
			return "" // it sorts them as they are made, or they have no order
		}
		return "MariaDB's type UUID sorts some IDs in another order than their bytes, and refuses or rearranges some that are no RFC 9562 UUIDs: use BINARY(16)"
	}, severity: func(k keyColumn) finding.Severity {
		if k.ids.Parts[0].Clock == idkind.ClockFirst {
			return finding.Warning
		}
		return finding.Error
	}},
	{name: finding.UnorderedTime, link: linkNewKeys, what: func(k keyColumn) string {
		const restart = time.Hour // in which UUIDv1 start over many times
		if !slices.Contains(k.roles, Primary) || k.ids.Order() != idkind.Random || k.ids.IsInPlace() && k.ids.Parts[0].Newest.Sub(k.ids.Parts[0].Oldest) > restart {
			return ""
		}
		if k.ids.StartsOver() {
			return fmt.Sprintf("%s: the low bytes of the time are first, so that keys are in order for some minutes, then start over. Store the bytes in the order of RFC 9562", k.ids.Parts[0])
		}
		if k.ids.Parts[0].Name != "UUIDv1" || k.ids.Parts[0].Swapped {
			return ""
		}
		return "UUIDv1 begins with the low bits of its time: keys are in order for some minutes, then start over. Generate UUIDv7 or Wiji for new rows"
	}},
	{name: finding.MixedKinds, link: linkNewKeys, what: func(k keyColumn) string {
		if len(k.ids.Parts) < 2 {
			return ""
		}
		return fmt.Sprintf("the column holds %s and %s: their order is not that of time", k.ids.Parts[0], k.ids.Parts[1])
	}},
	{name: finding.OtherValues, link: "", what: func(k keyColumn) string {
		if k.ids.Unfit == 0 || !k.ids.IsKnown() {
			return ""
		}
		return fmt.Sprintf("%d of %d sampled values are no IDs of this kind, or in another form", k.ids.Unfit, k.ids.Distinct)
	}},
	{name: finding.ZeroIDs, link: "", what: func(k keyColumn) string {
		if k.ids.Zeros == 0 {
			return ""
		}
		return "some rows have the zero ID: a program stored keys that it had not set"
	}},
	{name: finding.NumericKey, link: linkColumns, what: func(k keyColumn) string {
		if k.Class != source.Numeric || k.is("SQLite") && !isReal(k.Type) || k.ids.Unfit > 0 {
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
	{name: finding.BytesKey, link: linkColumns, what: func(k keyColumn) string {
		if k.Class != source.Bytes || !k.is("PostgreSQL") || k.ids.Length != 16 || k.ids.InBytes || !k.ids.IsKnown() {
			return ""
		}
		return "bytea stores a length with each ID, so that an index entry takes 8 bytes more: use uuid"
	}},
	{name: finding.NarrowCounter, link: "", what: func(k keyColumn) string {
		at, remedy := max(k.ids.Greatest, k.Next), "use BIGINT before it is full"
		if k.Greatest >= math.MaxInt64 { // IDs of 64 bits are as great, but no counter
			remedy = "no counter gets there row by row: correct the greatest keys, and set the counter back"
			switch {
			case k.ids.Order() == idkind.Random:
				return ""
			case k.ids.Parts[0].Name != "sequence":
				at = k.Next
			}
		}
		switch {
		case k.Greatest == 0 || !slices.Contains(k.roles, Primary) || at < k.Greatest/4*3:
			return ""
		case k.Next > k.ids.Greatest:
			return fmt.Sprintf("the sequence of the key is at %s, beyond the sampled keys, and the type %s ends at %s: %s",
				english.Integer(k.Next), k.Type, english.Integer(k.Greatest), remedy)
		}
		return fmt.Sprintf("the greatest sampled key is %s, and the type %s ends at %s: %s",
			english.Integer(k.ids.Greatest), k.Type, english.Integer(k.Greatest), remedy)
	}},
	{name: finding.Affinity, link: linkColumns, what: func(k keyColumn) string {
		if !k.is("SQLite") || k.ids.Form == idkind.Raw || k.ids.Form == idkind.Integer || k.Class != source.Numeric && (k.Class != source.Bytes || slices.Contains([]string{"BLOB", "ANY", ""}, strings.ToUpper(k.Type))) {
			return ""
		}
		return fmt.Sprintf("SQLite gives the type %s the affinity NUMERIC, and turns texts of digits into numbers: use TEXT or BLOB", k.Type)
	}},
}

// isReal reports whether SQLite gives a type the affinity REAL.
func isReal(declared string) bool {
	return slices.ContainsFunc([]string{"REAL", "FLOA", "DOUB"}, func(part string) bool { return strings.Contains(strings.ToUpper(declared), part) })
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
				severity := rule.name.Severity()
				if rule.severity != nil {
					severity = rule.severity(k)
				}
				r.Findings = append(r.Findings, Finding{Name: rule.name, Severity: severity, Table: t.table.Name, Column: c.Name, Text: what, Link: rule.link})
			}
		}
	}
	r.findCaseless(t, roles)
	r.findKeys(t.table, t.ids, tables)
}

// findCaseless finds keys of letters whose case matters in columns that ignore it, whatever
// made them: the second of two such IDs is refused as a duplicate, or finds the row of the first.
func (r *Report) findCaseless(t inspected, roles map[string][]Role) {
	for _, c := range t.table.Columns {
		ids := t.ids[c.Name]
		known := ids.IsKnown() && ids.Form.HasBothCases()
		if len(roles[c.Name]) == 0 || c.Collating != source.Caseless || !known && !idkind.CaseMatters(t.sample.Values[c.Name]) {
			continue
		}
		r.Findings = append(r.Findings, Finding{
			Name: finding.CaselessText, Severity: finding.CaselessText.Severity(), Table: t.table.Name, Column: c.Name, Link: linkColumns,
			Text: collating(c) + " ignores case, so that two different IDs are one key: compare bytes",
		})
	}
}
