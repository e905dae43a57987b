package gorm_test

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
		u := progUser[K]{Email: name(i), CompanyID: &companies[i%2].ID, Profile: &progProfile[K]{Bio: name(i)}, Roles: []progRole[K]{{Name: "role " + name(i)}}}
		for j := range 3 {
			u.Posts = append(u.Posts, progPost[K]{Title: name(i) + name(j), Tags: []progTag[K]{{Name: name(j)}}, Images: []progImage[K]{{URL: name(j)}}})
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
	p.add("a map of lists", p.db().Where(map[string]any{"id": []K{id, other}, "email": name(0)}).Find(&list), len(list))
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
	p.add("a chain", p.db().Model(&progUser[K]{}).Where("id = ?", id).Where("company_id = ?", p.users[0].CompanyID).Or("id = ? AND email = ?", other, name(1)).Order("email desc").Find(&list), len(list))
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

func (p *programs[K]) preloads() {
	var users []progUser[K]
	p.add("Preload", p.db().Preload("Posts", "id <> ?", p.users[0].Posts[0].ID).Preload("Company").Order("email").Find(&users), len(users[0].Posts), len(users[1].Posts), users[0].Company != nil)
	p.add("a function", p.db().Preload("Posts", func(db *gorm.DB) *gorm.DB { return db.Where("user_id = ?", p.users[1].ID).Order("id DESC") }).Order("email").Find(&users), len(users[0].Posts), len(users[1].Posts))
	p.add("nested", p.db().Preload("Posts.Tags").Preload("Posts.Images").Preload("Roles").Preload("Profile").Order("email").Find(&users), len(users[3].Posts[2].Tags), len(users[3].Posts[2].Images), len(users[2].Roles), users[1].Profile.Bio)
	p.add("all", p.db().Preload(clause.Associations).Where("id = ?", p.users[1].ID).Find(&users), len(users[0].Posts), len(users[0].Roles))
	var posts []progPost[K]
	p.add("back", p.db().Preload("User.Company").Where("user_id IN ?", []K{p.users[0].ID, p.users[1].ID}).Order("id").Find(&posts), posts[4].User.ID == p.users[1].ID, posts[4].User.Company.ID == *p.users[1].CompanyID)
}

func (p *programs[K]) joins() {
	var posts []progPost[K]
	p.add("Joins", p.db().Joins("User").Where("prog_posts.user_id = ?", p.users[0].ID).Order("prog_posts.id").Find(&posts), len(posts), posts[0].User.Email)
	p.add("a condition", p.db().Joins("User", p.db().Where(&progUser[K]{ProgBase: ProgBase[K]{ID: p.users[0].ID}})).Order("prog_posts.id").Find(&posts), len(posts), posts[0].User != nil, posts[5].User == nil)
	p.add("InnerJoins", p.db().InnerJoins("User", p.db().Where("email = ?", name(1))).Find(&posts), len(posts))
	p.add("nested", p.db().Joins("User.Company").Where("User__Company.id = ?", *p.users[0].CompanyID).Find(&posts), len(posts))
	var users []progUser[K]
	p.add("a text", p.db().Joins("LEFT JOIN prog_posts p ON p.user_id = prog_users.id AND p.id = ?", p.users[0].Posts[0].ID).Where("p.id IS NOT NULL").Find(&users), len(users))
	p.add("Distinct", p.db().Distinct("prog_users.*").Joins("JOIN prog_posts p ON p.user_id = prog_users.id").Where("p.user_id IN ?", []K{p.users[0].ID, p.users[1].ID}).Find(&users), len(users))
}

func (p *programs[K]) returning() {
	var posts []progPost[K]
	p.add("Update", p.db().Model(&posts).Clauses(clause.Returning{}).Where("user_id = ?", p.users[3].ID).Update("views", 50))
	var deleted []progLike[K]
	p.add("Delete", p.db().Clauses(clause.Returning{Columns: []clause.Column{{Name: "post_id"}}}).Where("user_id = ?", p.users[2].ID).Delete(&deleted))
	p.err("returned", nil, len(posts), len(deleted))
	post := progPost[K]{UserID: p.users[3].ID, Title: "returned"}
	p.add("Create", p.db().Clauses(clause.Returning{}).Create(&post), post.ID != *new(K), post.UserID == p.users[3].ID)
}

func (p *programs[K]) upserts() {
	r := progRole[K]{Name: "role name 0"}
	p.err("DoNothing", p.db().Clauses(clause.OnConflict{DoNothing: true}).Create(&r).Error) // MariaDB returns the row that exists to a uint
	old := p.users[0].Roles[0]
	again := progRole[K]{ProgBase: ProgBase[K]{ID: old.ID}, Name: "renamed"}
	p.add("UpdateAll", p.db().Clauses(clause.OnConflict{UpdateAll: true}).Create(&again))
	again.Name = "role name 0"
	p.add("a column", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "id"}}, DoUpdates: clause.AssignmentColumns([]string{"name"})}).Create(&again))
	like := progLike[K]{UserID: p.users[0].ID, PostID: p.users[1].Posts[0].ID}
	p.add("a composite key", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}, {Name: "post_id"}}, DoUpdates: clause.Assignments(map[string]any{"created_at": time.Now()})}).Create(&like))
	prof := progProfile[K]{UserID: p.users[0].ID, Bio: "new"}
	p.add("by the owner", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "user_id"}}, DoUpdates: clause.AssignmentColumns([]string{"bio"})}).Create(&prof).Clauses())
	var n int64
	p.add("profiles", p.db().Model(&progProfile[K]{}).Where("user_id = ? AND bio = ?", p.users[0].ID, "new").Count(&n), n)
}

