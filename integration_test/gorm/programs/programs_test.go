package programs_test

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/integration_test/internal/clusters"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// The models of programs in the way of public tutorials and repositories.
type (
	ProgBase[K any] struct {
		ID        K `gorm:"primaryKey"`
		CreatedAt time.Time
		UpdatedAt time.Time
		DeletedAt gorm.DeletedAt `gorm:"index"`
	}
	progAudit[K any] struct {
		EditorID *K
		Note     string `gorm:"size:20"`
	}
	progUser[K any] struct {
		ProgBase[K]
		Email   string          `gorm:"size:60;uniqueIndex"`
		Audit   progAudit[K]    `gorm:"embedded;embeddedPrefix:audit_"`
		Company *progCompany[K] `gorm:"foreignKey:CompanyID"`
		// CompanyID is NULL for users without one.
		CompanyID *K
		Posts     []progPost[K]   `gorm:"foreignKey:UserID;constraint:OnDelete:CASCADE"`
		Profile   *progProfile[K] `gorm:"foreignKey:UserID"`
		Roles     []progRole[K]   `gorm:"foreignKey:UserID"` // GORM has no many2many of generic models
		Images    []progImage[K]  `gorm:"polymorphic:Owner"`
		Seen      []K             `gorm:"serializer:json"`
		Settings  map[string]any  `gorm:"serializer:json"`
	}
	progCompany[K any] struct {
		ProgBase[K]
		Name string `gorm:"size:40"`
	}
	progPost[K any] struct {
		ProgBase[K]
		UserID K            `gorm:"index"`
		User   *progUser[K] `gorm:"foreignKey:UserID"`
		Title  string       `gorm:"size:40"`
		Views  int
		Tags   []progTag[K]   `gorm:"foreignKey:PostID"`
		Images []progImage[K] `gorm:"polymorphic:Owner"`
	}
	progProfile[K any] struct {
		ProgBase[K]
		UserID K      `gorm:"uniqueIndex"`
		Bio    string `gorm:"size:40"`
	}
	progRole[K any] struct {
		ProgBase[K]
		UserID *K
		Name   string `gorm:"size:40;uniqueIndex"`
	}
	progTag[K any] struct {
		ProgBase[K]
		PostID *K
		Name   string `gorm:"size:40"`
	}
	progImage[K any] struct {
		ProgBase[K]
		OwnerID   K
		OwnerType string `gorm:"size:40"`
		URL       string `gorm:"size:40"`
	}
	progLike[K any] struct {
		UserID    K `gorm:"primaryKey"`
		PostID    K `gorm:"primaryKey"`
		CreatedAt time.Time
	}
	// Destinations.
	progRow[K any] struct {
		ID     K
		UserID K
		Title  string
	}
	progCount[K any] struct {
		UserID K
		Total  int64
	}
)

func (progUser[K]) TableName() string    { return "prog_users" }
func (progCompany[K]) TableName() string { return "prog_companies" }
func (progPost[K]) TableName() string    { return "prog_posts" }
func (progProfile[K]) TableName() string { return "prog_profiles" }
func (progRole[K]) TableName() string    { return "prog_roles" }
func (progTag[K]) TableName() string     { return "prog_tags" }
func (progImage[K]) TableName() string   { return "prog_images" }
func (progLike[K]) TableName() string    { return "prog_likes" }

// BeforeSave looks at the transaction, as outboxes and sagas do, and at what changes.
func (u *progUser[K]) BeforeSave(tx *gorm.DB) error {
	if _, ok := tx.Statement.ConnPool.(*sql.Tx); !ok && u.Audit.Note == "needs a transaction" {
		return errors.New("no transaction")
	}
	if tx.Statement.Changed("CompanyID") {
		tx.Statement.SetColumn("Note", "moved")
	}
	return nil
}

// AfterCreate writes by the same transaction.
func (p *progPost[K]) AfterCreate(tx *gorm.DB) error {
	return tx.Model(&progPost[K]{}).Where("id = ?", p.ID).UpdateColumn("views", gorm.Expr("views + ?", 1)).Error
}

