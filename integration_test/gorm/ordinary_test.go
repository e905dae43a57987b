package gorm_test

import (
	"database/sql"
	"database/sql/driver"
	"errors"
	"strings"
	"testing"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/sqltype"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// The models of what ordinary programs do.
type (
	monthJob struct {
		ID   gormtype.ID[wiji.ID]
		Name string `gorm:"size:20"`
	}
	jsonDoc struct {
		ID   gormtype.ID[uuidv7.ID]
		Tags string `gorm:"type:json"`
		Key  string `gorm:"size:60"`
	}
	polyPost struct {
		ID    gormtype.ID[wiji.For[polyPost]]
		Notes []polyNote `gorm:"polymorphic:Owner"`
	}
	polyUser struct {
		ID    gormtype.ID[wiji.For[polyUser]]
		Notes []polyNote `gorm:"polymorphic:Owner"`
		Logo  *polyNote  `gorm:"polymorphic:Owner;polymorphicValue:logo"`
	}
	polyNote struct {
		ID        gormtype.ID[wiji.ID]
		OwnerID   gormtype.ID[wiji.ID] // of every kind
		OwnerType string               `gorm:"size:20"`
		Text      string               `gorm:"size:20"`
	}
)

// IDPrefix returns a prefix, which the column of every kind does not have.
func (polyUser) IDPrefix() string { return "user" }

// TestTablesByMonth: the columns of a model are known in another table than its own.
func TestTablesByMonth(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&monthJob{}))
		if err := db.Table("jobs_11").AutoMigrate(&monthJob{}); err != nil {
			t.Fatal(err)
		}
		jobs := []monthJob{{Name: "a"}, {Name: "b"}, {Name: "c"}}
		must(t, db.Table("jobs_11").Create(&jobs))
		text := jobs[1].ID.String()
		inNovember := func(tx *gorm.DB) *gorm.DB { return tx.Table("jobs_11") }
		for what, tx := range map[string]*gorm.DB{
			"Model and Table":   db.Model(&monthJob{}).Table("jobs_11"),
			"Table":             db.Table("jobs_11"),
			"Scopes":            db.Scopes(inNovember),
			"an alias":          db.Table("jobs_11 AS j"),
			"Model and Scopes":  db.Model(&monthJob{}).Scopes(inNovember),
			"prepared":          db.Session(&gorm.Session{PrepareStmt: true}).Table("jobs_11"),
			"a subquery of one": db.Table("(?) AS j", db.Table("jobs_11").Where("id <> ?", jobs[0].ID)),
		} {
			for form, id := range map[string]any{"text": text, "plain": jobs[1].ID.V(), "column": jobs[1].ID} {
				var found []monthJob
				if got := must(t, tx.Session(&gorm.Session{}).Where("id = ?", id).Find(&found)); got.RowsAffected != 1 || found[0].Name != "b" {
					t.Errorf("%s, %s: %v", what, form, found)
				}
			}
		}
		equal(t, "deleted", must(t, db.Table("jobs_11").Where("id <> ?", text).Delete(&monthJob{})).RowsAffected, 2)
	})
}