func (p *programs[K]) firstOrs() {
	company := p.users[0].CompanyID
	var u progUser[K]
	p.add("FirstOrInit", p.db().Where(progUser[K]{Email: "init"}).Attrs(progUser[K]{CompanyID: company}).FirstOrInit(&u), *u.CompanyID == *company, u.ID == *new(K))
	u = progUser[K]{}
	p.add("FirstOrCreate", p.db().Where(progUser[K]{Email: "made"}).Attrs(progUser[K]{CompanyID: company}).FirstOrCreate(&u), *u.CompanyID == *company, u.ID != *new(K))
	made := u.ID
	u = progUser[K]{}
	p.add("found", p.db().Where(progUser[K]{Email: "made"}).Assign(progUser[K]{CompanyID: p.users[1].CompanyID}).FirstOrCreate(&u), u.ID == made, *u.CompanyID == *p.users[1].CompanyID)
	u = progUser[K]{}
	p.add("a struct", p.db().FirstOrCreate(&u, progUser[K]{Email: "made"}), u.ID == made)
	u = progUser[K]{}
	p.add("by key", p.db().Where("id = ?", made).FirstOrCreate(&u), u.Email)
	var like progLike[K]
	p.add("a composite key", p.db().Where(progLike[K]{UserID: made, PostID: p.users[0].Posts[0].ID}).FirstOrCreate(&like), like.UserID == made)
	p.add("a map", p.db().Where(map[string]any{"user_id": made, "post_id": p.users[0].Posts[1].ID}).FirstOrCreate(&progLike[K]{}))
	p.add("away", p.db().Unscoped().Delete(&progLike[K]{}, "user_id = ?", made))
	p.add("away", p.db().Unscoped().Delete(&progUser[K]{}, made))
}

func (p *programs[K]) saves() {
	post := progPost[K]{UserID: p.users[0].ID, Title: "new"}
	p.add("Save of a new one", p.db().Save(&post), post.ID != *new(K))
	post.Title = "old"
	p.add("Save of an old one", p.db().Save(&post))
	list := []progPost[K]{post, {UserID: p.users[0].ID, Title: "another"}}
	p.add("Save of both", p.db().Save(&list), list[1].ID != *new(K))
	p.add("Select", p.db().Select("title").Save(&post))
	p.add("away", p.db().Unscoped().Delete(&list))
	p.add("Save of one that is gone", p.db().Save(&post))
	p.add("away", p.db().Unscoped().Delete(&post))
	full := p.users[1]
	full.Posts = []progPost[K]{{ProgBase: ProgBase[K]{ID: p.users[1].Posts[0].ID}, Title: "full", UserID: full.ID}, {Title: "added"}}
	p.add("FullSaveAssociations", p.root.Session(&gorm.Session{NewDB: true, FullSaveAssociations: true}).Save(&full))
	var n int64
	p.add("posts", p.db().Model(&progPost[K]{}).Where("user_id = ?", full.ID).Count(&n), n)
	p.add("away", p.db().Unscoped().Delete(&progPost[K]{}, "id = ?", full.Posts[1].ID))
}

