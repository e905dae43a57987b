package operations_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/gormlog"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// member has a unique key besides its ID, and remarks refer to it. There are no foreign
// keys in the schema, so that the server stores a remark that refers to no member.
type member[C columnType] struct {
	ID      C
	Email   string      `gorm:"size:60;uniqueIndex"`
	Name    string      `gorm:"size:60"`
	Remarks []remark[C] `gorm:"foreignKey:MemberID"`
}

func (member[C]) TableName() string { return "members" }

type remark[C columnType] struct {
	ID       C
	MemberID C
	Slug     *string    `gorm:"size:60;uniqueIndex"`
	Member   *member[C] `gorm:"foreignKey:MemberID"`
}

func (remark[C]) TableName() string { return "remarks" }

// stocked has a column that the server fills.
type stocked[C columnType] struct {
	ID    C
	Email string    `gorm:"size:60;uniqueIndex"`
	Since time.Time `gorm:"type:timestamp;default:CURRENT_TIMESTAMP"`
}

func (stocked[C]) TableName() string { return "stocked" }

func email(n int) string { return fmt.Sprintf("%d@example.com", n) }

// members returns members with the numbers, each with a remark and without a key.
func members[C columnType](name string, numbers ...int) []member[C] {
	list := make([]member[C], len(numbers))
	for i, n := range numbers {
		list[i] = member[C]{Email: email(n), Name: name, Remarks: []remark[C]{{}}}
	}
	return list
}

// whereOfSeveral: an upsert of several rows that its WHERE can leave out has the keys of the rows that were inserted, and no other
// one that was not stored. Keys that the program sets stay.
func whereOfSeveral[C columnType](t *testing.T, db *gorm.DB, conflict clause.OnConflict) {
	t.Helper()
	old := newMembers[C](t, db)
	gormtest.Must(t, db.Model(&old[2]).Update("name", "other"))
	list := members[C]("new", 8, 1, 2, 9)
	for i := range list {
		list[i].Remarks = nil
	}
	set := list[3]
	gormtest.Must(t, db.Create(&set)) // to have a key
	gormtest.Must(t, db.Delete(&set))
	list[3].ID = set.ID
	gormtest.Equal(t, "rows affected", gormtest.Must(t, db.Clauses(conflict).Create(&list)).RowsAffected, 3) // 8, 9, and 2 by its name
	gormtest.Equal(t, "the key of a row that is left out is unset", list[1].ID.IsZero(), true)
	gormtest.Equal(t, "the key of a row that is updated is unset", list[2].ID.IsZero(), true)
	gormtest.Equal(t, "the key that was set", list[3].ID, set.ID)
	consistent(t, db, []member[C]{list[0], list[3]}, 7, 5)
	gormtest.Equal(t, "the row is updated", gormtest.Count(t, db.Where("id = ? AND name = ?", old[2].ID, "new"), &member[C]{}), 1)

	stock := []stocked[C]{{Email: email(1)}, {Email: email(2)}}
	gormtest.Must(t, db.Create(&stock))
	conflict.DoUpdates = clause.AssignmentColumns([]string{"since"})
	conflict.Where = clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "stocked.email = 'nobody'"}}}
	stock = []stocked[C]{{Email: email(1)}, {Email: email(3)}}
	gormtest.Must(t, db.Clauses(conflict).Create(&stock))
	for _, x := range stock {
		gormtest.Equal(t, "the key beside a column of the server is unset", x.ID.IsZero(), true)
	}
}

// byEmail is the conflict with the other unique key.
var byEmail = clause.OnConflict{Columns: []clause.Column{{Name: "email"}}, DoUpdates: clause.AssignmentColumns([]string{"name"})}

// upsertCheck is a statement on a table that has the members 0 to 4 with the name "old".
type upsertCheck[C columnType] struct {
	name string
	run  func(t *testing.T, db *gorm.DB, server string)
}