// TestBesideText: an ID beside a text is its text, and where nobody knows, an error; never bytes.
func TestBesideText(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, s server, db *gorm.DB) {
		use(t, db, gormtype.Models(&jsonDoc{}))
		if err := db.AutoMigrate(&jsonDoc{}); err != nil {
			t.Fatal(err)
		}
		owners := []uuidv7.ID{uuidv7.New(), uuidv7.New(), uuidv7.New()}
		for _, owner := range owners {
			must(t, db.Create(&jsonDoc{Tags: `{"owner":"` + owner.String() + `"}`, Key: "user:" + owner.String()}))
		}
		path := "tags->>'$.owner'"
		quoted := "\"key\""
		if s.dialect() == "mysql" {
			quoted = "`key`"
		}
		concat := quoted + " = CONCAT('user:', ?)"
		switch s.dialect() {
		case "postgres":
			path, concat = "tags->>'owner'", quoted+" = CONCAT('user:', ?)"
		case "sqlite":
			concat = quoted + " = 'user:' || ?"
		}
		if s.name == "mariadb" {
			path = "JSON_VALUE(tags, '$.owner')"
		}
		for what, tx := range map[string]*gorm.DB{
			"JSON =":      db.Where(path+" = ?", owners[1]),
			"JSON IN":     db.Where(path+" IN ?", []uuidv7.ID{owners[1]}),
			"JSON before": db.Where("? = "+path, owners[1]),
			"a text":      db.Where(concat, owners[1]),
		} {
			var found []jsonDoc
			if err := tx.Find(&found).Error; err != nil || len(found) != 1 || !strings.Contains(found[0].Key, owners[1].String()) {
				t.Errorf("%s: %v, error %v", what, found, err)
			}
		}
		equal(t, "others", must(t, db.Where(path+" <> ?", owners[1]).Find(&[]jsonDoc{})).RowsAffected, 2)
		for what, tx := range map[string]*gorm.DB{
			"LOWER":           db.Where("LOWER("+quoted+") <> ?", owners[1]).Delete(&jsonDoc{}),
			"a function":      db.Where("LENGTH(HEX(?)) > 0", owners[1]).Delete(&jsonDoc{}),
			"Select":          db.Model(&jsonDoc{}).Select("? AS x", owners[1]).Find(&[]map[string]any{}),
			"another table":   db.Table("elsewhere").Where("id <> ?", owners[1]).Delete(nil),
			"LIKE":            db.Where("id LIKE ?", owners[1]).Delete(&jsonDoc{}),
			"NOT LIKE a text": db.Where("id NOT LIKE ?", "x%").Delete(&jsonDoc{}),
		} {
			if tx.Error == nil || tx.RowsAffected > 0 || !strings.HasPrefix(tx.Error.Error(), "gormtype.") {
				t.Errorf("%s: %d rows, error %v", what, tx.RowsAffected, tx.Error)
			}
		}
		equal(t, "rows", count(t, db, &jsonDoc{}), 3)
	})
}

// TestPolymorphicTyped: a column of the untyped ID takes every kind.
func TestPolymorphicTyped(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&polyPost{}, &polyUser{}, &polyNote{}))
		if err := db.AutoMigrate(&polyPost{}, &polyUser{}, &polyNote{}); err != nil {
			t.Fatal(err)
		}
		post := polyPost{Notes: []polyNote{{Text: "a"}, {Text: "b"}}}
		user := polyUser{Notes: []polyNote{{Text: "c"}}, Logo: &polyNote{Text: "logo"}}
		must(t, db.Create(&post))
		must(t, db.Create(&user))
		var posts []polyPost
		var users []polyUser
		must(t, db.Preload("Notes").Find(&posts))
		must(t, db.Preload("Notes").Preload("Logo").Find(&users))
		equal(t, "notes of the post", len(posts[0].Notes), 2)
		equal(t, "notes of the user", len(users[0].Notes), 1)
		equal(t, "logo of the user", users[0].Logo != nil && users[0].Logo.Text == "logo", true)
		equal(t, "Count", db.Model(&post).Association("Notes").Count(), 2)
		must(t, db.Where("owner_id = ? AND owner_type = ?", user.ID.V(), "poly_users").Take(&polyNote{}))
		if err := db.Model(&user).Association("Notes").Append(&polyNote{Text: "d"}); err != nil {
			t.Error(err)
		}
		equal(t, "Count of the user", db.Model(&user).Association("Notes").Count(), 2)
		if err := db.Model(&post).Association("Notes").Unscoped().Delete(&post.Notes[0]); err != nil {
			t.Error(err)
		}
		if err := db.Model(&post).Association("Notes").Unscoped().Clear(); err != nil {
			t.Error(err)
		}
		equal(t, "Count after Clear", db.Model(&post).Association("Notes").Count(), 0)
		equal(t, "Delete", must(t, db.Select("Notes", "Logo").Delete(&user)).RowsAffected, 1)
		equal(t, "notes", count(t, db, &polyNote{}), 0)
		if err := db.Where("id = ?", post.ID).Find(&[]polyUser{}).Error; !errors.Is(err, gormtype.ErrKind) {
			t.Errorf("a post's ID is compared with those of users: %v", err)
		}
	})
}