func (p *programs[K]) updates() {
	u := p.users[2]
	p.add("a map", p.db().Model(&u).Updates(map[string]any{"company_id": p.users[1].CompanyID, "audit_note": "n"}), u.Audit.Note)
	p.add("a struct", p.db().Model(&progUser[K]{}).Where("id = ?", u.ID).Updates(progUser[K]{CompanyID: p.users[0].CompanyID}))
	p.add("Select", p.db().Model(&u).Select("CompanyID", "Audit").Updates(progUser[K]{Audit: progAudit[K]{EditorID: &p.users[0].ID}}))
	p.add("NULL", p.db().Model(&u).Where("company_id IS NULL").Update("company_id", p.users[0].CompanyID))
	p.add("UpdateColumn", p.db().Model(&progUser[K]{}).Where("audit_editor_id = ?", p.users[0].ID).UpdateColumn("audit_editor_id", nil))
	p.add("by a list", p.db().Model(&progPost[K]{}).Where("id IN ?", []K{u.Posts[0].ID, u.Posts[1].ID}).UpdateColumns(map[string]any{"views": 5}))
	p.add("by a list of models", p.db().Model(&u.Posts).Update("views", 6))
	p.add("the key of another", p.db().Model(&u.Posts[0]).Update("user_id", p.users[0].ID))
	p.add("back", p.db().Model(&progPost[K]{ProgBase: ProgBase[K]{ID: u.Posts[0].ID}}).Updates(&progPost[K]{UserID: u.ID}))
	p.add("without a condition", p.db().Model(&progPost[K]{}).Update("views", 1))
	p.add("hooks", p.db().Model(&u).Update("email", "third"))
	p.add("in a table", p.db().Table("prog_posts").Where("id = ?", u.Posts[0].ID).Update("title", "t"))
}

func (p *programs[K]) belongs() {
	u := progUser[K]{ProgBase: ProgBase[K]{ID: p.users[3].ID}}
	company := p.db().Model(&u).Association("Company")
	p.err("Replace", company.Replace(&progCompany[K]{Name: "three"}), u.CompanyID != nil, company.Count())
	var found progCompany[K]
	p.err("Find", p.db().Model(&u).Association("Company").Find(&found), found.Name)
	p.err("Delete", p.db().Model(&u).Association("Company").Delete(&found), u.CompanyID == nil)
	p.err("Append", p.db().Model(&u).Association("Company").Append(&progCompany[K]{ProgBase: ProgBase[K]{ID: *p.users[1].CompanyID}}), *u.CompanyID == *p.users[1].CompanyID)
	posts := p.db().Model(&u).Association("Posts")
	var list []progPost[K]
	p.err("Find of many", posts.Find(&list), len(list))
	p.err("Count", nil, p.db().Model(&u).Where("title <> ?", "none").Association("Posts").Count())
	p.err("Profile", p.db().Model(&u).Association("Profile").Find(&progProfile[K]{}))
}

func (p *programs[K]) many() {
	u := progUser[K]{ProgBase: ProgBase[K]{ID: p.users[3].ID}}
	roles := func() *gorm.Association { return p.db().Model(&u).Association("Roles") }
	extra := progRole[K]{Name: "extra"}
	p.err("Append", roles().Append(&extra, &p.users[0].Roles[0]), roles().Count())
	p.err("Append again", roles().Append(&extra), roles().Count())
	p.err("Delete", roles().Delete(&extra), roles().Count())
	p.err("Replace", roles().Replace([]progRole[K]{extra, p.users[1].Roles[0]}), roles().Count())
	var found []progRole[K]
	p.err("Find", p.db().Model(&u).Order("name").Association("Roles").Find(&found, "prog_roles.id <> ?", extra.ID), len(found))
	all := slices.Clone(p.users)
	p.err("of all", p.db().Model(&all).Association("Roles").Find(&found), len(found))
	p.err("Clear", roles().Clear(), roles().Count())
	p.err("back", roles().Append(&p.users[3].Roles[0]), roles().Count())
}