// newMembers empties the tables and creates the members 0 to 4, each with a remark.
func newMembers[C columnType](t *testing.T, db *gorm.DB) []member[C] {
	t.Helper()
	all := db.Session(&gorm.Session{AllowGlobalUpdate: true})
	gormtest.Must(t, all.Delete(&remark[C]{}))
	gormtest.Must(t, all.Delete(&member[C]{}))
	gormtest.Must(t, all.Delete(&stocked[C]{}))
	old := members[C]("old", 0, 1, 2, 3, 4)
	gormtest.Must(t, db.Create(&old))
	return old
}

// consistent fails the test unless each member in the list is stored under its key, and
// each remark refers to an member.
func consistent[C columnType](t *testing.T, db *gorm.DB, list []member[C], wantAccounts, wantNotes int) {
	t.Helper()
	var rows []member[C]
	gormtest.Must(t, db.Find(&rows))
	stored := map[string]C{}
	for _, x := range rows {
		stored[x.Email] = x.ID
	}
	for _, x := range list {
		if stored[x.Email] != x.ID {
			t.Errorf("%s is stored as %v, and the struct has %v", x.Email, stored[x.Email], x.ID)
		}
		for _, n := range x.Remarks {
			gormtest.Equal(t, "the foreign key of a remark", n.MemberID, x.ID)
		}
	}
	gormtest.Equal(t, "members", len(rows), wantAccounts)
	gormtest.Equal(t, "remarks", gormtest.Count(t, db, &remark[C]{}), int64(wantNotes))
	gormtest.Equal(t, "remarks of no member", gormtest.Count(t, db.Where("member_id NOT IN (SELECT id FROM members)"), &remark[C]{}), 0)
}

func unchanged[C columnType](t *testing.T, db *gorm.DB) {
	t.Helper()
	consistent[C](t, db, nil, 5, 5)
	gormtest.Equal(t, "members that changed", gormtest.Count(t, db.Where("name <> ?", "old"), &member[C]{}), 0)
}