// TestDestinations: an ID that is read into a text is its text, wherever the text is.
func TestDestinations(t *testing.T) {
	type shown struct {
		ID   string
		Name string
	}
	type nullable struct {
		ID   sql.NullString
		Name string
	}
	finish := map[string]func(tx *gorm.DB, dest any) *gorm.DB{
		"Find": func(tx *gorm.DB, dest any) *gorm.DB { return tx.Find(dest) },
		"Scan": func(tx *gorm.DB, dest any) *gorm.DB { return tx.Scan(dest) },
	}
	onEachBare(t, servers, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&monthJob{}))
		if err := db.AutoMigrate(&monthJob{}); err != nil {
			t.Fatal(err)
		}
		job := monthJob{Name: "a"}
		must(t, db.Create(&job))
		want := job.ID.String()
		for what, read := range map[string]func() *gorm.DB{
			"Model":       func() *gorm.DB { return db.Model(&monthJob{}).Select("id") },
			"Table":       func() *gorm.DB { return db.Table("month_jobs").Select("id") },
			"two columns": func() *gorm.DB { return db.Table("month_jobs").Select("name, id") },
			"Raw":         func() *gorm.DB { return db.Raw("SELECT id FROM month_jobs WHERE id = ?", job.ID) },
			"an alias":    func() *gorm.DB { return db.Raw("SELECT j.id AS id FROM month_jobs j") },
			"a join":      func() *gorm.DB { return db.Raw("SELECT a.id FROM month_jobs a JOIN month_jobs b ON a.id = b.id") },
			"a derived":   func() *gorm.DB { return db.Raw("SELECT id FROM (SELECT id FROM month_jobs) x") },
			"all of it":   func() *gorm.DB { return db.Raw("SELECT x.* FROM (SELECT id FROM month_jobs) x") },
			"a UNION": func() *gorm.DB {
				if db.Name() == "sqlite" { // which has none in parentheses
					return db.Raw("SELECT id FROM month_jobs UNION SELECT id FROM month_jobs")
				}
				return db.Raw("(SELECT id FROM month_jobs) UNION (SELECT id FROM month_jobs)")
			},
			"in a CTE":     func() *gorm.DB { return db.Raw("WITH x AS (SELECT id FROM month_jobs) SELECT id FROM x") },
			"with a limit": func() *gorm.DB { return db.Model(&monthJob{}).Select("id").Limit(1) },
		} {
			for end, into := range finish {
				var text string
				var texts []string
				var pointers []*string
				var null sql.NullString
				var nulls []sql.Null[string]
				var one shown
				var list []shown
				var links []*shown
				var nullables []nullable
				var maps []map[string]any
				m := map[string]any{}
				alone := []any{&text, &texts, &pointers, &null, &nulls}
				if what == "two columns" {
					alone = nil
				}
				for _, dest := range append(alone, &one, &list, &links, &nullables, &m, &maps) {
					if err := into(read(), dest).Error; err != nil {
						t.Errorf("%s, %s into %T: %v", what, end, dest, err)
					}
				}
				if alone == nil {
					text, texts, pointers, null, nulls = want, []string{want}, []*string{&want}, sql.NullString{String: want}, []sql.Null[string]{{V: want}}
				}
				if len(texts) != 1 || len(pointers) != 1 || len(nulls) != 1 || len(list) != 1 || len(links) != 1 || len(nullables) != 1 || len(maps) != 1 {
					t.Errorf("%s, %s: %v, %v, %v, %v, %v, %v, %v", what, end, texts, pointers, nulls, list, links, nullables, maps)
					continue
				}
				for i, got := range []any{text, texts[0], *pointers[0], null.String, nulls[0].V, one.ID, list[0].ID, links[0].ID, nullables[0].ID.String, m["id"], maps[0]["id"]} {
					if got != want {
						t.Errorf("%s, %s, destination %d: got %q, want %q", what, end, i, got, want)
					}
				}
			}
		}
		var texts []string
		must(t, db.Model(&monthJob{}).Pluck("id", &texts))
		equal(t, "Pluck", texts[0], want)
		must(t, db.Model(&monthJob{}).Pluck("DISTINCT(id)", &texts))
		equal(t, "Pluck of an expression", texts[0], want)
		for end, into := range finish {
			var text string
			must(t, into(db.Model(&monthJob{}).Select("COALESCE(id, NULL)"), &text))
			equal(t, end+" of an expression", text, want)
		}
		found, err := gorm.G[shown](db).Raw("SELECT id, name FROM month_jobs").Find(t.Context())
		if err != nil || found[0] != (shown{want, "a"}) {
			t.Errorf("generics: %v, %v", found, err)
		}
	})
}

