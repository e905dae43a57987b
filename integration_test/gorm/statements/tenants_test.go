package statements_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// TestTenants: a table without a model that has the name of a model's table in another schema, and columns of the same types, has
// its IDs, whatever names it.
func TestTenants(t *testing.T) {
	for _, hasOwn := range []bool{true, false} { // which a program of tenants does not have
		t.Run(fmt.Sprint("own table ", hasOwn), func(t *testing.T) { tenants(t, hasOwn) })
	}
}

func tenants(t *testing.T, hasOwn bool) {
	gormtest.OnEachBare(t, append([]gormtest.Server{gormtest.OnPostgresSimple}, gormtest.Servers...), func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); hasOwn && err != nil {
			t.Fatal(err)
		}
		if !hasOwn {
			gormtest.Must(t, db.Exec("DROP TABLE hard_logs"))
			gormtest.Must(t, db.Exec("DROP TABLE hard_users"))
		}
		tenant := addSchema(t, s, db, "tenant")
		bytes := bytesType(s)
		gormtest.Must(t, db.Exec("CREATE TABLE "+tenant+".hard_users (id "+bytes+" NOT NULL PRIMARY KEY, name varchar(40), n integer, boss varchar(40))"))
		for i := range 3 {
			gormtest.Must(t, db.Exec("INSERT INTO "+tenant+".hard_users (id, name, n) VALUES (?, ?, ?)", gormtest.WijiAt(i+1), "abc"[i:i+1], i+1))
		}
		key := gormtest.WijiAt(2)
		for _, form := range []any{key, key.String(), gormtype.BinaryOf(key)} {
			for what, query := range map[string]func(*gorm.DB) *gorm.DB{
				"Table":    func(db *gorm.DB) *gorm.DB { return db.Table(tenant+".hard_users").Where("id <> ?", form) },
				"an alias": func(db *gorm.DB) *gorm.DB { return db.Table(tenant+".hard_users u").Where("u.id <> ?", form) },
				"a join": func(db *gorm.DB) *gorm.DB {
					return db.Table(tenant+".hard_users u JOIN "+tenant+".hard_users v ON v.id = u.id AND v.id <> ?", form)
				},
				"a subquery": func(db *gorm.DB) *gorm.DB {
					return db.Table(tenant+".hard_users").Where("id NOT IN (?)", db.Table(tenant+".hard_users").Select("id").Where("id = ?", form))
				},
				"EXISTS": func(db *gorm.DB) *gorm.DB {
					return db.Table(tenant+".hard_users u").Where("NOT EXISTS (SELECT 1 FROM "+tenant+".hard_users v WHERE v.id = ? AND v.n = u.n)", form)
				},
			} {
				var n int64
				if tx := query(db).Count(&n); tx.Error != nil || n != 2 {
					t.Errorf("%s by a %T: %d rows, error %v", what, form, n, tx.Error)
				}
				var users []hardUser
				if tx := query(db).Select("id, name").Find(&users); what != "a join" && (tx.Error != nil || len(users) != 2 || users[0].ID.V() == key) {
					t.Errorf("Find of %s by a %T: %v, error %v", what, form, users, tx.Error)
				}
			}
		}
		if hasOwn || s.Dialect() != "sqlite" { // where the model's name means the tenant's table
			other := uuidv7.New()
			gormtest.Must(t, db.Exec("INSERT INTO "+tenant+".hard_users (id, name, n) VALUES (?, ?, 4)", gormtype.BinaryOf(other), "other")) // of another type
			gormtest.Must(t, db.Exec("DELETE FROM "+tenant+".hard_users WHERE id = ?", gormtype.BinaryOf(other)))
		}
		for _, insert := range []string{" VALUES (?, 'x', 1, NULL)", " SELECT ?, 'x', 1, NULL"} {
			if tx := db.Exec("INSERT INTO "+tenant+".hard_users"+insert, key.String()); !errors.Is(tx.Error, gormtype.ErrPlain) {
				t.Errorf("INSERT%s: %d rows, error %v", insert, tx.RowsAffected, tx.Error)
			}
		}
		var texts []string
		if tx := db.Table(tenant+".hard_users").Where("n = 2").Pluck("id", &texts); tx.Error != nil || len(texts) != 1 || texts[0] != key.String() {
			t.Errorf("Pluck: %q, error %v", texts, tx.Error)
		}
		if tx := db.Exec("UPDATE "+tenant+".hard_users SET boss = ? WHERE id = ?", key.String(), key); tx.Error != nil || tx.RowsAffected != 1 { // boss is a text there
			t.Errorf("a column of another type: %d rows, error %v", tx.RowsAffected, tx.Error)
		}
		var boss string
		if gormtest.Must(t, db.Raw("SELECT boss FROM "+tenant+".hard_users WHERE boss = ?", key.String()).Scan(&boss)); boss != key.String() {
			t.Errorf("a column of another type holds %q", boss)
		}
	})
}