func (p *programs[K]) polymorphic() {
	post := progPost[K]{ProgBase: ProgBase[K]{ID: p.users[0].Posts[0].ID}}
	images := func() *gorm.Association { return p.db().Model(&post).Association("Images") }
	p.err("Append", images().Append(&progImage[K]{URL: "x"}), images().Count())
	var list []progImage[K]
	p.add("of an owner", p.db().Where("owner_id = ? AND owner_type = ?", post.ID, "prog_posts").Find(&list), len(list))
	p.add("of owners", p.db().Where("(owner_id, owner_type) IN ?", [][]any{{post.ID, "prog_posts"}, {p.users[0].ID, "prog_users"}}).Find(&list), len(list))
	p.err("Replace", images().Unscoped().Replace(&progImage[K]{URL: "y"}), images().Count())
	user := progUser[K]{ProgBase: ProgBase[K]{ID: p.users[1].ID}}
	p.err("of a user", p.db().Model(&user).Association("Images").Append(&progImage[K]{URL: "z"}), p.db().Model(&user).Association("Images").Count())
	p.err("Clear", images().Unscoped().Clear(), images().Count())
}

func (p *programs[K]) composite() {
	like := progLike[K]{UserID: p.users[3].ID, PostID: p.users[0].Posts[0].ID}
	p.add("Create", p.db().Create(&like))
	p.add("again", p.db().Create(&progLike[K]{UserID: like.UserID, PostID: like.PostID}))
	var found progLike[K]
	p.add("First", p.db().First(&found, "user_id = ? AND post_id = ?", like.UserID, like.PostID), found.PostID == like.PostID)
	p.add("by struct", p.db().First(&progLike[K]{UserID: like.UserID, PostID: like.PostID}))
	p.add("Delete", p.db().Delete(&like))
	p.add("Delete again", p.db().Delete(&like))
}

func (p *programs[K]) connection() {
	p.err("Connection", p.db().Connection(func(tx *gorm.DB) error {
		var u progUser[K]
		return tx.Preload("Posts").First(&u, "id = ?", p.users[0].ID).Error
	}))
}

func (p *programs[K]) transactions() {
	u := progUser[K]{Email: "tx", Audit: progAudit[K]{Note: "needs a transaction"}}
	p.err("Transaction", p.db().Transaction(func(tx *gorm.DB) error {
		if _, ok := tx.Statement.ConnPool.(*sql.Tx); !ok {
			return errors.New("no *sql.Tx")
		}
		if err := tx.Create(&u).Error; err != nil {
			return err
		}
		err := tx.Transaction(func(tx *gorm.DB) error {
			if err := tx.Create(&progPost[K]{UserID: u.ID, Title: "lost"}).Error; err != nil {
				return err
			}
			return errRollback
		})
		if !errors.Is(err, errRollback) {
			return err
		}
		return tx.Transaction(func(tx *gorm.DB) error {
			return tx.Create(&progPost[K]{UserID: u.ID, Title: "kept"}).Error
		})
	}))
	var posts []progPost[K]
	p.add("kept", p.db().Where("user_id = ?", u.ID).Find(&posts), len(posts))
	tx := p.db().Begin(&sql.TxOptions{})
	_, isTx := tx.Statement.ConnPool.(*sql.Tx)
	p.add("Begin", tx.Delete(&posts), isTx)
	p.add("Rollback", tx.Rollback())
	p.add("there", p.db().First(&progPost[K]{}, "user_id = ?", u.ID))
	p.add("away", p.db().Unscoped().Where("user_id = ?", u.ID).Delete(&progPost[K]{}))
	p.add("away", p.db().Unscoped().Delete(&u))
}