type (
	optionKind  struct{ Name string }
	optionModel struct {
		ID   gormtype.ID[uid11.For[optionKind]]
		Name string
	}
	badKey     struct{ ID sqltype.Binary[wiji.ID] }
	nullColumn struct {
		ID  gormtype.ID[wiji.ID]
		Ref sql.Null[gormtype.ID[wiji.ID]]
	}
)

// TestOptions: an option that fits no field of the models is an error, as is a model that no option
// makes right. A generator of the plain type serves its typed kinds.
func TestOptions(t *testing.T) {
	made := uid11.ID(1 << 40)
	next := func() (uid11.ID, error) { made++; return made, nil }
	db := openBare(t, onSQLite)
	use(t, db, gormtype.Models(&optionModel{}), gormtype.Generator(next))
	if err := db.AutoMigrate(&optionModel{}); err != nil {
		t.Fatal(err)
	}
	rows := []optionModel{{Name: "a"}, {Name: "b"}}
	must(t, db.Create(&rows))
	equal(t, "the key", uint64(rows[1].ID.V()), uint64(1<<40+2))
	for what, options := range map[string][]gormtype.Option{
		"Generator of another format": {gormtype.Models(&optionModel{}), gormtype.Generator(func() (wiji.ID, error) { return wiji.New(), nil })},
		"Plain of no field":           {gormtype.Models(&optionModel{}), gormtype.Plain[wiji.ID]()},
		"a column of sqltype":         {gormtype.Models(&badKey{})},
		"a plain field":               {gormtype.Models(&plainKey[wiji.ID]{})},
		"sql.Null":                    {gormtype.Models(&nullColumn{})},
	} {
		if err := openBare(t, onSQLite).Use(gormtype.New(options...)); err == nil || !strings.HasPrefix(err.Error(), "gormtype") {
			t.Errorf("%s: error %v", what, err)
		}
	}
	db = open(t, onSQLite)
	for what, err := range map[string]error{
		"First of sqltype":    db.First(&badKey{}, wiji.New()).Error,
		"Create of sqltype":   db.Create(&badKey{}).Error,
		"Find of sql.Null":    db.Find(&[]nullColumn{}).Error,
		"migrate of sql.Null": db.AutoMigrate(&nullColumn{}),
	} {
		if err == nil {
			t.Errorf("%s: no error", what)
		}
	}
}

type ignoredParent struct {
	ID       gormtype.ID[wiji.ID]
	Name     string `gorm:"size:20;uniqueIndex"`
	Children []ignoredChild
}

type ignoredChild struct {
	ID              gormtype.ID[wiji.ID]
	IgnoredParentID *gormtype.ID[wiji.ID]
}

// TestInsertIgnore: a row that INSERT IGNORE leaves out has no key afterwards, and no children.
func TestInsertIgnore(t *testing.T) {
	onEachBare(t, []server{onSQLite, onMySQL, onMariaDB}, func(t *testing.T, s server, db *gorm.DB) {
		use(t, db, gormtype.Models(&ignoredParent{}))
		if err := db.AutoMigrate(&ignoredParent{}, &ignoredChild{}); err != nil {
			t.Fatal(err)
		}
		modifier := map[string]string{"sqlite": "OR IGNORE", "mysql": "IGNORE"}[s.dialect()]
		must(t, db.Create(&ignoredParent{Name: "a"}))
		rows := []ignoredParent{{Name: "a", Children: []ignoredChild{{}}}, {Name: "b", Children: []ignoredChild{{}}}}
		_ = db.Clauses(clause.Insert{Modifier: modifier}).Create(&rows)
		equal(t, "the key of the row that exists", rows[0].ID.IsZero(), true)
		equal(t, "the key of the other", rows[1].ID.IsZero(), false)
		var orphans int64
		must(t, db.Raw("SELECT count(*) FROM ignored_children c WHERE NOT EXISTS (SELECT 1 FROM ignored_parents p WHERE p.id = c.ignored_parent_id)").Scan(&orphans))
		equal(t, "children without a parent", orphans, 0)
	})
}