func progModels[K any]() []any {
	return []any{&progCompany[K]{}, &progUser[K]{}, &progProfile[K]{}, &progRole[K]{}, &progTag[K]{}, &progPost[K]{}, &progImage[K]{}, &progLike[K]{}}
}

// programs has a database in which programs run, one after the other.
type programs[K comparable] struct {
	outcome
	root  *gorm.DB
	users []progUser[K]
}

func (p *programs[K]) db() *gorm.DB { return p.root.Session(&gorm.Session{NewDB: true}) }

func (p *programs[K]) err(what string, err error, values ...any) {
	p.add(what, &gorm.DB{Error: err}, values...)
}

func runPrograms[K comparable](t *testing.T, db *gorm.DB) string {
	t.Helper()
	// Group Replication refuses tables whose foreign keys cascade, in the mode in which each node is written to (3098).
	db.DisableForeignKeyConstraintWhenMigrating = clusters.IsUsed()
	if err := db.AutoMigrate(progModels[K]()...); err != nil {
		t.Fatal(err)
	}
	now := time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)
	db.NowFunc = func() time.Time { now = now.Add(time.Second); return now } // MySQL counts no row that an UPDATE does not change
	p := &programs[K]{root: db}
	p.seed()
	for i, program := range []func(){
		p.lookups, p.conditions, p.aggregates, p.pages, p.dtos, p.raws, p.named, p.subqueries, p.expressions, p.serialized,
		p.preloads, p.joins, p.returning, p.upserts, p.firstOrs, p.saves, p.updates, p.belongs, p.many, p.polymorphic, p.composite,
		p.connection, p.transactions, p.pools, p.sessions, p.dry, p.batches, p.translated, p.embedded, p.repository, p.rows, p.softDelete, p.deletes, p.tables, p.migrator,
	} {
		func() {
			defer func() {
				if r := recover(); r != nil {
					p.lines = append(p.lines, fmt.Sprint(i, " panics"))
					t.Logf("%T: program %d panics: %v", *new(K), i, r)
				}
			}()
			program()
		}()
	}
	return strings.Join(p.lines, "\n")
}

func (p *programs[K]) seed() {
	companies := []progCompany[K]{{Name: "one"}, {Name: "two"}}
	p.add("companies", p.db().Create(&companies))
	for i := range 4 {
		u := progUser[K]{Email: gormtest.Name(i), CompanyID: &companies[i%2].ID, Profile: &progProfile[K]{Bio: gormtest.Name(i)}, Roles: []progRole[K]{{Name: "role " + gormtest.Name(i)}}}
		for j := range 3 {
			u.Posts = append(u.Posts, progPost[K]{Title: gormtest.Name(i) + gormtest.Name(j), Tags: []progTag[K]{{Name: gormtest.Name(j)}}, Images: []progImage[K]{{URL: gormtest.Name(j)}}})
		}
		p.add("user", p.db().Create(&u), u.Posts[2].UserID == u.ID, u.Profile.UserID == u.ID, len(u.Roles))
		u.Seen = []K{u.Posts[0].ID, u.Posts[1].ID}
		u.Settings = map[string]any{"theme": "dark"}
		p.add("save", p.db().Save(&u))
		p.users = append(p.users, u)
	}
}