// pools notes the pools that callbacks of a program see.
func (p *programs[K]) pools() {
	seen := map[string]bool{}
	note := func(when string) func(*gorm.DB) {
		return func(tx *gorm.DB) {
			_, isTx := tx.Statement.ConnPool.(*sql.Tx)
			_, isDB := tx.Statement.ConnPool.(*sql.DB)
			seen[fmt.Sprint(when, isTx, isDB)] = true
		}
	}
	c := p.root.Callback()
	p.err("register", errors.Join(
		c.Query().Before("gorm:query").Register("prog:before_query", note("before query ")), c.Query().After("gorm:query").Register("prog:after_query", note("after query ")),
		c.Query().After("gorm:after_query").Register("prog:end_query", note("end of query ")), c.Query().Before("*").Register("prog:first_query", note("first of query ")),
		c.Create().Before("gorm:create").Register("prog:before_create", note("before create ")), c.Create().After("gorm:create").Register("prog:after_create", note("after create ")),
		c.Update().Before("gorm:update").Register("prog:before_update", note("before update ")), c.Update().After("gorm:update").Register("prog:after_update", note("after update ")),
		c.Delete().Before("gorm:delete").Register("prog:before_delete", note("before delete ")), c.Delete().After("gorm:delete").Register("prog:after_delete", note("after delete ")),
		c.Row().Before("gorm:row").Register("prog:before_row", note("before row ")), c.Row().After("gorm:row").Register("prog:after_row", note("after row ")),
		c.Raw().Before("gorm:raw").Register("prog:before_raw", note("before raw ")), c.Raw().After("gorm:raw").Register("prog:after_raw", note("after raw ")),
	))
	use := func(tx *gorm.DB) error {
		l := progLike[K]{UserID: p.users[2].ID, PostID: p.users[3].Posts[0].ID}
		var n int
		return errors.Join(tx.Create(&l).Error, tx.First(&progLike[K]{}, &l).Error, tx.Model(&l).Update("created_at", time.Now()).Error,
			tx.Raw("SELECT 1").Scan(&n).Error, tx.Exec("UPDATE prog_likes SET created_at = NULL WHERE user_id = ?", l.UserID).Error, tx.Delete(&l).Error)
	}
	p.err("use", errors.Join(use(p.db()), p.db().Transaction(use)))
	list := []string{}
	for line := range seen {
		list = append(list, line)
	}
	slices.Sort(list)
	p.err("pools", nil, strings.Join(list, "; "))
	for _, name := range []string{"prog:before_query", "prog:after_query", "prog:end_query", "prog:first_query"} {
		_ = c.Query().Remove(name)
	}
}

func (p *programs[K]) sessions() {
	for what, db := range map[string]*gorm.DB{
		"a": p.root.Session(&gorm.Session{NewDB: true, PrepareStmt: true, SkipDefaultTransaction: true}),
		"b": p.root.Session(&gorm.Session{NewDB: true, CreateBatchSize: 2, AllowGlobalUpdate: true}),
		"c": p.root.Session(&gorm.Session{NewDB: true, QueryFields: true, SkipHooks: true}),
	} {
		list := []progTag[K]{{Name: what}, {Name: what}, {Name: what}}
		var outcome []any
		outcome = append(outcome, db.Create(&list).RowsAffected, list[2].ID != list[0].ID)
		for range 2 {
			var found []progTag[K]
			outcome = append(outcome, db.Where("id IN ?", []K{list[0].ID, list[2].ID}).Find(&found).RowsAffected)
		}
		outcome = append(outcome, db.Model(&list[0]).Update("name", "u").Error, db.Unscoped().Delete(&list).RowsAffected)
		p.err("session", nil, outcome...)
	}
}

func (p *programs[K]) dry() {
	stmt := p.root.Session(&gorm.Session{NewDB: true, DryRun: true}).Where("id = ?", p.users[0].ID).Find(&[]progUser[K]{}).Statement
	var u progUser[K]
	p.add("DryRun", p.db().Raw(stmt.SQL.String(), stmt.Vars...).Scan(&u), u.ID == p.users[0].ID, len(stmt.Vars))
	text := p.root.ToSQL(func(tx *gorm.DB) *gorm.DB {
		return tx.Model(&progUser[K]{}).Where("id IN ?", []K{p.users[0].ID, p.users[1].ID}).Limit(5).Find(&[]progUser[K]{})
	})
	var list []progUser[K]
	p.add("ToSQL", p.db().Raw(text).Scan(&list), len(list))
	text = p.root.ToSQL(func(tx *gorm.DB) *gorm.DB {
		return tx.Model(&progPost[K]{}).Where("id = ?", p.users[0].Posts[0].ID).Updates(map[string]any{"user_id": p.users[0].ID, "title": "it's"})
	})
	p.add("ToSQL of an update", p.db().Exec(text))
}