// TestInserts: the values of an INSERT get the form of the columns, or are refused.
func TestInserts(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		r := bindDB(t, db)
		for what, tx := range map[string]*gorm.DB{
			"SELECT ?":           db.Exec("INSERT INTO bind_keys (n, id) SELECT 1, ? FROM bind_users WHERE id = ?", uuid.New().String(), r.users[1].ID),
			"UNION ALL SELECT ?": db.Exec("INSERT INTO bind_keys (id, n) SELECT id, 1 FROM bind_keys WHERE 1 = 0 UNION ALL SELECT ?, 2 FROM bind_users WHERE id = ?", uuid.New(), r.users[1].ID.V()),
			"VALUES":             db.Exec("INSERT INTO bind_keys (id, n) VALUES (?, 3), (?, 4)", uuid.New(), uuid.New().String()),
		} {
			if tx.Error != nil || tx.RowsAffected == 0 {
				t.Errorf("%s: %d rows, error %v", what, tx.RowsAffected, tx.Error)
			}
		}
		must(t, db.Find(&[]bindKey{}))
		before := count(t, db, &bindKey{})
		for what, tx := range map[string]*gorm.DB{
			"VALUES without columns":       db.Exec("INSERT INTO bind_keys VALUES (?, 5)", uuid.New()),
			"VALUES without columns, text": db.Exec("INSERT INTO bind_keys VALUES (?, 5)", uuid.New().String()),
			"SELECT without columns":       db.Exec("INSERT INTO bind_keys SELECT ?, 5", uuid.New().String()),
			"another kind":                 db.Exec("INSERT INTO bind_users (id, name) SELECT ?, 'x'", r.orders[1].ID),
		} {
			if tx.Error == nil {
				t.Errorf("%s: no error", what)
			}
		}
		equal(t, "rows", count(t, db, &bindKey{}), before)
	})
}

// TestNamesOfQueries: a query of WITH that has the name of another model's table is that query.
func TestNamesOfQueries(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		r := bindDB(t, db)
		var n int64
		must(t, db.Raw("WITH bind_orders AS (SELECT id, name FROM bind_users) SELECT count(*) FROM bind_orders WHERE id = ?", r.users[2].ID.V()).Scan(&n))
		equal(t, "rows of WITH", n, 1)
		must(t, db.Raw("WITH x (key_of, n) AS (SELECT id, n FROM bind_orders) SELECT count(*) FROM x WHERE n = 3 AND n IN (SELECT n FROM bind_orders WHERE id = ?)", r.orders[3].ID).Scan(&n))
		equal(t, "rows behind WITH", n, 1)
		must(t, db.Raw("SELECT count(*) FROM bind_users u WHERE EXISTS (SELECT 1 FROM bind_orders o WHERE o.user_id = u.id AND u.id = ?)", r.users[4].ID.String()).Scan(&n))
		equal(t, "rows of a correlated query", n, 1)
	})
}

// TestDryRun: the statement and its arguments can be executed by hand.
func TestDryRun(t *testing.T) {
	onEach(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		if err := db.AutoMigrate(&slip{}); err != nil {
			t.Fatal(err)
		}
		for n := 1; n <= 3; n++ {
			x := slipAt(n)
			must(t, db.Create(&x))
		}
		for what, query := range slipQueries {
			stmt := query(db.Session(&gorm.Session{DryRun: true}).Model(&slip{})).Select("name").Find(&[]slip{}).Statement
			if len(stmt.Vars) == 0 {
				t.Errorf("%s: %s has no arguments", what, stmt.SQL.String())
			}
			var name string
			pool, err := db.DB()
			if err != nil {
				t.Fatal(err)
			}
			if err := pool.QueryRowContext(t.Context(), stmt.SQL.String(), stmt.Vars...).Scan(&name); err != nil || name != "name 2" {
				t.Errorf("%s: %q, %v\n%s", what, name, err, stmt.SQL.String())
			}
		}
	})
}

// pgArray is an array of PostgreSQL as lib/pq and others pass it.
type pgArray string

// Value returns the text of the array.
func (a pgArray) Value() (v driver.Value, err error) { return string(a), nil }