func upsertChecks[C columnType]() []upsertCheck[C] {
	return []upsertCheck[C]{
		{"batch by the other key", func(t *testing.T, db *gorm.DB, server string) {
			for _, conflict := range []clause.OnConflict{byEmail, {Columns: byEmail.Columns, UpdateAll: true}} {
				newMembers[C](t, db)
				list := members[C]("new", 9, 1, 8, 3, 4, 7)
				err := db.Clauses(conflict).Create(&list).Error
				if server == "mysql" {
					if !errors.Is(err, gormtype.ErrUpsert) {
						t.Errorf("error %v", err)
					}
					unchanged[C](t, db)
					continue
				}
				if err != nil {
					t.Fatal(err)
				}
				consistent(t, db, list, 8, 11)
				gormtest.Equal(t, "members that changed", gormtest.Count(t, db.Where("name = ?", "new"), &member[C]{}), 6)
			}
		}},
		{"batch UpdateAll", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			list := members[C]("new", 9, 1, 8)
			err := db.Clauses(clause.OnConflict{UpdateAll: true}).Create(&list).Error
			if server == "mariadb" {
				if err != nil {
					t.Fatal(err)
				}
				consistent(t, db, list, 7, 8)
				return
			}
			if err == nil || server == "mysql" && !errors.Is(err, gormtype.ErrUpsert) {
				t.Errorf("error %v", err)
			}
			unchanged[C](t, db)
		}},
		{"batch of pointers", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			list := members[C]("new", 9, 1, 8)
			pointers := []*member[C]{&list[0], &list[1], &list[2]}
			err := db.Clauses(byEmail).Create(pointers).Error
			if server == "mysql" {
				if !errors.Is(err, gormtype.ErrUpsert) {
					t.Errorf("error %v", err)
				}
				unchanged[C](t, db)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			consistent(t, db, list, 7, 8)
		}},
		{"large batch", func(t *testing.T, db *gorm.DB, server string) {
			if server == "mysql" {
				return
			}
			newMembers[C](t, db)
			numbers := make([]int, 400)
			for i := range numbers {
				numbers[i] = (i * 7) % 401
			}
			list := members[C]("old", numbers[:200]...)
			list = slices.DeleteFunc(list, func(x member[C]) bool {
				return slices.Contains([]string{email(0), email(1), email(2), email(3), email(4)}, x.Email)
			})
			gormtest.Must(t, db.Create(&list))
			list = members[C]("new", numbers...)
			gormtest.Must(t, db.Clauses(byEmail).Create(&list))
			consistent(t, db, list, int(gormtest.Count(t, db, &member[C]{})), int(gormtest.Count(t, db, &remark[C]{})))
		}},
		{"no conflict", func(t *testing.T, db *gorm.DB, _ string) {
			for _, conflict := range []clause.OnConflict{byEmail, {UpdateAll: true}, {DoNothing: true}} {
				newMembers[C](t, db)
				list := members[C]("new", 7, 8, 9)
				gormtest.Equal(t, "rows affected", gormtest.Must(t, db.Clauses(conflict).Create(&list)).RowsAffected, 3)
				consistent(t, db, list, 8, 8)
			}
		}},
		{"keys that the program made", func(t *testing.T, db *gorm.DB, _ string) {
			newMembers[C](t, db)
			list := members[C]("new", 9, 1)
			for i := range list {
				list[i].ID, list[i].Remarks = fresh[C](t), nil
			}
			gormtest.Must(t, db.Clauses(byEmail).Create(&list))
			gormtest.Equal(t, "members", gormtest.Count(t, db, &member[C]{}), 6)
		}},
		{"single row", func(t *testing.T, db *gorm.DB, server string) {
			old := newMembers[C](t, db)
			x := member[C]{Email: email(1), Name: "new"}
			gormtest.Must(t, db.Clauses(byEmail).Create(&x))
			if server == "mysql" {
				gormtest.Equal(t, "the key is unset", x.ID.IsZero(), true)
			} else {
				gormtest.Equal(t, "key", x.ID, old[1].ID)
			}
			gormtest.Equal(t, "members that changed", gormtest.Count(t, db.Where("name = ?", "new"), &member[C]{}), 1)
			x = member[C]{Email: email(7), Name: "new"}
			gormtest.Must(t, db.Clauses(byEmail).Create(&x))
			consistent(t, db, []member[C]{x}, 6, 5)
		}},
		{"single row with a child", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			list := members[C]("new", 1)
			err := db.Clauses(byEmail).Create(&list[0]).Error
			if server == "mysql" {
				if !errors.Is(err, id.ErrZero) {
					t.Errorf("error %v", err)
				}
				unchanged[C](t, db)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			consistent(t, db, list, 5, 6)
		}},
		{"Save(slice)", func(t *testing.T, db *gorm.DB, _ string) {
			old := newMembers[C](t, db)
			list := append(members[C]("new", 8, 9), old[2:]...)
			list[3].Name = "changed"
			list = append(list, members[C]("new", 7)...)
			gormtest.Must(t, db.Save(&list))
			consistent(t, db, list, 8, 8)
			gormtest.Equal(t, "members that changed", gormtest.Count(t, db.Where("name = ?", "changed"), &member[C]{}), 1)
		}},
		{"Save(slice) with another's email", func(t *testing.T, db *gorm.DB, server string) {
			old := newMembers[C](t, db)
			old[2].Name = "changed"
			list := append(members[C]("new", 8), old[2], members[C]("new", 1)[0])
			err := db.Save(&list).Error
			if server == "mariadb" {
				if err != nil {
					t.Fatal(err)
				}
				consistent(t, db, list, 6, 7)
				return
			}
			if err == nil || server == "mysql" && !errors.Is(err, gormtype.ErrUpsert) {
				t.Errorf("error %v", err)
			}
			unchanged[C](t, db)
		}},
		{"the same email twice", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			list := members[C]("new", 8, 8)
			err := db.Clauses(byEmail).Create(&list).Error
			if server == "mysql" || server == "postgres" {
				if err == nil {
					t.Error("no error")
				}
				unchanged[C](t, db)
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			consistent(t, db, list, 6, 7)
		}},
		{"WHERE", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			conflict := byEmail
			conflict.Where = clause.Where{Exprs: []clause.Expression{clause.Expr{SQL: "members.name = 'other'"}}}
			if server == "mysql" || server == "mariadb" {
				return // they have no WHERE in an upsert, and GORM omits it
			}
			list := members[C]("new", 8, 1)
			if err := db.Clauses(conflict).Create(&list).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("a remark of a row that is left out: error %v", err)
			}
			unchanged[C](t, db)
			whereOfSeveral[C](t, db, conflict)
			newMembers[C](t, db)
			x := member[C]{Email: email(1), Name: "new"}
			gormtest.Equal(t, "rows affected", gormtest.Must(t, db.Clauses(conflict).Create(&x)).RowsAffected, 0)
			gormtest.Equal(t, "the key is unset", x.ID.IsZero(), true)
			unchanged[C](t, db)
		}},
		{"DoNothing", func(t *testing.T, db *gorm.DB, _ string) {
			newMembers[C](t, db)
			list := members[C]("new", 1, 8, 2, 9, 3)
			for i := range list {
				list[i].Remarks = nil
			}
			gormtest.Equal(t, "rows affected", gormtest.Must(t, db.Clauses(clause.OnConflict{DoNothing: true}).Create(&list)).RowsAffected, 2)
			for i := range list {
				gormtest.Equal(t, "the key is unset", list[i].ID.IsZero(), i%2 == 0)
			}
			consistent(t, db, []member[C]{list[1], list[3]}, 7, 5)
			x := member[C]{Email: email(1), Name: "new"}
			gormtest.Equal(t, "rows affected", gormtest.Must(t, db.Clauses(clause.OnConflict{DoNothing: true}).Create(&x)).RowsAffected, 0)
			gormtest.Equal(t, "the key is unset", x.ID.IsZero(), true)
		}},
		{"DoNothing with children", func(t *testing.T, db *gorm.DB, _ string) {
			newMembers[C](t, db)
			list := members[C]("new", 1, 8)
			if err := db.Clauses(clause.OnConflict{DoNothing: true}).Create(&list).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("error %v", err)
			}
			unchanged[C](t, db)
		}},
		{"DoNothing and a default tag", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			old := stocked[C]{Email: email(1)}
			gormtest.Must(t, db.Create(&old))
			x := stocked[C]{Email: email(1)}
			gormtest.Must(t, db.Clauses(clause.OnConflict{DoNothing: true}).Create(&x))
			if server == "mariadb" {
				gormtest.Equal(t, "key", x.ID, old.ID)
			} else {
				gormtest.Equal(t, "the key is unset", x.ID.IsZero(), true)
			}
			list := []stocked[C]{{Email: email(2)}, {Email: email(3)}}
			gormtest.Must(t, db.Clauses(clause.OnConflict{DoNothing: true}).Create(&list))
			for _, y := range list {
				gormtest.Must(t, db.First(&stocked[C]{}, "id = ? AND email = ?", y.ID, y.Email))
			}
		}},
		{"belongs to a row that exists", func(t *testing.T, db *gorm.DB, _ string) {
			newMembers[C](t, db)
			if err := db.Create(&remark[C]{Member: &member[C]{Email: email(1)}}).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("error %v", err)
			}
			unchanged[C](t, db)
			list := []remark[C]{{Member: &member[C]{Email: email(8)}}, {Member: &member[C]{Email: email(2)}}}
			if err := db.Create(&list).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("error %v", err)
			}
			unchanged[C](t, db)
			list = []remark[C]{{Member: &member[C]{Email: email(8)}}, {Member: &member[C]{Email: email(9)}}}
			gormtest.Must(t, db.Create(&list))
			consistent(t, db, []member[C]{*list[0].Member, *list[1].Member}, 7, 7)
		}},
		{"has many with another unique key", func(t *testing.T, db *gorm.DB, server string) {
			newMembers[C](t, db)
			slug := "slug"
			first := member[C]{Email: email(8), Remarks: []remark[C]{{Slug: &slug}}}
			gormtest.Must(t, db.Create(&first))
			second := member[C]{Email: email(9), Remarks: []remark[C]{{}, {Slug: &slug}}}
			err := db.Create(&second).Error
			if server == "mariadb" { // the remark moves
				if err != nil {
					t.Fatal(err)
				}
				gormtest.Equal(t, "key", second.Remarks[1].ID, first.Remarks[0].ID)
				return
			}
			if err == nil || server == "mysql" && !errors.Is(err, gormtype.ErrUpsert) {
				t.Errorf("error %v", err)
			}
			consistent(t, db, []member[C]{first}, 6, 6)
		}},
	}
}

