package inspect

import (
	"fmt"

	"github.com/sortid/sortid/bench/btree/internal/inspect/idkind"
	"github.com/sortid/sortid/bench/btree/internal/inspect/source"
)

// Parts of docs/moving.md and docs/columns.md.
const (
	linkPostgresText = "docs/moving.md#text-uuids-to-uuid-on-postgres"
	linkBinary       = "docs/moving.md#char36-to-binary16-on-mysql-and-mariadb"
	linkULID         = "docs/moving.md#oklogulid"
	linkNewKeys      = "docs/moving.md#new-keys-beside-old-ones"
	linkTextCase     = "docs/moving.md#moving-from-other-id-libraries"
	linkColumns      = "docs/columns.md"
)

// typeSteps are the steps of another column type.
func typeSteps(server source.Server, t *source.Table, c source.Column, to string, ids idkind.Result) []Step {
	link := linkBinary
	if server.Product == "PostgreSQL" {
		link = linkPostgresText
	}
	if ids.Parts[0].Name == "ULID" {
		link = linkULID
	}
	if server.Product == "SQLite" {
		link = linkColumns
	}
	steps := []Step{{Text: fmt.Sprintf("Rehearse on a copy: ALTER %s and all columns that reference it to %s.", t.Name+"."+c.Name, to), Link: link}}
	if ids.Unfit > 0 || ids.Spelling == idkind.Mixed {
		steps = append([]Step{{Text: "Find and correct the values that are no IDs, or that are written in another case."}}, steps...)
	}
	return steps
}

// orderedSteps are the steps to ordered keys.
func orderedSteps(server source.Server, t *source.Table, c source.Column, ids idkind.Result) []Step {
	if ids.Parts[0].Swapped && ids.Parts[0].Name != "UUIDv4" {
		return []Step{{Text: fmt.Sprintf("Store %s.%s without the swap, and convert the rows: UUID_TO_BIN(BIN_TO_UUID(id, 1)).", t.Name, c.Name), Link: linkBinary}}
	}
	among := "83 %"
	if server.Product == "PostgreSQL" {
		among = "50 %"
	}
	return []Step{
		{Text: fmt.Sprintf("Generate new keys of %s.%s in order: UUIDv7, Wiji or ULID. Existing rows keep theirs.", t.Name, c.Name), Link: linkNewKeys},
		{Text: fmt.Sprintf("The saving is that of a table with ordered keys alone. Among old %ss, new pages fill to %s until the table is rebuilt.", ids.Parts[0].Name, among)},
	}
}

// rebuildSteps are the steps to full pages.
func rebuildSteps(server source.Server, t *source.Table, index string) []Step {
	if server.Product == "PostgreSQL" {
		return []Step{{Text: "REINDEX INDEX CONCURRENTLY " + index + ";"}}
	}
	return []Step{{Text: "OPTIMIZE TABLE " + t.Name + "; it copies the table."}}
}
