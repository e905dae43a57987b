package move

import (
	"context"
	"database/sql"
	"errors"
	"regexp"
	"strings"

	"github.com/sortid/sortid/ops/doctor/internal/joined"
)

// onAll matches a grant of SELECT on all databases, or on those of a pattern.
var onAll = regexp.MustCompile("^GRANT (?:ALL PRIVILEGES|(?:.*, )?SELECT(?:, .*)?) ON (?:\\*\\.\\*|`([^`]+)`\\.\\*) TO ")

// SeesAll refuses an account of MySQL or MariaDB that has SELECT on some tables alone: the server shows it no others, which
// may hold the keys.
func (o *Objections) SeesAll(ctx context.Context, db joined.Database) error {
	var patterns []string
	roles, all := false, false
	err := db.Query(ctx, "SHOW GRANTS", func(rows *sql.Rows) error {
		var grant string
		err := rows.Scan(&grant)
		m := onAll.FindStringSubmatch(grant)
		switch {
		case m != nil && m[1] == "":
			all = true
		case m != nil:
			patterns = append(patterns, m[1])
		case !strings.Contains(grant, " ON "):
			roles = true
		}
		return err
	})
	for _, pattern := range patterns {
		err = errors.Join(err, db.Query(ctx, "SELECT DATABASE() LIKE "+myLiteral(pattern), func(rows *sql.Rows) error {
			var fits bool
			err := rows.Scan(&fits)
			all = all || fits
			return err
		}))
	}
	switch {
	case err != nil || all:
	case roles:
		o.Note("the account reads by its roles: if these are on some tables alone, others that hold the keys are not seen")
	default:
		o.Refuse("the account has SELECT on some tables alone, and sees no others that may hold the keys: use the account that runs the script")
	}
	return err
}
