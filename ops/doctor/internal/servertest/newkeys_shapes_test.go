package servertest

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/ops/doctor/internal/inventory"
	"github.com/sortid/sortid/ops/doctor/internal/newkeys"
	"github.com/sortid/sortid/ops/doctor/internal/strangers"
)

// strangeShop has quoted names, tables that reference each other, a composite reference of a table to itself, a primary
// key that is a reference, and tables without a primary key.
func strangeShop(t *testing.T, kind dbserver.Kind) []string {
	t.Helper()
	name := "mysql.sql"
	if kind == dbserver.Postgres {
		name = "postgresql.sql"
	}
	text, err := os.ReadFile(filepath.Join("..", "newkeys", "testdata", "shapes", name))
	if err != nil {
		t.Fatal(err)
	}
	return strangers.Split(string(kind), string(text))
}

// Tables of any shape keep their references, and all that they have.
func TestNewKeysShapes(t *testing.T) {
	t.Parallel()
	for _, kind := range newKeyKinds {
		t.Run(string(kind), func(t *testing.T) {
			d, db := withFunctions(t, kind, "uuidv7")
			execute(t, db, strangeShop(t, kind)...)
			quote := func(s string) string {
				if kind == dbserver.Postgres {
					return strings.ReplaceAll(s, "`", `"`)
				}
				return s
			}
			for n := 1; n <= 30; n++ {
				boss := "NULL"
				if n > 3 {
					boss = fmt.Sprint(n - 3)
				}
				execute(t, db, quote(fmt.Sprintf("INSERT INTO `my Users` (tenant, boss, `order`) VALUES (%d, %s, %d)", n%3, boss, n)), fmt.Sprintf("INSERT INTO homes (owner, n) VALUES (%d, %d)", n, n),
					quote(fmt.Sprintf("UPDATE `my Users` SET home = %d WHERE `the Id` = %d", n, n)), fmt.Sprintf("INSERT INTO profiles VALUES (%d, %d)", n, n), fmt.Sprintf("INSERT INTO visits (user_id, n) VALUES (%d, %d), (NULL, %d)", n, n, -n))
			}
			o := newkeys.Options{DSN: d.DSN, To: "uuidv7", Columns: []string{"my Users.the Id", "homes.id"}}
			if kind == dbserver.Postgres {
				o.Columns[0] = `"my Users"."the Id"`
			}
			schema := take(t, inventory.Options{DSN: d.DSN, NoRows: true, Keys: []string{"my Users.the Id", "homes.id"}})
			content := func() (list []string) {
				for _, q := range []string{
					"SELECT CONCAT_WS(' ', 'u', u.`order`, b.`order`, h.n) FROM `my Users` u LEFT JOIN `my Users` b ON b.`the Id` = u.boss AND b.tenant = u.tenant LEFT JOIN homes h ON h.id = u.home", "SELECT CONCAT_WS(' ', 'h', h.n, u.`order`) FROM homes h LEFT JOIN `my Users` u ON u.`the Id` = h.owner",
					"SELECT CONCAT_WS(' ', 'p', p.n, u.`order`) FROM profiles p LEFT JOIN `my Users` u ON u.`the Id` = p.user_id", "SELECT CONCAT_WS(' ', 'v', v.n, p.n) FROM visits v LEFT JOIN profiles p ON p.user_id = v.user_id",
				} {
					list = append(list, texts(t, db, quote(q))...)
				}
				slices.Sort(list)
				return list
			}
			before := content()
			script := statementsOf(printed(t, o))
			at := slices.IndexFunc(script, func(s string) bool { return strings.Contains(s, "sortid_move_fill(") && strings.HasPrefix(s, "CALL") })
			if err := runScript(t, db, script[:at+1]); err != nil {
				t.Fatal(err)
			}
			if kind == dbserver.Postgres { // a child before its parent
				execute(t, db, `WITH home AS (INSERT INTO homes (id, owner, n) OVERRIDING SYSTEM VALUE VALUES (100, 100, 100)) INSERT INTO "my Users" ("the Id", tenant, boss, "order") OVERRIDING SYSTEM VALUE VALUES (101, 1, 100, 101), (100, 1, NULL, 100)`)
				before = append(before, "u 100", "u 101 100", "h 100 100")
				slices.Sort(before)
			}
			if err := runScript(t, db, script); err != nil {
				t.Fatal(err)
			}
			differences(t, before, content())
			onlyNewKeys(t, schema, d.DSN)
		})
	}
}