func (p *programs[K]) lookups() {
	id, other := p.users[0].ID, p.users[1].ID
	var u progUser[K]
	var list []progUser[K]
	p.add("First", p.db().First(&u, id), u.ID == id)
	u = progUser[K]{}
	p.add("First with a condition", p.db().First(&u, "id = ?", id), u.ID == id)
	p.add("First again", p.db().First(&u), u.ID == id)
	u = progUser[K]{}
	p.add("a key in the struct", p.db().First(&progUser[K]{ProgBase: ProgBase[K]{ID: other}}))
	p.add("Take", p.db().Where(&progUser[K]{ProgBase: ProgBase[K]{ID: id}}).Take(&u), u.ID == id)
	p.add("Find of keys", p.db().Find(&list, []K{id, other}), len(list))
	p.add("Where of keys", p.db().Where([]K{id, other}).Find(&list), len(list))
	p.add("IN", p.db().Where("id IN ?", []K{id, other}).Find(&list), len(list))
	p.add("IN of any", p.db().Where("id IN ?", []any{id, other}).Find(&list), len(list))
	p.add("IN of pointers", p.db().Where("id IN ?", []*K{&id, &other}).Find(&list), len(list))
	p.add("IN of nothing", p.db().Where("id IN ?", []K{}).Find(&list), len(list))
	p.add("NOT IN of nothing", p.db().Not("id IN ?", []K{}).Find(&list), len(list))
	p.add("IN (?)", p.db().Where("id IN (?)", []K{id, other}).Find(&list), len(list))
	p.add("IN (?, ?)", p.db().Where("id IN (?, ?)", id, other).Find(&list), len(list))
	p.add("a pointer", p.db().Where("id = ?", &id).Find(&list), len(list))
	p.add("a map of lists", p.db().Where(map[string]any{"id": []K{id, other}, "email": gormtest.Name(0)}).Find(&list), len(list))
	p.add("a map with a table", p.db().Where(map[string]any{"prog_users.id": id}).Find(&list), len(list))
	p.add("a struct by names", p.db().Where(&progUser[K]{CompanyID: p.users[0].CompanyID}, "CompanyID").Find(&list), len(list))
	p.add("inline", p.db().Find(&list, "company_id = ? AND id <> ?", *p.users[0].CompanyID, id), len(list))
	p.add("a map of a row", p.db().Model(&progUser[K]{}).Where("id = ?", id).Take(map[string]any{}))
	p.add("a NULL", p.db().Where("company_id = ?", (*K)(nil)).Find(&list), len(list))
	p.add("a nil in a map", p.db().Where(map[string]any{"company_id": nil}).Find(&list), len(list))
}

func (p *programs[K]) conditions() {
	id, other := p.users[0].ID, p.users[1].ID
	var list []progUser[K]
	p.add("Not", p.db().Not(id).Find(&list), len(list))
	p.add("Not of keys", p.db().Not([]K{id, other}).Find(&list), len(list))
	p.add("Not of a struct", p.db().Not(&progUser[K]{CompanyID: p.users[0].CompanyID}).Find(&list), len(list))
	p.add("Or", p.db().Where("id = ?", id).Or("id = ?", other).Or(map[string]any{"id": p.users[2].ID}).Find(&list), len(list))
	p.add("a group", p.db().Where("email LIKE ?", "name%").Where(p.db().Where("id = ?", id).Or(p.db().Where("company_id = ?", p.users[1].CompanyID).Not("id = ?", other))).Find(&list), len(list))
	p.add("tuples", p.db().Where("(id, company_id) IN ?", [][]any{{id, p.users[0].CompanyID}, {other, *p.users[1].CompanyID}, {id, *p.users[1].CompanyID}}).Find(&list), len(list))
	p.add("BETWEEN", p.db().Where("id BETWEEN ? AND ?", id, p.users[2].ID).Find(&list), len(list))
	p.add("COALESCE", p.db().Where("COALESCE(company_id, ?) = ?", id, *p.users[0].CompanyID).Find(&list), len(list))
	p.add("NULLIF", p.db().Where("NULLIF(company_id, ?) IS NULL", *p.users[0].CompanyID).Find(&list), len(list))
	if p.root.Name() != "postgres" { // which knows no type of the first for a number
		p.add("an optional", p.db().Where("(? IS NULL OR company_id = ?)", p.users[0].CompanyID, p.users[0].CompanyID).Find(&list), len(list))
	}
	p.add("eq", p.db().Clauses(clause.Eq{Column: clause.Column{Table: clause.CurrentTable, Name: clause.PrimaryKey}, Value: id}).Find(&list), len(list))
	p.add("Or of clauses", p.db().Clauses(clause.Or(clause.Eq{Column: "id", Value: id}, clause.Gt{Column: "id", Value: p.users[2].ID})).Find(&list), len(list))
	p.add("EXISTS", p.db().Where("EXISTS (SELECT 1 FROM prog_posts WHERE user_id = prog_users.id AND id = ?)", p.users[2].Posts[1].ID).Find(&list), len(list))
	p.add("a chain", p.db().Model(&progUser[K]{}).Where("id = ?", id).Where("company_id = ?", p.users[0].CompanyID).Or("id = ? AND email = ?", other, gormtest.Name(1)).Order("email desc").Find(&list), len(list))
}