// TestArrays: ANY takes arrays.
func TestArrays(t *testing.T) {
	onEachBare(t, []server{onPostgres, onPostgresSimple}, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&monthJob{}))
		if err := db.AutoMigrate(&monthJob{}); err != nil {
			t.Fatal(err)
		}
		jobs := []monthJob{{Name: "a"}, {Name: "b"}, {Name: "c"}}
		must(t, db.Create(&jobs))
		ids := []wiji.ID{jobs[0].ID.V(), jobs[1].ID.V()}
		text := "{" + ids[0].UUID() + "," + ids[1].UUID() + "}"
		for what, array := range map[string]any{"text": text, "a Valuer": pgArray(text), "sqltype": sqltype.ListOf(sqltype.UUIDOf[wiji.ID], ids...).Array()} {
			var found []monthJob
			if err := db.Where("id = ANY(?)", array).Find(&found).Error; err != nil || len(found) != 2 {
				t.Errorf("%s: %d rows, error %v", what, len(found), err)
			}
		}
		for what, one := range map[string]any{"an ID": ids[0], "its text": ids[0].String()} {
			if err := db.Where("id <> ANY(?)", one).Delete(&monthJob{}).Error; err == nil {
				t.Errorf("%s: no error", what)
			}
		}
	})
}

// TestTableWithoutModel: a subquery of a table without a model does not take the columns of the
// query around it.
func TestTableWithoutModel(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		r := bindDB(t, db)
		must(t, db.Exec("CREATE TABLE legacies (id varchar(60), note varchar(60))"))
		must(t, db.Exec("INSERT INTO legacies VALUES (?, ?)", "5", r.users[5].ID.String()))
		found := must(t, db.Where("? = 5 AND EXISTS (SELECT 1 FROM legacies WHERE id = ?)", 5, "5").Find(&[]bindKey{}))
		equal(t, "rows", found.RowsAffected, bound)
		for _, id := range []any{r.users[5].ID.V(), r.keys[5].ID.V()} {
			tx := db.Exec("DELETE FROM bind_keys WHERE id NOT IN (SELECT n FROM legacies WHERE id = ?)", id)
			if !errors.Is(tx.Error, gormtype.ErrPlain) || tx.RowsAffected > 0 {
				t.Errorf("%T: %d rows, error %v", id, tx.RowsAffected, tx.Error)
			}
		}
	})
}

type exprOwner struct {
	ID   gormtype.ID[uuidv7.ID]
	Pets []exprPet `gorm:"foreignKey:OwnerID"`
}

type exprPet struct {
	ID      gormtype.ID[uuidv7.ID]
	OwnerID gormtype.ID[uuidv7.ID]
	VetID   *gormtype.ID[uuidv7.ID]
}

// TestUpdateByExpression: what the server computes leaves the field of the struct as it is, and the
// ID to which its pointer refers.
func TestUpdateByExpression(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&exprOwner{}))
		if err := db.AutoMigrate(&exprOwner{}, &exprPet{}); err != nil {
			t.Fatal(err)
		}
		owner, vet := exprOwner{}, exprOwner{}
		must(t, db.Create(&owner))
		must(t, db.Create(&vet))
		id := vet.ID
		pet := exprPet{OwnerID: owner.ID, VetID: &vet.ID}
		must(t, db.Create(&pet))
		for what, v := range map[string]any{
			"NULL": gorm.Expr("NULL"), "COALESCE": gorm.Expr("COALESCE(vet_id, ?)", owner.ID.V()),
			"a query": db.Model(&exprOwner{}).Select("id").Where("id = ?", id),
		} {
			must(t, db.Model(&pet).Update("vet_id", v))
			must(t, db.Model(&pet).Updates(map[string]any{"vet_id": v}))
			if vet.ID != id || pet.VetID != &vet.ID {
				t.Fatalf("%s: the vet is %v, was %v", what, vet.ID, id)
			}
		}
		must(t, db.Model(&pet).Update("owner_id", gorm.Expr("owner_id")))
		equal(t, "owner", pet.OwnerID, owner.ID)
		pet.VetID = nil
		must(t, db.Model(&pet).Update("vet_id", gorm.Expr("NULL")))
		if pet.VetID != nil {
			t.Errorf("a vet of NULL is %v", pet.VetID)
		}
		must(t, db.Save(&pet))
	})
}