// fresh returns a generated key.
func fresh[C columnType](t *testing.T) (c C) {
	t.Helper()
	if err := any(&c).(interface{ Generate() error }).Generate(); err != nil {
		t.Fatal(err)
	}
	return c
}

// TestUpsert: after an upsert, each struct has the key under which its row is stored, or
// none, and no child refers to a row that does not exist.
func TestUpsert(t *testing.T) {
	for _, s := range []gormtest.Server{gormtest.OnSQLite, gormtest.OnPostgres, gormtest.OnMySQL, gormtest.OnLaxMySQL, gormtest.OnMariaDB} {
		t.Run(s.Name, func(t *testing.T) {
			upserts[gormtype.ID[wiji.ID]](t, s)
			upserts[gormtype.ID[ulidflake.ID]](t, s)
			upserts[gormtype.Text[wiji.ID]](t, s)
			upserts[gormtype.Binary[ulid.ID]](t, s)
		})
	}
}

func upserts[C columnType](t *testing.T, s gormtest.Server) {
	db := gormtest.OpenDialector(t, gormtest.Dialector(t, s), &gorm.Config{Logger: new(gormlog.Recorder), DisableForeignKeyConstraintWhenMigrating: true})
	if err := db.AutoMigrate(&member[C]{}, &remark[C]{}, &stocked[C]{}); err != nil {
		t.Fatal(err)
	}
	kind := s.Dialect()
	if kind == "mysql" && returns(t, db) {
		kind = "mariadb"
	}
	t.Run(fmt.Sprintf("%T", *new(C)), func(t *testing.T) {
		for _, c := range upsertChecks[C]() {
			t.Run(c.name, func(t *testing.T) { c.run(t, db, kind) })
		}
		t.Run("PrepareStmt", func(t *testing.T) {
			upsertChecks[C]()[0].run(t, db.Session(&gorm.Session{PrepareStmt: true}), kind)
		})
	})
}

// TestUpsertWithoutTransaction: the keys and the errors of the first two checks are the same if GORM opens no
// transaction.
func TestUpsertWithoutTransaction(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		type C = gormtype.ID[wiji.ID]
		if err := db.AutoMigrate(&member[C]{}, &remark[C]{}, &stocked[C]{}); err != nil {
			t.Fatal(err)
		}
		kind := s.Dialect()
		if kind == "mysql" && returns(t, db) {
			kind = "mariadb"
		}
		for _, c := range upsertChecks[C]()[:2] {
			t.Run(c.name, func(t *testing.T) { c.run(t, db.Session(&gorm.Session{SkipDefaultTransaction: true}), kind) })
		}
	})
}