func (p *programs[K]) batches() {
	var posts []progPost[K]
	seen := map[K]bool{}
	p.add("FindInBatches", p.db().Where("user_id <> ?", p.users[0].ID).FindInBatches(&posts, 4, func(tx *gorm.DB, batch int) error {
		for _, x := range posts {
			seen[x.ID] = true
		}
		return tx.Model(&progPost[K]{}).Where("id IN ?", []K{posts[0].ID}).UpdateColumn("views", batch).Error
	}), len(seen))
	tags := make([]progTag[K], 5)
	p.add("CreateInBatches", p.db().CreateInBatches(&tags, 2), tags[4].ID != *new(K))
	p.add("away", p.db().Unscoped().Delete(&tags))
	p.add("a map", p.db().Model(&progTag[K]{}).Create(map[string]any{"name": "map"}))
	p.add("away", p.db().Unscoped().Where("name = ?", "map").Delete(&progTag[K]{}))
}

func (p *programs[K]) translated() {
	db := p.root.Session(&gorm.Session{NewDB: true})
	config := *db.Config
	config.TranslateError = true
	db.Config = &config
	err := db.Create(&progUser[K]{Email: p.users[0].Email}).Error
	p.err("duplicate", err, errors.Is(err, gorm.ErrDuplicatedKey))
	err = db.Create(&progTag[K]{ProgBase: ProgBase[K]{ID: p.users[0].Posts[0].Tags[0].ID}, Name: "x"}).Error
	p.err("duplicate key", err, errors.Is(err, gorm.ErrDuplicatedKey))
}

func (p *programs[K]) embedded() {
	u := progUser[K]{Email: "embedded", Audit: progAudit[K]{EditorID: &p.users[0].ID, Note: "n"}}
	p.add("Create", p.db().Create(&u))
	var found progUser[K]
	p.add("Where", p.db().Where("audit_editor_id = ?", p.users[0].ID).First(&found), found.ID == u.ID, *found.Audit.EditorID == p.users[0].ID)
	found = progUser[K]{}
	p.add("a struct", p.db().Where(&progUser[K]{Audit: progAudit[K]{EditorID: &p.users[0].ID}}).First(&found), found.ID == u.ID)
	p.add("away", p.db().Unscoped().Delete(&u))
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

func (p *programs[K]) softDelete() {
	post := p.users[1].Posts[2]
	p.add("Delete", p.db().Delete(&post))
	p.add("gone", p.db().First(&progPost[K]{}, post.ID))
	p.add("Unscoped", p.db().Unscoped().First(&progPost[K]{}, post.ID))
	p.add("restored", p.db().Unscoped().Model(&progPost[K]{}).Where("id = ?", post.ID).Update("deleted_at", nil))
	p.add("there", p.db().First(&progPost[K]{}, post.ID))
}

func (p *programs[K]) deletes() {
	u := progUser[K]{Email: "deleted", Posts: []progPost[K]{{Title: "d", Tags: []progTag[K]{{Name: "d"}}}}, Profile: &progProfile[K]{Bio: "d"}, Roles: []progRole[K]{{Name: "d"}}}
	p.add("Create", p.db().Create(&u))
	p.add("by another's key", p.db().Where("user_id = ?", u.ID).Delete(&progProfile[K]{}))
	p.add("Select", p.db().Select("Posts", "Roles").Delete(&u))
	var n int64
	p.add("posts", p.db().Model(&progPost[K]{}).Where("user_id = ?", u.ID).Count(&n), n)
	p.add("by keys", p.db().Delete(&progTag[K]{}, []K{u.Posts[0].Tags[0].ID}))
	p.add("by a key", p.db().Delete(&progTag[K]{}, u.Posts[0].Tags[0].ID))
	p.add("of a struct with a key", p.db().Unscoped().Delete(&progTag[K]{ProgBase: ProgBase[K]{ID: u.Posts[0].Tags[0].ID}}))
	p.add("without a key", p.db().Delete(&progTag[K]{}))
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
	for _, s := range plain {
		t.Run(s.name, func(t *testing.T) {
			want := runPrograms[uint](t, openBare(t, s))
			t.Logf("%d outcomes", strings.Count(want, "\n")+1)
			compareOutcomes(t, "ID", runPrograms[gormtype.ID[wiji.ID]](t, use(t, openBare(t, s), gormtype.Models(progModels[gormtype.ID[wiji.ID]]()...))), want)
			models := gormtype.Models(append(progModels[wiji.ID](), &progRow[wiji.ID]{}, &progCount[wiji.ID]{})...)
			compareOutcomes(t, "plain", runPrograms[wiji.ID](t, use(t, openBare(t, s), gormtype.Plain[wiji.ID](), models)), want)
		})
	}
}