type arrayOwner struct {
	ID   gormtype.ID[bareUUID]
	Boss *gormtype.ID[bareUUID]
	Name string `gorm:"size:20"`
}

// TestSmallNumbers: as many numbers of a byte as an ID has stay numbers, in models with and without IDs.
func TestSmallNumbers(t *testing.T) {
	type grid struct {
		ID                                             uint
		A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P uint8
	}
	type board struct {
		ID                                             gormtype.ID[bareUUID]
		A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P uint8
	}
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&arrayOwner{}, &board{}), gormtype.Generator(newBare))
		if err := db.AutoMigrate(&grid{}, &board{}); err != nil {
			t.Fatal(err)
		}
		g, b := grid{A: 1, P: 16}, board{A: 1, P: 16}
		must(t, db.Create(&g))
		must(t, db.Create(&b))
		var gridRead grid
		var boardRead board
		must(t, db.First(&gridRead, g.ID))
		must(t, db.First(&boardRead, "id = ?", b.ID.V()))
		if gridRead != g || boardRead != b {
			t.Errorf("%+v, %+v", gridRead, boardRead)
		}
		var list []any
		for n := range 16 {
			list = append(list, uint8(n))
		}
		var n int64
		must(t, db.Model(&grid{}).Where("a IN ?", list).Count(&n))
		equal(t, "grids", n, 1)
		must(t, db.Model(&board{}).Where("a IN ?", list).Count(&n))
		equal(t, "boards", n, 1)
		row := map[string]any{}
		for name := range strings.SplitSeq("a b c d e f g h i j k l m n o p", " ") {
			row[name] = uint8(7)
		}
		must(t, db.Table("grids").Create(row))
		must(t, db.Table("grids").Where("p = ?", 7).Count(&n))
		equal(t, "a map", n, 1)
	})
}

// TestArrayID: GORM takes an ID that is an array and no Valuer, as the standard library's UUID, for a
// list of numbers behind a parenthesis and in a map.
func TestArrayID(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&arrayOwner{}), gormtype.Generator(newBare))
		if err := db.AutoMigrate(&arrayOwner{}); err != nil {
			t.Fatal(err)
		}
		a, b, c := bareAt(1), bareAt(2), bareAt(3)
		must(t, db.Exec("INSERT INTO array_owners (id, boss, name) VALUES (?, ?, ?), (?, NULL, ?)", a, b, "a", b, "b"))
		must(t, db.Exec("INSERT INTO array_owners (id, boss, name) VALUES (@id, @boss, @name)", map[string]any{"id": c, "boss": b, "name": "c"}))
		for what, q := range map[string]*gorm.DB{
			"NULLIF":            db.Where("id = NULLIF(?, ?)", a, b),
			"COALESCE":          db.Where("COALESCE(?, boss) = id AND name = ?", a, "a"),
			"reversed":          db.Where("(? = id) AND (? <> id)", a, b),
			"a tuple":           db.Where("(id, boss) = (?, ?)", a, b),
			"named":             db.Where("id IN (@id) AND (@id = id)", map[string]any{"id": a}),
			"a list":            db.Where("id IN (?, ?) AND name = ?", a, b, "a"),
			"a subquery":        db.Where("(name = ?) AND id IN (?)", "a", db.Model(&arrayOwner{}).Select("id").Where("(? = boss) AND id <> ?", b, c)),
			"a map":             db.Where(map[string]any{"id": a, "boss": b}),
			"prepared":          db.Session(&gorm.Session{PrepareStmt: true}).Where("(? = id) AND name = ?", a, "a"),
			"no parentheses":    db.Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "CASE WHEN id = ? THEN 0 ELSE 1 END, name", Vars: []any{a}, WithoutParentheses: true}}),
			"two of them":       db.Where(clause.Expr{SQL: "id IN (?, ?) AND boss = ?", Vars: []any{a, b, b}, WithoutParentheses: true}).Where("name = ?", "a"),
			"after one of them": db.Where("(? = boss) AND (? = id)", b, a),
		} {
			var found []arrayOwner
			if tx := q.Find(&found); tx.Error != nil || len(found) == 0 || found[0].ID.V() != a || what != "no parentheses" && len(found) > 1 {
				t.Errorf("%s: %v, error %v", what, found, tx.Error)
			}
		}
		for what, q := range map[string]*gorm.DB{
			"a map of a text": db.Where(map[string]any{"name": a}), "not a text": db.Not(map[string]any{"name": a}), "or a text": db.Where("1 = 1").Or(map[string]any{"name": a}),
		} {
			if err := q.Find(&[]arrayOwner{}).Error; !errors.Is(err, gormtype.ErrKind) || !strings.Contains(err.Error(), "array_owners.name") {
				t.Errorf("%s: %v", what, err)
			}
		}
		sql := db.ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.Where("(? = id) AND name = ?", a, "a").Find(&[]arrayOwner{}) })
		var found []arrayOwner
		if must(t, db.Raw(sql).Find(&found)); len(found) != 1 || found[0].ID.V() != a {
			t.Errorf("%s: %v", sql, found)
		}
		equal(t, "updated", must(t, db.Exec("UPDATE array_owners SET boss = COALESCE(?, boss) WHERE (? = id)", c, a)).RowsAffected, 1)
		for what, first := range map[string]func(*gorm.DB, any) *gorm.DB{
			"FirstOrCreate": func(tx *gorm.DB, x any) *gorm.DB { return tx.FirstOrCreate(x) },
			"FirstOrInit":   func(tx *gorm.DB, x any) *gorm.DB { return tx.FirstOrInit(x) },
		} {
			for name, tx := range map[string]*gorm.DB{
				"Attrs":  db.Where("name = ?", "new").Attrs(map[string]any{"boss": a}),
				"Assign": db.Where("name = ?", "a").Assign(map[string]any{"boss": a}),
			} {
				if err := first(tx, &arrayOwner{}).Error; !errors.Is(err, gormtype.ErrPlain) {
					t.Errorf("%s of %s: %v", what, name, err)
				}
			}
			made := arrayOwner{}
			must(t, first(db.Where(map[string]any{"name": what}).Attrs(map[string]any{"boss": gormtype.Of(a)}).Assign(arrayOwner{Name: "x"}), &made))
			equal(t, what, made.Boss.V(), a)
		}
	})
}