// TestAskBeforeRows: the plugin asks the server for names before the rows of a statement are open, when a transaction can do
// nothing else.
func TestAskBeforeRows(t *testing.T) {
	for what, query := range map[string]func(db *gorm.DB, home string) ([]string, error){
		"maps": func(db *gorm.DB, home string) (found []string, err error) {
			var rows []map[string]any
			err = db.Table(home + ".hard_users").Order("name").Find(&rows).Error
			for _, row := range rows {
				found = append(found, fmt.Sprint(row["id"]))
			}
			return found, err
		},
		"Scan": func(db *gorm.DB, home string) (found []string, err error) {
			err = db.Raw("SELECT id FROM " + home + ".hard_users ORDER BY name").Scan(&found).Error
			return found, err
		},
		"Pluck": func(db *gorm.DB, home string) (found []string, err error) {
			err = db.Table(home+".hard_users").Order("name").Pluck("id", &found).Error
			return found, err
		},
		"a join": func(db *gorm.DB, home string) (found []string, err error) {
			err = db.Raw("SELECT u.id FROM hard_logs l JOIN "+home+".hard_users u ON u.id = l.user_id WHERE l.note <> ? ORDER BY u.name", "x").Scan(&found).Error
			return found, err
		},
	} {
		t.Run(what, func(t *testing.T) {
			gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
				gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
				if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
					t.Fatal(err)
				}
				hardRows(t, db)
				home := ownSchema(s, db)
				want := []string{gormtest.WijiAt(1).String(), gormtest.WijiAt(2).String(), gormtest.WijiAt(3).String()}
				ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
				defer cancel()
				err := db.WithContext(ctx).Transaction(func(tx *gorm.DB) error {
					found, err := query(tx, home)
					if err == nil && !slices.Equal(found, want) {
						t.Errorf("got %q, want %q", found, want)
					}
					return errors.Join(err, tx.Exec("UPDATE hard_users SET n = 9 WHERE name = 'a'").Error)
				})
				if err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// TestReadDuringDDL: statements of other tables change nothing in what a program reads meanwhile.
func TestReadDuringDDL(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Models(&hardUser{}, &hardLog{}))
		if err := db.AutoMigrate(&hardUser{}, &hardLog{}); err != nil {
			t.Fatal(err)
		}
		hardRows(t, db)
		if s.Dialect() == "sqlite" { // whose database in memory is one connection's
			pool, err := db.DB()
			if err != nil {
				t.Fatal(err)
			}
			pool.SetMaxOpenConns(1)
		}
		home := ownSchema(s, db)
		ended := make(chan error)
		go func() {
			var err error
			for range 50 {
				err = errors.Join(err, db.Exec("CREATE TABLE IF NOT EXISTS others (a integer PRIMARY KEY)").Error)
			}
			ended <- err
		}()
		want := []string{gormtest.WijiAt(1).String(), gormtest.WijiAt(2).String(), gormtest.WijiAt(3).String()}
		for {
			select {
			case err := <-ended:
				if err != nil {
					t.Error(err)
				}
				return
			default:
			}
			var texts []string
			if tx := db.Raw("SELECT id FROM " + home + ".hard_users ORDER BY name").Scan(&texts); tx.Error != nil || !slices.Equal(texts, want) {
				t.Errorf("got %q, error %v", texts, tx.Error)
			}
		}
	})
}