func (p *programs[K]) aggregates() {
	posts := func() *gorm.DB { return p.db().Model(&progPost[K]{}) }
	var n int64
	p.add("Count", posts().Where("user_id = ?", p.users[0].ID).Count(&n), n)
	p.add("Count distinct", posts().Distinct("user_id").Count(&n), n)
	p.add("Count of a group", posts().Group("user_id").Count(&n), n)
	var counts []progCount[K]
	p.add("Group", posts().Select("user_id, count(*) as total").Group("user_id").Having("user_id IN ?", []K{p.users[0].ID, p.users[3].ID}).Find(&counts), len(counts))
	p.add("Scan of a group", posts().Select("user_id", "count(*) as total").Group("user_id").Having("count(*) > ? AND user_id <> ?", 1, p.users[0].ID).Scan(&counts), len(counts))
	var ids []K
	p.add("Distinct", posts().Distinct().Pluck("user_id", &ids), len(ids))
	var exists bool
	p.add("exists", posts().Select("count(*) > 0").Where("user_id = ?", p.users[0].ID).Find(&exists), exists)
	var id K
	last := "max(id)"
	if p.root.Name() == "postgres" { // which has no max of uuid
		last = "(array_agg(id ORDER BY id DESC))[1]"
	}
	p.add("max", posts().Select(last).Where("user_id = ?", p.users[0].ID).Scan(&id), id == p.users[0].Posts[2].ID)
	var link *K
	p.err("max of none", posts().Select(last).Where("title = ?", "none").Scan(&link).Error, link == nil) // GORM counts no row for a **uint
	p.add("sum", posts().Select("COALESCE(SUM(views), 0)").Where("user_id = ?", p.users[0].ID).Scan(&n), n)
}

func (p *programs[K]) pages() {
	var page []progPost[K]
	var last K
	seen := 0
	for range 10 {
		tx := p.db().Order("id").Limit(5)
		if last != *new(K) {
			tx = tx.Where("id > ?", last)
		}
		p.add("page", tx.Find(&page), len(page))
		if len(page) == 0 {
			break
		}
		seen += len(page)
		last = page[len(page)-1].ID
	}
	p.err("pages", nil, seen)
	p.add("keyset", p.db().Where("(views, id) > (?, ?)", 0, p.users[1].Posts[0].ID).Order("views, id").Limit(3).Find(&page), len(page), page[0].Title)
	p.add("Offset", p.db().Order("id desc").Offset(2).Limit(3).Find(&page), page[0].Title)
	p.add("Last", p.db().Last(&progPost[K]{}, "user_id = ?", p.users[0].ID))
}

func (p *programs[K]) dtos() {
	var rows []progRow[K]
	p.add("a smaller struct", p.db().Model(&progPost[K]{}).Where("user_id = ?", p.users[0].ID).Order("id").Find(&rows), len(rows), rows[0].ID == p.users[0].Posts[0].ID)
	p.add("Scan", p.db().Table("prog_posts AS p").Select("p.id, p.user_id, p.title").Joins("JOIN prog_users u ON u.id = p.user_id").Where("u.id = ?", p.users[1].ID).Order("p.id").Scan(&rows), len(rows), rows[0].UserID == p.users[1].ID)
	var one progRow[K]
	p.add("one", p.db().Table("prog_posts").Where("id = ?", p.users[2].Posts[0].ID).Take(&one), one.UserID == p.users[2].ID)
	var m map[string]any
	p.add("a map", p.db().Model(&progPost[K]{}).Select("title", "user_id").First(&m, "id = ?", p.users[2].Posts[0].ID), m["title"], len(m))
	var maps []map[string]any
	p.add("maps", p.db().Table("prog_posts").Where("user_id = ?", p.users[2].ID).Find(&maps), len(maps))
	var ids []K
	p.add("Pluck", p.db().Model(&progPost[K]{}).Where("user_id = ?", p.users[2].ID).Order("id").Pluck("id", &ids), slices.Index(ids, p.users[2].Posts[1].ID))
	p.add("Pluck of an expression", p.db().Model(&progPost[K]{}).Where("user_id = ?", p.users[2].ID).Pluck("COALESCE(user_id, id)", &ids), len(ids))
	var id K
	p.add("Scan of a value", p.db().Model(&progPost[K]{}).Select("user_id").Where("id = ?", p.users[2].Posts[0].ID).Scan(&id), id == p.users[2].ID)
	p.add("Raw.Scan of a value", p.db().Raw("SELECT user_id FROM prog_posts WHERE id = ?", p.users[3].Posts[0].ID).Scan(&id), id == p.users[3].ID)
	p.add("Scan of a list", p.db().Raw("SELECT DISTINCT user_id FROM prog_posts ORDER BY user_id").Scan(&ids), len(ids), ids[3] == p.users[3].ID)
	var byID struct{ progUser[K] }
	p.add("an embedded model", p.db().Model(&progUser[K]{}).Where("id = ?", p.users[1].ID).Scan(&byID), byID.ID == p.users[1].ID)
}