// TestOptionalCondition: an ID that is NULL or not is right in any form.
func TestOptionalCondition(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, s server, db *gorm.DB) {
		r := bindDB(t, db)
		id := r.users[3].ID.V()
		for what, v := range map[string]any{"plain": id, "a pointer": &id, "a column": r.users[3].ID, "a text": id.String()} {
			if what == "a text" && s.dialect() == "postgres" {
				continue // whose type the server does not know, as that of any text there
			}
			for _, sql := range []string{"(? IS NULL OR id = ?)", "(? IS NOT NULL AND id = ?)"} {
				tx := db.Where(sql, v, v).Find(&[]bindUser{})
				if tx.Error != nil || tx.RowsAffected != 1 {
					t.Errorf("%s with %s: %d rows, error %v", sql, what, tx.RowsAffected, tx.Error)
				}
			}
		}
	})
}

type serialDoc struct {
	ID   gormtype.ID[uuidv7.ID]
	Refs []gormtype.ID[uuidv7.ID] `gorm:"serializer:json"`
}

// TestSerializedList: GORM does not serialize the list of an Update, whose IDs no Find could read.
func TestSerializedList(t *testing.T) {
	onEachBare(t, plain, func(t *testing.T, _ server, db *gorm.DB) {
		use(t, db, gormtype.Models(&serialDoc{}))
		if err := db.AutoMigrate(&serialDoc{}); err != nil {
			t.Fatal(err)
		}
		doc := serialDoc{Refs: []gormtype.ID[uuidv7.ID]{gormtype.Of(uuidv7.New())}}
		must(t, db.Create(&doc))
		if err := db.Model(&serialDoc{ID: doc.ID}).Update("refs", doc.Refs).Error; !errors.Is(err, gormtype.ErrKind) {
			t.Errorf("Update: %v", err)
		}
		must(t, db.Model(&doc).Updates(serialDoc{Refs: doc.Refs}))
		var found serialDoc
		must(t, db.Take(&found, doc.ID))
		equal(t, "reference", found.Refs[0], doc.Refs[0])
	})
}
