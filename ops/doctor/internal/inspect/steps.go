package inspect

import (
	"context"
	"fmt"

	"github.com/sortid/sortid/ops/doctor/internal/idkind"
	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Parts of docs/moving.md and docs/columns.md.
const (
	linkBinary   = "docs/moving.md#texts-to-uuid-or-binary16"
	linkNewKeys  = "docs/moving.md#new-keys-beside-old-ones"
	linkTextCase = "docs/moving.md#moving-from-other-id-libraries"
	linkColumns  = "docs/columns.md"
)

// typeSteps sets the steps of another column type, with those of doctor move to be planned.
func (r *Report) typeSteps(s source.Source, t *source.Table, c source.Column, to string, ids idkind.Result, change *Change) {
	if ids.Unfit > 0 || ids.Spelling == idkind.Mixed {
		change.Steps = append(change.Steps, Step{Text: "Find and correct the values that are no IDs, or that are written in another case."})
	}
	from := moveForm(ids)
	switch {
	case r.Server.Product == "SQLite":
		change.Steps = append(change.Steps, Step{Text: fmt.Sprintf("Rehearse on a copy: create %s, and the tables that reference it, with %s %s; copy the rows; drop the old tables; VACUUM.", t.Name, c.Name, to), Link: linkColumns})
	case from == "" || from == "bytes" && r.Server.Product != "PostgreSQL":
		change.Steps = append(change.Steps, Step{Text: fmt.Sprintf("Rehearse on a copy: ALTER %s.%s and all columns that reference it to %s. doctor move has no script for what they hold.", t.Name, c.Name, to), Link: linkColumns})
	default:
		change.Steps = append(change.Steps, scriptStep(from, moveName(r.Server, t, c)))
		bytes := change.Now
		change.plan = func(ctx context.Context) []Step { return r.moveSteps(ctx, s, t, c, from, bytes) }
	}
}

// little is a saving that is not worth a line.
var little = fmt.Sprintf("fewer than %d pages or %.0f %%, or by nothing that is sure", leastPages, 100*leastShare)

// orderedSteps returns the steps to ordered keys. smaller is whether these make the index
// smaller.
func orderedSteps(t *source.Table, c source.Column, ids idkind.Result, smaller, emptied bool) []Step {
	if ids.Parts[0].Swapped && ids.Parts[0].Name != "UUIDv4" {
		return []Step{{Text: fmt.Sprintf("Store %s.%s without the swap, and convert the rows: UUID_TO_BIN(BIN_TO_UUID(id, 1)).", t.Name, c.Name), Link: linkBinary}}
	}
	steps := []Step{{Text: fmt.Sprintf("Generate new keys of %s.%s in order: UUIDv7, Wiji or ULID. Existing rows keep theirs.", t.Name, c.Name), Link: linkNewKeys}}
	if emptied {
		return append(steps, Step{Text: "Rows were deleted: rebuild the index first, and see then what ordered keys save."})
	}
	if !smaller {
		return append(steps, Step{Text: "The index gets smaller by " + little + ": inserts need less of it in the buffer pool."})
	}
	return append(steps, Step{Text: "The saving is that of a table with ordered keys alone; new rows have a table of their own."})
}

// rebuildSteps returns the steps to full pages of the indexes: of one on PostgreSQL, of a table
// with all of its own on MySQL and MariaDB. table is whether it is the table on SQLite.
func rebuildSteps(server source.Server, t *source.Table, list []source.Index, table bool) []Step {
	switch {
	case server.Product == "PostgreSQL":
		return []Step{{Text: "REINDEX INDEX CONCURRENTLY " + list[0].SQL() + ";"}}
	case server.Product == "SQLite" && !table:
		return []Step{{Text: "REINDEX " + list[0].SQL() + "; new rows use the free pages, and VACUUM takes them out of the file."}}
	case server.Product == "SQLite":
		return []Step{{Text: "VACUUM; it writes the whole file again, and writers wait."}}
	}
	return []Step{{Text: "OPTIMIZE TABLE " + t.SQL() + "; it copies the table."}}
}