func (p *programs[K]) raws() {
	id := p.users[0].ID
	var list []progPost[K]
	p.add("Raw", p.db().Raw("SELECT * FROM prog_posts WHERE user_id = ? ORDER BY id", id).Scan(&list), len(list))
	p.add("a CTE", p.db().Raw("WITH x AS (SELECT id FROM prog_users WHERE id <> ?) SELECT p.* FROM prog_posts p JOIN x ON x.id = p.user_id WHERE p.user_id = ?", id, p.users[1].ID).Scan(&list), len(list))
	p.add("a UNION", p.db().Raw("SELECT * FROM prog_posts WHERE user_id = ? UNION ALL SELECT * FROM prog_posts WHERE id IN ?", id, []K{p.users[1].Posts[0].ID, p.users[2].Posts[0].ID}).Scan(&list), len(list))
	p.add("Exec", p.db().Exec("UPDATE prog_posts SET views = views + 1 WHERE user_id IN (?)", []K{id, p.users[1].ID}))
	p.add("INSERT", p.db().Exec("INSERT INTO prog_likes (user_id, post_id) VALUES (?, ?), (?, ?)", id, p.users[1].Posts[0].ID, p.users[1].ID, p.users[0].Posts[0].ID))
	p.add("INSERT SELECT", p.db().Exec("INSERT INTO prog_likes (user_id, post_id) SELECT ?, id FROM prog_posts WHERE user_id = ?", p.users[2].ID, id))
	p.add("DELETE", p.db().Exec("DELETE FROM prog_likes WHERE user_id = ? AND post_id IN ?", p.users[2].ID, []K{p.users[0].Posts[0].ID, p.users[0].Posts[1].ID}))
	var n int64
	p.add("left", p.db().Model(&progLike[K]{}).Count(&n), n)
}

func (p *programs[K]) named() {
	id := p.users[0].ID
	var list []progPost[K]
	p.add("@", p.db().Where("user_id = @user AND (id = @post OR user_id = @user)", sql.Named("user", id), sql.Named("post", p.users[0].Posts[0].ID)).Find(&list), len(list))
	p.add("a map", p.db().Where("user_id = @user AND id IN @posts", map[string]any{"user": id, "posts": []K{p.users[0].Posts[0].ID, p.users[1].Posts[0].ID}}).Find(&list), len(list))
	p.add("a struct", p.db().Raw("SELECT * FROM prog_posts WHERE user_id = @UserID OR id = @ID", progRow[K]{ID: p.users[2].Posts[0].ID, UserID: id}).Find(&list), len(list))
}

