package servertest

import (
	"database/sql"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
)

// catalog returns the schema, a line of which is an object, or a part of one.
func catalog(t *testing.T, db *sql.DB, kind dbserver.Kind) []string {
	t.Helper()
	if kind == dbserver.Postgres {
		return texts(t, db, pgCatalog)
	}
	var list []string
	for _, x := range texts(t, db, myCatalog) {
		for i, line := range shown(t, db, "SHOW CREATE "+x) {
			if i > 0 {
				line = x + " " + line
			}
			list = append(list, line)
		}
	}
	return append(list, texts(t, db, "SELECT CONCAT_WS(' ', 'privilege', grantee, table_name, column_name, privilege_type) FROM information_schema.column_privileges WHERE table_schema = DATABASE() ORDER BY 1")...)
}

// shown returns the lines of the longest column of SHOW CREATE.
func shown(t *testing.T, db *sql.DB, query string) []string {
	t.Helper()
	rows, err := db.QueryContext(t.Context(), query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	columns, _ := rows.Columns()
	longest := "" // but for the sql_mode
	for rows.Next() {
		values, to := make([]sql.NullString, len(columns)), make([]any, len(columns))
		for i := range values {
			to[i] = &values[i]
		}
		if err := rows.Scan(to...); err != nil {
			t.Fatal(err)
		}
		for _, v := range values {
			if len(v.String) > len(longest) && !strings.HasPrefix(v.String, "ONLY_FULL") && !strings.HasPrefix(v.String, "STRICT") {
				longest = v.String
			}
		}
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return strings.Split(longest, "\n")
}

const myCatalog = "SELECT CONCAT('TABLE `', REPLACE(table_name, '`', '``'), '`') FROM information_schema.tables WHERE table_schema = DATABASE() AND table_type <> 'TEMPORARY' " +
	"UNION SELECT CONCAT('TRIGGER `', trigger_name, '`') FROM information_schema.triggers WHERE trigger_schema = DATABASE() " +
	"UNION SELECT CONCAT(routine_type, ' `', routine_name, '`') FROM information_schema.routines WHERE routine_schema = DATABASE() " +
	"UNION SELECT CONCAT('EVENT `', event_name, '`') FROM information_schema.events WHERE event_schema = DATABASE() ORDER BY 1"

// pgCatalog lists everything in the user's schemas that pg_dump would write.
const pgCatalog = `WITH own AS (SELECT oid, nspname FROM pg_namespace WHERE nspname !~ '^pg_|^information_schema$')
SELECT x FROM (
	SELECT 1 AS o, concat_ws(' ', 'relation', c.oid::regclass, c.relkind, c.relpersistence, c.reloptions, c.relacl, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity, c.relreplident, c.reltablespace,
		pg_get_partkeydef(c.oid), pg_get_expr(c.relpartbound, c.oid), (SELECT string_agg(inhparent::regclass::text, ',' ORDER BY inhseqno) FROM pg_inherits WHERE inhrelid = c.oid)) AS x
		FROM pg_class c JOIN own ON own.oid = c.relnamespace
	UNION ALL SELECT 2, concat_ws(' ', 'column', c.oid::regclass, lpad(a.attnum::text, 3), a.attname || ':', format_type(a.atttypid, a.atttypmod), CASE WHEN a.attcollation = 0 THEN '-' ELSE a.attcollation::regcollation::text END,
		a.attnotnull, a.attgenerated, a.attidentity, a.attstattarget, a.attacl, a.attoptions, a.attinhcount, a.attislocal, pg_get_expr(d.adbin, d.adrelid))
		FROM pg_class c JOIN own ON own.oid = c.relnamespace JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped LEFT JOIN pg_attrdef d ON d.adrelid = c.oid AND d.adnum = a.attnum WHERE c.relkind IN ('r', 'v', 'p', 'm', 'f')
	UNION ALL SELECT 3, concat_ws(' ', 'index', c.oid::regclass, pg_get_indexdef(c.oid), i.indisprimary, i.indisreplident, i.indisclustered, i.indisvalid) FROM pg_class c JOIN own ON own.oid = c.relnamespace JOIN pg_index i ON i.indexrelid = c.oid
	UNION ALL SELECT 4, concat_ws(' ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(c.oid), convalidated, condeferrable, condeferred, coninhcount, conislocal, connoinherit) FROM pg_constraint c JOIN own ON own.oid = c.connamespace WHERE c.contype <> 'n' OR NOT conname ~ '_not_null$'
	UNION ALL SELECT 5, concat_ws(' ', 'view', c.oid::regclass, pg_get_viewdef(c.oid)) FROM pg_class c JOIN own ON own.oid = c.relnamespace WHERE relkind IN ('v', 'm')
	UNION ALL SELECT 6, concat_ws(' ', 'trigger', pg_get_triggerdef(g.oid), tgenabled) FROM pg_trigger g JOIN pg_class c ON c.oid = g.tgrelid JOIN own ON own.oid = c.relnamespace WHERE NOT tgisinternal
	UNION ALL SELECT 7, concat_ws(' ', 'rule', pg_get_ruledef(r.oid), ev_enabled) FROM pg_rewrite r JOIN pg_class c ON c.oid = r.ev_class JOIN own ON own.oid = c.relnamespace WHERE rulename <> '_RETURN'
	UNION ALL SELECT 8, concat_ws(' ', 'policy', polrelid::regclass, polname, polcmd, polpermissive, polroles::regrole[], pg_get_expr(polqual, polrelid), pg_get_expr(polwithcheck, polrelid)) FROM pg_policy
	UNION ALL SELECT 9, concat_ws(' ', 'statistics', pg_get_statisticsobjdef(oid), stxstattarget, stxowner::regrole) FROM pg_statistic_ext
	UNION ALL SELECT 10, concat_ws(' ', 'function', pg_get_functiondef(p.oid), proacl, proowner::regrole) FROM pg_proc p JOIN own ON own.oid = p.pronamespace WHERE prokind IN ('f', 'p') AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = 'pg_proc'::regclass AND objid = p.oid AND deptype = 'e')
	UNION ALL SELECT 11, concat_ws(' ', 'publication', p.pubname, p.puballtables, p.pubinsert, p.pubupdate, p.pubdelete, r.prrelid::regclass, pg_get_expr(r.prqual, r.prrelid), r.prattrs) FROM pg_publication p LEFT JOIN pg_publication_rel r ON r.prpubid = p.oid
	UNION ALL SELECT 12, concat_ws(' ', 'comment', pg_describe_object(classoid, objoid, objsubid), description) FROM pg_description
		WHERE (classoid, objoid) IN (SELECT 'pg_class'::regclass, c.oid FROM pg_class c JOIN own ON own.oid = c.relnamespace UNION ALL SELECT 'pg_constraint'::regclass, c.oid FROM pg_constraint c JOIN own ON own.oid = c.connamespace
			UNION ALL SELECT 'pg_trigger'::regclass, oid FROM pg_trigger UNION ALL SELECT 'pg_rewrite'::regclass, oid FROM pg_rewrite WHERE ev_class >= 16384 UNION ALL SELECT 'pg_policy'::regclass, oid FROM pg_policy UNION ALL SELECT 'pg_statistic_ext'::regclass, oid FROM pg_statistic_ext)
	UNION ALL SELECT 13, concat_ws(' ', 'sequence', c.oid::regclass, (SELECT pg_describe_object(refclassid, refobjid, refobjsubid) FROM pg_depend WHERE classid = 'pg_class'::regclass AND objid = c.oid AND deptype IN ('a', 'i'))) FROM pg_class c JOIN own ON own.oid = c.relnamespace WHERE relkind = 'S'
	UNION ALL SELECT 14, concat_ws(' ', 'foreign table', ftrelid::regclass, ftoptions) FROM pg_foreign_table
	UNION ALL SELECT 15, concat_ws(' ', 'member', pg_describe_object(classid, objid, objsubid), pg_describe_object(refclassid, refobjid, refobjsubid)) FROM pg_depend WHERE deptype = 'e' AND classid IN ('pg_class'::regclass)
) AS s ORDER BY o, x`

var (
	// castsOf matches what PostgreSQL prints of the types of moved columns in expressions.
	castsOf = regexp.MustCompile(`::(text|uuid|bpchar|character varying|character|bytea)(\(\d+\))?(\[\])?|[()]`)
	// formsOf matches the forms of columns of MySQL and MariaDB, with their character sets.
	formsOf    = regexp.MustCompile(`(?i)\b(var)?(char|binary)\(\d+\)|unhex\(replace\(rtrim\(uuid\(\)\),(_\w+)?\\?'-\\?',(_\w+)?\\?'\\?'\)\)|\buuid\b(\(\))?| CHARACTER SET \w+| COLLATE \w+|[()]`)
	myLine     = regexp.MustCompile("^TABLE `(.*)`   `(.*?)` ")
	pgLine     = regexp.MustCompile(`^column (.*?) +\d+ (.*?): ((?:"[^"]*"|character varying\(\d+\)|character varying|character\(\d+\)|\S+) \S+) `)
	sequenceOf = regexp.MustCompile(`AUTO_INCREMENT=\d+`)
	pgOf       = strings.NewReplacer("public.", "", `"`, "")
)

// withoutForms returns a catalog without the forms of the columns that have moved.
func withoutForms(list []string, rows map[string]*tableRows, moved []string) (out []string) {
	for _, s := range list {
		s = sequenceOf.ReplaceAllString(s, "AUTO_INCREMENT=")
		if m := myLine.FindStringSubmatch(s); m != nil {
			if slices.Contains(moved, strings.ReplaceAll(m[1]+"."+m[2], "``", "`")) {
				s = formsOf.ReplaceAllString(s, "")
			}
		} else if m := pgLine.FindStringSubmatchIndex(s); m != nil {
			table, column := pgOf.Replace(s[m[2]:m[3]]), s[m[4]:m[5]]
			if _, isTable := rows[table]; !isTable || slices.Contains(moved, table+"."+column) {
				s = castsOf.ReplaceAllString(s[:m[6]]+s[m[7]:], "")
			}
		} else if !strings.HasPrefix(s, "TABLE ") && !strings.HasPrefix(s, "TRIGGER") {
			s = castsOf.ReplaceAllString(s, "")
		}
		out = append(out, strings.TrimSuffix(strings.Join(strings.Fields(s), " "), ","))
	}
	slices.Sort(out)
	return out
}

// sameCatalog fails unless two catalogs have the same lines.
func sameCatalog(t *testing.T, before, after []string) {
	t.Helper()
	for _, s := range without(before, after) {
		t.Errorf("the schema had: %s", s)
	}
	for _, s := range without(after, before) {
		t.Errorf("the schema now has: %s", s)
	}
}