func (p *programs[K]) subqueries() {
	var users []progUser[K]
	busy := p.db().Model(&progPost[K]{}).Select("user_id").Where("user_id <> ?", p.users[0].ID).Group("user_id")
	p.add("IN", p.db().Where("id IN (?)", busy).Find(&users), len(users))
	p.add("NOT IN", p.db().Not("id IN (?)", busy).Find(&users), len(users))
	p.add("FROM", p.db().Table("(?) AS x", p.db().Model(&progUser[K]{}).Where("company_id = ?", p.users[0].CompanyID)).Where("x.id = ?", p.users[2].ID).Find(&users), len(users))
	p.add("a value", p.db().Where("id = (?)", p.db().Model(&progPost[K]{}).Select("user_id").Where("id = ?", p.users[3].Posts[2].ID)).Find(&users), len(users))
	p.add("Joins", p.db().Joins("JOIN (?) AS x ON x.user_id = prog_users.id", busy).Where("prog_users.id <> ?", p.users[1].ID).Find(&users), len(users))
	var posts []progPost[K]
	p.add("Select", p.db().Select("prog_posts.*, (?) AS company", p.db().Model(&progUser[K]{}).Select("company_id").Where("id = prog_posts.user_id")).Where("user_id = ?", p.users[0].ID).Find(&posts), len(posts))
}

func (p *programs[K]) expressions() {
	id := p.users[0].ID
	var posts []progPost[K]
	p.add("ORDER BY CASE", p.db().Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "CASE WHEN user_id = ? THEN 0 ELSE 1 END, id", Vars: []any{p.users[2].ID}}}).Limit(1).Find(&posts), posts[0].UserID == p.users[2].ID)
	p.add("Order of an expression", p.db().Order(clause.Expr{SQL: "user_id = ? DESC, id", Vars: []any{p.users[1].ID}}).Limit(1).Find(&posts), posts[0].UserID == p.users[1].ID)
	var own []struct {
		Title string
		Mine  bool
	}
	p.add("Select of a comparison", p.db().Model(&progPost[K]{}).Select("title, user_id = ? AS mine", id).Order("id").Find(&own), own[0].Mine, own[5].Mine)
	p.add("Select of CASE", p.db().Model(&progPost[K]{}).Select("title, CASE WHEN user_id = ? THEN 1 ELSE 0 END AS mine", id).Order("id").Scan(&own), own[0].Mine, own[5].Mine)
	p.add("gorm.Expr", p.db().Model(&progPost[K]{}).Where("id = ?", p.users[0].Posts[0].ID).Updates(map[string]any{"views": gorm.Expr("views * ? + ?", 2, 1), "user_id": gorm.Expr("user_id")}))
	p.add("CASE in an update", p.db().Model(&progPost[K]{}).Where("user_id = ?", id).Update("views", gorm.Expr("CASE id WHEN ? THEN 1 WHEN ? THEN 2 ELSE 3 END", p.users[0].Posts[0].ID, p.users[0].Posts[1].ID)))
	var n int64
	p.add("SUM of CASE", p.db().Model(&progPost[K]{}).Select("SUM(CASE WHEN user_id = ? THEN views ELSE 0 END)", id).Scan(&n), n)
	p.add("COUNT of CASE", p.db().Raw("SELECT COUNT(CASE WHEN user_id IN ? THEN 1 END) FROM prog_posts", []K{id, p.users[1].ID}).Scan(&n), n)
}

func (p *programs[K]) serialized() {
	var u progUser[K]
	p.add("serializer", p.db().First(&u, p.users[0].ID), len(u.Seen), len(u.Seen) == 2 && u.Seen[1] == p.users[0].Posts[1].ID, u.Settings["theme"])
	data, err := json.Marshal(&u)
	var back progUser[K]
	p.err("JSON", errors.Join(err, json.Unmarshal(data, &back)), back.ID == u.ID, *back.CompanyID == *u.CompanyID)
	u.Seen = []K{u.ID}
	p.add("update of a serialized field", p.db().Model(&u).Select("Seen").Updates(&u))
	p.add("again", p.db().First(&u, u.ID), len(u.Seen))
}

// repo is a generic repository.
type repo[T any, K comparable] struct{ db *gorm.DB }

func (r repo[T, K]) get(id K) (x T, err error) { return x, r.db.First(&x, "id = ?", id).Error }
func (r repo[T, K]) byIDs(ids ...K) (list []T, err error) {
	err = r.db.Where(map[string]any{"id": ids}).Find(&list).Error
	return list, err
}
func (r repo[T, K]) del(id K) (int64, error) {
	tx := r.db.Where("id = ?", id).Delete(new(T))
	return tx.RowsAffected, tx.Error
}

func (p *programs[K]) repository() {
	r := repo[progTag[K], K]{p.db()}
	x := progTag[K]{Name: "repo"}
	p.add("Create", p.db().Create(&x))
	got, err := r.get(x.ID)
	p.err("get", err, got.ID == x.ID)
	list, err := r.byIDs(x.ID, p.users[0].Posts[0].Tags[0].ID)
	p.err("byIDs", err, len(list))
	n, err := r.del(x.ID)
	p.err("del", err, n)
	_, err = r.get(x.ID)
	p.err("get", nil, errors.Is(err, gorm.ErrRecordNotFound))
}

func (p *programs[K]) rows() {
	rows, err := p.db().Model(&progPost[K]{}).Where("user_id = ?", p.users[0].ID).Order("id").Rows()
	n := 0
	for err == nil && rows.Next() {
		var x progPost[K]
		if err = p.db().ScanRows(rows, &x); x.UserID == p.users[0].ID {
			n++
		}
	}
	p.err("ScanRows", errors.Join(err, rows.Err(), rows.Close()), n)
	var title string
	p.err("Row", p.db().Model(&progPost[K]{}).Where("id = ?", p.users[0].Posts[0].ID).Select("title").Row().Scan(&title), title)
	var views int
	rows, err = p.db().Raw("SELECT title, views FROM prog_posts WHERE user_id = ? ORDER BY id", p.users[0].ID).Rows()
	for err == nil && rows.Next() {
		err = rows.Scan(&title, &views)
	}
	p.err("Rows", errors.Join(err, rows.Err(), rows.Close()))
}

func (p *programs[K]) tables() {
	var list []progPost[K]
	p.add("an alias", p.db().Table("prog_posts AS x").Where("x.user_id = ? AND x.id <> ?", p.users[0].ID, p.users[0].Posts[0].ID).Find(&list), len(list))
	p.add("two tables", p.db().Table("prog_posts AS x, prog_users AS y").Select("x.*").Where("x.user_id = y.id AND y.id = ?", p.users[0].ID).Find(&list), len(list))
	p.add("Model and Table", p.db().Model(&progPost[K]{}).Table("prog_posts AS z").Where("z.user_id = ?", p.users[0].ID).Find(&list), len(list))
	var n int64
	p.add("Count", p.db().Table("prog_posts").Where("user_id = ?", p.users[0].ID).Count(&n), n)
	p.add("Create of a map", p.db().Table("prog_likes").Create(map[string]any{"user_id": p.users[0].ID, "post_id": p.users[3].Posts[2].ID}))
	p.add("Delete", p.db().Table("prog_likes").Where("user_id = ? AND post_id = ?", p.users[0].ID, p.users[3].Posts[2].ID).Delete(nil))
}

func (p *programs[K]) migrator() {
	m := p.db().Migrator()
	p.err("again", p.db().AutoMigrate(progModels[K]()...))
	p.err("tables", nil, m.HasTable("prog_roles"), m.HasTable(&progUser[K]{}), m.HasColumn(&progUser[K]{}, "company_id"), m.HasIndex(&progPost[K]{}, "UserID"))
	types, err := m.ColumnTypes(&progPost[K]{})
	p.err("ColumnTypes", err, len(types))
}

// TestPrograms: what programs do whose authors know nothing of this module is what it is with a uint key.
func TestPrograms(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := runPrograms[uint](t, gormtest.OpenBare(t, s))
			t.Logf("%d outcomes", strings.Count(want, "\n")+1)
			compareOutcomes(t, "ID", runPrograms[gormtype.ID[wiji.ID]](t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Models(progModels[gormtype.ID[wiji.ID]]()...))), want)
			models := gormtype.Models(append(progModels[wiji.ID](), &progRow[wiji.ID]{}, &progCount[wiji.ID]{})...)
			compareOutcomes(t, "plain", runPrograms[wiji.ID](t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[wiji.ID](), models)), want)
		})
	}
}
