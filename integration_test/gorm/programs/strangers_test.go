package programs_test

import (
	"context"
	"database/sql"
	"errors"
	"sort"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// The models of programs that know nothing of IDs, with keys of the type K.
type (
	strangerTeam[K any] struct {
		ID        K      `gorm:"primaryKey"`
		Name      string `gorm:"size:40"`
		LeadID    *K
		Lead      *strangerMember[K]
		Members   []strangerMember[K] `gorm:"foreignKey:TeamID"`
		Tags      []*strangerTag[K]   `gorm:"foreignKey:OwnerID"`
		DeletedAt gorm.DeletedAt
	}
	strangerMember[K any] struct {
		ID     K `gorm:"primaryKey"`
		TeamID *K
		Team   *strangerTeam[K]
		Email  string `gorm:"size:60;uniqueIndex"`
		Visits int
	}
	strangerTag[K any] struct {
		ID      K      `gorm:"primaryKey"`
		Name    string `gorm:"size:40"`
		OwnerID *K
		Owner   *strangerTeam[K]
	}
	strangerGrade[K any] struct {
		MemberID K `gorm:"primaryKey"`
		TagID    K `gorm:"primaryKey"`
		Points   int
	}
	strangerLog[K any] struct {
		ID     K `gorm:"primaryKey"`
		RowID  K
		Action string `gorm:"size:40"`
	}
	// No tables have these.
	strangerResult[K any] struct {
		TeamID K
		Email  string
		Team   string
	}
	strangerPart[K any] struct {
		ID    K
		Email string
	}
	strangerGroup[K any] struct {
		TeamID K
		N      int
	}
	strangerHooked[K comparable] struct {
		ID   K      `gorm:"primaryKey"`
		Name string `gorm:"size:40"`
	}
)

func (strangerTeam[K]) TableName() string   { return "stranger_teams" }
func (strangerMember[K]) TableName() string { return "stranger_members" }
func (strangerTag[K]) TableName() string    { return "stranger_tags" }
func (strangerGrade[K]) TableName() string  { return "stranger_grades" }
func (strangerLog[K]) TableName() string    { return "stranger_logs" }
func (strangerHooked[K]) TableName() string { return "stranger_hooked" }

// AfterCreate logs the row, BeforeUpdate looks at it, and AfterDelete logs its key.
func (h *strangerHooked[K]) AfterCreate(tx *gorm.DB) error {
	return tx.Create(&strangerLog[K]{RowID: h.ID, Action: "created"}).Error
}

// BeforeUpdate reads the row as it is.
func (h *strangerHooked[K]) BeforeUpdate(tx *gorm.DB) error {
	var old strangerHooked[K]
	return tx.Session(&gorm.Session{NewDB: true}).First(&old, "id = ?", h.ID).Error
}

// AfterDelete logs the key.
func (h *strangerHooked[K]) AfterDelete(tx *gorm.DB) error {
	return tx.Session(&gorm.Session{NewDB: true}).Create(&strangerLog[K]{RowID: h.ID, Action: "deleted"}).Error
}

func strangerModels[K comparable]() []any {
	return []any{&strangerTeam[K]{}, &strangerMember[K]{}, &strangerTag[K]{}, &strangerGrade[K]{}, &strangerLog[K]{}, &strangerHooked[K]{}}
}

// strangerDestinations are the structs that are no models. A plain field in one needs Models as well.
func strangerDestinations[K comparable]() gormtype.Option {
	return gormtype.Models(&strangerResult[K]{}, &strangerPart[K]{}, &strangerGroup[K]{})
}

// strangers has a database in which programs run, one after the other.
type strangers[K comparable] struct {
	outcome
	t     *testing.T
	root  *gorm.DB
	teams []strangerTeam[K]
}

func (p *strangers[K]) db() *gorm.DB { return p.root.Session(&gorm.Session{NewDB: true}) }

// err notes an error and values.
func (p *strangers[K]) err(what string, err error, values ...any) {
	p.add(what, &gorm.DB{Error: err}, values...)
}

func runStrangers[K comparable](t *testing.T, db *gorm.DB) string {
	t.Helper()
	db.DisableForeignKeyConstraintWhenMigrating = true // the tables refer to each other
	if err := db.AutoMigrate(strangerModels[K]()...); err != nil {
		t.Fatal(err)
	}
	p := &strangers[K]{t: t, root: db}
	for i := range 5 {
		team := strangerTeam[K]{Name: gormtest.Name(i), Tags: []*strangerTag[K]{{Name: "even"}, {Name: "odd"}}}
		for j := range 3 {
			team.Members = append(team.Members, strangerMember[K]{Email: gormtest.Name(i) + gormtest.Name(j)})
		}
		p.add("create", p.db().Create(&team), *team.Members[2].TeamID == team.ID)
		p.teams = append(p.teams, team)
	}
	for _, program := range []func(){
		p.generics, p.scopes, p.batches, p.upserts, p.preloads, p.joins, p.associations, p.softDelete, p.composite,
		p.named, p.rows, p.savepoints, p.hooks, p.prepared, p.subqueries, p.updates, p.nested, p.migrator,
	} {
		program()
	}
	return strings.Join(p.lines, "\n")
}

func (p *strangers[K]) generics() {
	ctx := context.Background()
	member := strangerMember[K]{Email: "generic", TeamID: &p.teams[0].ID}
	p.err("G Create", gorm.G[strangerMember[K]](p.db()).Create(ctx, &member))
	list := []strangerMember[K]{{Email: "g1"}, {Email: "g2"}}
	p.err("G CreateInBatches", gorm.G[strangerMember[K]](p.db()).CreateInBatches(ctx, &list, 1), list[0].ID != list[1].ID)
	found, err := gorm.G[strangerMember[K]](p.db()).Where("id = ?", member.ID).First(ctx)
	p.err("G First", err, found.Email)
	many, err := gorm.G[strangerMember[K]](p.db()).Where("id IN ?", []K{member.ID, list[0].ID}).Order("email").Find(ctx)
	p.err("G Find", err, len(many))
	n, err := gorm.G[strangerMember[K]](p.db()).Where(strangerMember[K]{TeamID: &p.teams[0].ID}).Count(ctx, "*")
	p.err("G Count", err, n)
	rows, err := gorm.G[strangerMember[K]](p.db()).Where("id = ?", member.ID).Update(ctx, "team_id", p.teams[1].ID)
	p.err("G Update", err, rows)
	rows, err = gorm.G[strangerMember[K]](p.db()).Where("id = ?", member.ID).Updates(ctx, strangerMember[K]{TeamID: &p.teams[2].ID, Visits: 2})
	p.err("G Updates", err, rows)
	joined, err := gorm.G[strangerMember[K]](p.db()).Joins(clause.LeftJoin.Association("Team"), func(db gorm.JoinBuilder, joinTable, curTable clause.Table) error {
		db.Where("? = ?", clause.Column{Table: joinTable.Name, Name: "id"}, p.teams[2].ID)
		return nil
	}).Where(clause.Eq{Column: clause.Column{Table: clause.CurrentTable, Name: "id"}, Value: member.ID}).Find(ctx)
	p.err("G Joins", err, len(joined), len(joined) == 1 && joined[0].Team != nil && joined[0].Team.ID == p.teams[2].ID)
	loaded, err := gorm.G[strangerTeam[K]](p.db()).Preload("Members", func(db gorm.PreloadBuilder) error {
		db.Where("team_id <> ?", p.teams[1].ID).Order("email").LimitPerRecord(2)
		return nil
	}).Where("id IN ?", []K{p.teams[0].ID, p.teams[1].ID}).Order("name").Find(ctx)
	p.err("G Preload", err, len(loaded))
	raw, err := gorm.G[strangerMember[K]](p.db()).Raw("SELECT * FROM stranger_members WHERE team_id = ?", p.teams[2].ID).Find(ctx)
	p.err("G Raw", err, len(raw))
	rows, err = gorm.G[strangerMember[K]](p.db()).Where("id IN ?", []K{member.ID, list[0].ID, list[1].ID}).Delete(ctx)
	p.err("G Delete", err, rows)
	p.err("G Exec", gorm.G[any](p.db()).Exec(ctx, "UPDATE stranger_members SET visits = 1 WHERE team_id = ?", p.teams[0].ID))
}

func (p *strangers[K]) scopes() {
	of := func(id K) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Where("team_id = ?", id) }
	}
	page := func(n, size int) func(*gorm.DB) *gorm.DB {
		return func(db *gorm.DB) *gorm.DB { return db.Offset((n - 1) * size).Limit(size).Order("email") }
	}
	var list []strangerMember[K]
	p.add("Scopes", p.db().Scopes(of(p.teams[0].ID), page(2, 2)).Find(&list), len(list))
	var n int64
	p.add("Scopes and Count", p.db().Model(&strangerMember[K]{}).Scopes(of(p.teams[0].ID)).Count(&n), n)
	p.add("Or", p.db().Where("team_id = ?", p.teams[0].ID).Or(&strangerMember[K]{TeamID: &p.teams[1].ID}).Find(&list), len(list))
	p.add("Not", p.db().Not("team_id = ?", p.teams[0].ID).Not(map[string]any{"team_id": []K{p.teams[1].ID, p.teams[2].ID}}).Find(&list), len(list))
	p.add("groups", p.db().Where(p.db().Where("team_id = ?", p.teams[0].ID).Or("team_id = ?", p.teams[1].ID)).Where("email LIKE ?", "%name 1").Find(&list), len(list))
	p.add("clause.IN", p.db().Clauses(clause.IN{Column: "team_id", Values: []any{p.teams[0].ID, p.teams[3].ID}}).Find(&list), len(list))
	p.add("clause.Neq", p.db().Where(clause.Neq{Column: "team_id", Value: p.teams[0].ID}).Find(&list), len(list))
}

func (p *strangers[K]) batches() {
	var list []strangerMember[K]
	seen := map[K]bool{}
	p.add("FindInBatches", p.db().Where("team_id IN ?", []K{p.teams[0].ID, p.teams[1].ID}).FindInBatches(&list, 2, func(tx *gorm.DB, _ int) error {
		for i := range list {
			seen[list[i].ID] = true
			list[i].Visits++
		}
		return tx.Save(&list).Error
	}), len(seen))
	var n int64
	p.add("visited", p.db().Model(&strangerMember[K]{}).Where("visits > 0").Count(&n), n)
}

func (p *strangers[K]) upserts() {
	member := strangerMember[K]{Email: "up", TeamID: &p.teams[0].ID}
	p.add("insert", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "email"}}, DoUpdates: clause.AssignmentColumns([]string{"team_id"})}).Create(&member))
	again := strangerMember[K]{Email: "up", TeamID: &p.teams[1].ID}
	p.add("update", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "email"}}, DoUpdates: clause.AssignmentColumns([]string{"team_id"})}).Create(&again).Session(&gorm.Session{}))
	var found strangerMember[K]
	p.add("updated", p.db().First(&found, "email = ?", "up"), found.ID == member.ID, *found.TeamID == p.teams[1].ID)
	p.add("assignments", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "email"}}, DoUpdates: clause.Assignments(map[string]any{"team_id": p.teams[2].ID})}).Create(&strangerMember[K]{Email: "up"}))
	p.add("updated", p.db().First(&found, "team_id = ? AND email = ?", p.teams[2].ID, "up"))
	grade := strangerGrade[K]{MemberID: member.ID, TagID: p.teams[0].Tags[0].ID, Points: 1}
	for i := range 2 {
		grade.Points = i
		p.add("grade", p.db().Clauses(clause.OnConflict{Columns: []clause.Column{{Name: "member_id"}, {Name: "tag_id"}}, UpdateAll: true}).Create(&grade))
	}
	p.add("Save", p.db().Save(&strangerMember[K]{ID: member.ID, Email: "up", Visits: 7}))
	p.add("FirstOrInit", p.db().Where(strangerMember[K]{ID: member.ID}).FirstOrInit(&found), found.Visits)
	p.add("Assign", p.db().Where("email = ?", "up").Assign(strangerMember[K]{TeamID: &p.teams[3].ID}).FirstOrCreate(&found), *found.TeamID == p.teams[3].ID)
	p.add("delete it", p.db().Delete(&found))
}

func (p *strangers[K]) preloads() {
	var teams []strangerTeam[K]
	p.add("Preload", p.db().Preload("Members", "team_id <> ?", p.teams[1].ID).Preload("Tags", func(db *gorm.DB) *gorm.DB {
		return db.Where("stranger_tags.id IN ?", []K{p.teams[0].Tags[0].ID, p.teams[2].Tags[1].ID}).Order("name DESC")
	}).Order("name").Find(&teams, "id IN ?", []K{p.teams[0].ID, p.teams[1].ID, p.teams[2].ID}))
	for _, team := range teams {
		p.err("loaded", nil, team.Name, len(team.Members), len(team.Tags))
	}
	var members []strangerMember[K]
	p.add("nested", p.db().Preload("Team.Tags.Owner").Preload(clause.Associations).Where("team_id = ?", p.teams[0].ID).Order("email").Find(&members), len(members),
		members[0].Team.Tags[0].Owner.ID == p.teams[0].ID)
}

func (p *strangers[K]) joins() {
	var members []strangerMember[K]
	p.add("Joins", p.db().Joins("Team", p.db().Where(&strangerTeam[K]{ID: p.teams[0].ID})).Order("stranger_members.email").Find(&members), len(members), members[0].Team.ID == p.teams[0].ID)
	p.add("InnerJoins", p.db().InnerJoins("Team").Where("Team.id = ?", p.teams[1].ID).Find(&members), len(members))
	p.add("Joins with SQL", p.db().Joins("JOIN stranger_teams t ON t.id = stranger_members.team_id AND t.id <> ?", p.teams[1].ID).Find(&members), len(members))
	p.add("Joins with a subquery", p.db().Joins("JOIN (?) q ON q.id = stranger_members.team_id", p.db().Model(&strangerTeam[K]{}).Select("id").Where("id = ?", p.teams[2].ID)).Find(&members), len(members))
	var results []strangerResult[K]
	p.add("Scan of a join", p.db().Model(&strangerMember[K]{}).Select("stranger_members.team_id, stranger_members.email, t.name AS team").
		Joins("LEFT JOIN stranger_teams t ON t.id = stranger_members.team_id").Where("t.id = ?", p.teams[1].ID).Order("email").Scan(&results), len(results))
}

func (p *strangers[K]) associations() {
	a, b := p.teams[0], p.teams[1]
	tags := func(team strangerTeam[K]) *gorm.Association {
		return p.db().Model(&strangerTeam[K]{ID: team.ID}).Association("Tags")
	}
	p.err("Append", tags(a).Append(b.Tags[0], &strangerTag[K]{Name: "new"}), tags(a).Count())
	p.err("Replace", tags(a).Replace([]*strangerTag[K]{a.Tags[0], b.Tags[1]}), tags(a).Count())
	p.err("Delete", tags(a).Delete(b.Tags[1]), tags(a).Count())
	var found []strangerTag[K]
	p.err("Find", tags(b).Find(&found, "stranger_tags.id = ?", b.Tags[0].ID), len(found))
	p.err("Where", p.db().Model(&b).Where("stranger_tags.id IN ?", []K{b.Tags[1].ID}).Association("Tags").Find(&found), len(found))
	p.err("Clear", tags(b).Clear(), tags(b).Count())
	both := []strangerTeam[K]{{ID: a.ID}, {ID: b.ID}}
	p.err("batch", p.db().Model(&both).Association("Tags").Append(a.Tags[0], b.Tags[0]), p.db().Model(&both).Association("Tags").Count())
	members := p.db().Model(&strangerTeam[K]{ID: a.ID}).Association("Members")
	p.err("Members", members.Replace(&b.Members[0], &strangerMember[K]{Email: "hired"}), members.Count())
	p.err("Members of the other", nil, p.db().Model(&strangerTeam[K]{ID: b.ID}).Association("Members").Count())
	team := strangerTeam[K]{ID: a.ID}
	p.err("Lead", p.db().Model(&team).Association("Lead").Append(&strangerMember[K]{Email: "lead"}), team.LeadID != nil && team.Lead != nil && *team.LeadID == team.Lead.ID)
	p.err("no Lead", p.db().Model(&team).Association("Lead").Clear(), team.LeadID == nil)
	p.err("Unscoped", p.db().Model(&team).Association("Members").Unscoped().Clear(), p.db().Model(&team).Association("Members").Count())
}

func (p *strangers[K]) softDelete() {
	team := p.teams[4]
	p.add("Delete", p.db().Delete(&team))
	p.add("First", p.db().First(&strangerTeam[K]{}, team.ID))
	p.add("Unscoped", p.db().Unscoped().First(&strangerTeam[K]{}, "id = ?", team.ID))
	p.add("restore", p.db().Unscoped().Model(&strangerTeam[K]{}).Where("id = ?", team.ID).Update("deleted_at", nil))
	p.add("First", p.db().First(&strangerTeam[K]{}, team.ID))
	p.add("Select on delete", p.db().Select("Members", "Tags").Delete(&strangerTeam[K]{ID: team.ID}))
	var n int64
	p.add("members", p.db().Model(&strangerMember[K]{}).Where("team_id = ?", team.ID).Count(&n), n)
	p.add("for good", p.db().Unscoped().Delete(&strangerTeam[K]{}, "id = ?", team.ID))
}

func (p *strangers[K]) composite() {
	var grades []strangerGrade[K]
	for i := range 3 {
		grades = append(grades, strangerGrade[K]{MemberID: p.teams[2].Members[0].ID, TagID: p.teams[i].Tags[0].ID, Points: i})
	}
	p.add("create", p.db().Create(&grades))
	one := grades[1]
	p.add("First by struct", p.db().First(&strangerGrade[K]{}, &strangerGrade[K]{MemberID: one.MemberID, TagID: one.TagID}))
	p.add("Take of a row", p.db().Take(&one), one.Points)
	p.add("Update", p.db().Model(&one).Update("points", 9))
	p.add("tuple", p.db().Where("(member_id, tag_id) IN ?", [][]any{{one.MemberID, one.TagID}, {grades[2].MemberID, grades[2].TagID}}).Find(&grades), len(grades))
	p.add("Save", p.db().Save(&strangerGrade[K]{MemberID: one.MemberID, TagID: one.TagID, Points: 3}))
	p.add("Delete", p.db().Delete(&one))
	p.add("Delete a list", p.db().Delete(&grades))
}

func (p *strangers[K]) named() {
	id := p.teams[2].ID
	var list []strangerMember[K]
	p.add("@name", p.db().Raw("SELECT * FROM stranger_members WHERE team_id = @team OR id = @id", sql.Named("team", id), sql.Named("id", p.teams[3].Members[0].ID)).Scan(&list), len(list))
	p.add("a map", p.db().Raw("SELECT * FROM stranger_members WHERE team_id = @team AND team_id = @team", map[string]any{"team": id}).Scan(&list), len(list))
	p.add("a struct", p.db().Raw("SELECT * FROM stranger_members WHERE team_id = @Team", struct{ Team K }{id}).Scan(&list), len(list))
	p.add("Where", p.db().Where("team_id = @team", sql.Named("team", id)).Find(&list), len(list))
	p.add("a list", p.db().Where("team_id IN @teams", map[string]any{"teams": []K{id, p.teams[3].ID}}).Find(&list), len(list))
	p.add("Exec", p.db().Exec("UPDATE stranger_members SET visits = @n WHERE team_id = @team", map[string]any{"team": id, "n": 5}))
	p.add("gorm.Expr", p.db().Where("team_id = ?", gorm.Expr("(SELECT id FROM stranger_teams WHERE id = ?)", id)).Find(&list), len(list))
}

func (p *strangers[K]) rows() {
	rows, err := p.db().Model(&strangerMember[K]{}).Where("team_id = ?", p.teams[2].ID).Order("email").Rows()
	p.err("Rows", err)
	n := 0
	for err == nil && rows.Next() {
		var member strangerMember[K]
		if err = p.db().ScanRows(rows, &member); *member.TeamID == p.teams[2].ID {
			n++
		}
	}
	p.err("ScanRows", errors.Join(err, rows.Err(), rows.Close()), n)
	var email string
	p.err("Row", p.db().Table("stranger_members").Select("email").Where("id = ?", p.teams[2].Members[1].ID).Row().Scan(&email), email)
	var ids []K
	p.add("Pluck", p.db().Model(&strangerMember[K]{}).Where("team_id = ?", p.teams[2].ID).Order("email").Pluck("id", &ids), len(ids), ids[1] == p.teams[2].Members[1].ID)
	var some []strangerPart[K]
	p.add("Find of parts", p.db().Model(&strangerMember[K]{}).Where("id IN ?", ids).Order("email").Find(&some), len(some), some[2].ID == ids[2])
	var last strangerMember[K]
	p.add("Last", p.db().Where("team_id = ?", p.teams[2].ID).Last(&last), last.ID == ids[2])
	p.add("Distinct", p.db().Model(&strangerMember[K]{}).Distinct("team_id").Where("team_id IN ?", []K{p.teams[2].ID, p.teams[3].ID}).Pluck("team_id", &ids), len(ids))
}

func (p *strangers[K]) savepoints() {
	var kept, lost strangerMember[K]
	tx := p.db().Begin()
	kept, lost = strangerMember[K]{Email: "kept"}, strangerMember[K]{Email: "lost"}
	p.add("in a transaction", tx.Create(&kept))
	p.add("SavePoint", tx.SavePoint("sp"))
	p.add("after it", tx.Create(&lost))
	p.add("RollbackTo", tx.RollbackTo("sp"))
	p.add("lost", tx.First(&strangerMember[K]{}, lost.ID))
	p.add("Commit", tx.Commit())
	p.add("kept", p.db().First(&strangerMember[K]{}, kept.ID))
	err := p.db().Transaction(func(tx *gorm.DB) error {
		_ = tx.Transaction(func(tx *gorm.DB) error {
			p.add("nested", tx.Delete(&kept))
			return errRollback
		})
		return tx.Model(&kept).Update("visits", 1).Error
	})
	p.err("after the nested one", err)
	p.add("locked", p.db().Clauses(clause.Locking{Strength: "UPDATE"}).First(&strangerMember[K]{}, kept.ID))
}

func (p *strangers[K]) hooks() {
	list := []strangerHooked[K]{{Name: "a"}, {Name: "b"}}
	p.add("create", p.db().Create(&list))
	p.add("update", p.db().Model(&list[0]).Update("name", "c"))
	p.add("delete", p.db().Delete(&list[1]))
	var logs []strangerLog[K]
	p.add("logs", p.db().Order("action").Find(&logs), len(logs))
	p.add("of a row", p.db().Where("row_id = ?", list[1].ID).Find(&logs), len(logs))
	p.add("SkipHooks", p.root.Session(&gorm.Session{NewDB: true, SkipHooks: true}).Create(&strangerHooked[K]{Name: "d"}))
}

func (p *strangers[K]) prepared() {
	db := p.root.Session(&gorm.Session{NewDB: true, PrepareStmt: true})
	for _, team := range p.teams[:4] {
		var found strangerTeam[K]
		p.add("prepared", db.Preload("Members").First(&found, team.ID), found.ID == team.ID, len(found.Members))
	}
	member := strangerMember[K]{Email: "prepared"}
	p.add("create", db.Create(&member))
	p.add("update", db.Model(&member).Updates(map[string]any{"team_id": p.teams[0].ID, "visits": gorm.Expr("visits + ?", 1)}))
	err := db.Transaction(func(tx *gorm.DB) error { return tx.Delete(&member).Error })
	p.err("delete", err)
	dry := p.root.Session(&gorm.Session{NewDB: true, DryRun: true}).First(&member, p.teams[0].ID).Statement
	p.err("DryRun", nil, dry.SQL.Len() > 0, len(dry.Vars))
	shown := p.root.ToSQL(func(tx *gorm.DB) *gorm.DB { return tx.Where("id = ?", p.teams[0].ID).Find(&[]strangerTeam[K]{}) })
	var pasted []strangerTeam[K]
	p.add("ToSQL", p.db().Raw(shown).Scan(&pasted), len(pasted))
}

func (p *strangers[K]) subqueries() {
	var list []strangerMember[K]
	sub := func() *gorm.DB { return p.db().Model(&strangerTeam[K]{}).Select("id").Where("id <> ?", p.teams[0].ID) }
	p.add("IN", p.db().Where("team_id IN (?)", sub()).Find(&list), len(list))
	p.add("FROM", p.db().Table("(?) AS m", p.db().Model(&strangerMember[K]{}).Where("team_id = ?", p.teams[2].ID)).Where("m.team_id = ?", p.teams[2].ID).Find(&list), len(list))
	p.add("EXISTS", p.db().Where("EXISTS (?)", p.db().Table("stranger_teams t").Select("1").Where("t.id = stranger_members.team_id AND t.id = ?", p.teams[3].ID)).Find(&list), len(list))
	p.add("UNION", p.db().Raw("? UNION ?", p.db().Model(&strangerMember[K]{}).Where("team_id = ?", p.teams[2].ID), p.db().Model(&strangerMember[K]{}).Where("id = ?", p.teams[3].Members[0].ID)).Scan(&list), len(list))
	var groups []strangerGroup[K]
	p.add("Group", p.db().Model(&strangerMember[K]{}).Select("team_id, count(*) AS n").Where("team_id IS NOT NULL").Group("team_id").Having("team_id <> ?", p.teams[0].ID).Scan(&groups), len(groups))
	sort.Slice(groups, func(i, j int) bool { return groups[i].N < groups[j].N })
	p.add("CASE", p.db().Clauses(clause.OrderBy{Expression: clause.Expr{SQL: "CASE WHEN team_id = ? THEN 0 ELSE 1 END, email", Vars: []any{p.teams[3].ID}}}).Limit(1).Find(&list), list[0].TeamID != nil && *list[0].TeamID == p.teams[3].ID)
}

func (p *strangers[K]) updates() {
	member := p.teams[2].Members[0]
	p.add("Select", p.db().Model(&member).Select("team_id").Updates(strangerMember[K]{TeamID: &p.teams[3].ID, Visits: 99}))
	p.add("Omit", p.db().Model(&member).Omit("team_id").Updates(map[string]any{"team_id": p.teams[2].ID, "visits": 3}))
	var found strangerMember[K]
	p.add("First", p.db().First(&found, member.ID), *found.TeamID == p.teams[3].ID, found.Visits)
	p.add("UpdateColumn", p.db().Model(&found).UpdateColumn("team_id", p.teams[2].ID))
	p.add("NULL", p.db().Model(&found).Update("team_id", nil), found.TeamID == nil)
	p.add("a pointer", p.db().Model(&found).Update("team_id", &p.teams[2].ID), found.TeamID != nil)
	p.add("by a subquery", p.db().Model(&found).Update("team_id", p.db().Model(&strangerTeam[K]{}).Select("id").Where("id = ?", p.teams[3].ID)))
	p.add("First", p.db().First(&found, member.ID), *found.TeamID == p.teams[3].ID)
	p.add("a list", p.db().Model(&strangerMember[K]{}).Where("id IN ?", []K{member.ID, p.teams[2].Members[1].ID}).Updates(strangerMember[K]{TeamID: &p.teams[2].ID}))
	p.add("no condition", p.db().Model(&strangerMember[K]{}).Update("visits", 1))
	p.add("a map", p.db().Model(&strangerMember[K]{}).Create(map[string]any{"email": "map", "team_id": p.teams[2].ID}))
	p.add("of the map", p.db().Where("team_id = ? AND email = ?", p.teams[2].ID, "map").First(&strangerMember[K]{}))
}

func (p *strangers[K]) nested() {
	team := strangerTeam[K]{Name: "deep", Members: []strangerMember[K]{{Email: "deep 1"}, {Email: "deep 2"}}, Lead: &strangerMember[K]{Email: "deep lead"}}
	p.add("create", p.db().Create(&team), *team.LeadID == team.Lead.ID, *team.Members[1].TeamID == team.ID)
	team.Members[0].Visits = 8
	team.Members = append(team.Members, strangerMember[K]{Email: "deep 3"})
	p.add("FullSaveAssociations", p.root.Session(&gorm.Session{NewDB: true, FullSaveAssociations: true}).Updates(&team))
	var n int64
	p.add("saved", p.db().Model(&strangerMember[K]{}).Where("team_id = ? AND (visits = 8 OR email = 'deep 3')", team.ID).Count(&n), n)
	p.add("Omit", p.db().Omit(clause.Associations).Create(&strangerTeam[K]{Name: "alone", Members: []strangerMember[K]{{Email: "none"}}}))
	p.add("Omit a part", p.db().Omit("Tags").Create(&strangerTeam[K]{Name: "tagged", Tags: []*strangerTag[K]{{ID: p.teams[0].Tags[0].ID}}}))
	p.add("CreateInBatches", p.db().CreateInBatches([]strangerTag[K]{{Name: "x"}, {Name: "y"}, {Name: "z"}}, 2))
}

func (p *strangers[K]) migrator() {
	m := p.db().Migrator()
	p.err("CreateView", m.CreateView("stranger_view", gorm.ViewOption{Query: p.db().Model(&strangerMember[K]{}).Where("team_id = ?", p.teams[2].ID)}))
	var list []strangerMember[K]
	p.add("a view", p.db().Table("stranger_view").Where("team_id = ?", p.teams[2].ID).Find(&list), len(list))
	p.err("DropView", m.DropView("stranger_view"))
	p.err("RenameColumn", m.RenameColumn(&strangerLog[K]{}, "row_id", "other_id"), m.HasColumn("stranger_logs", "other_id"))
	p.err("RenameColumn", m.RenameColumn(&strangerLog[K]{}, "other_id", "row_id"))
	p.err("AlterColumn", m.AlterColumn(&strangerLog[K]{}, "RowID"))
	p.add("after it", p.db().Find(&[]strangerLog[K]{}))
	p.err("DropColumn", m.DropColumn(&strangerMember[K]{}, "visits"), m.HasColumn(&strangerMember[K]{}, "visits"))
	p.err("AutoMigrate", p.db().AutoMigrate(&strangerMember[K]{}), m.HasColumn(&strangerMember[K]{}, "visits"))
	p.err("RenameTable", m.RenameTable("stranger_tags", "stranger_old"))
	p.add("Table", p.db().Table("stranger_old").Where("id = ?", p.teams[0].Tags[0].ID).Find(&[]strangerTag[K]{}))
	p.err("RenameTable", m.RenameTable("stranger_old", "stranger_tags"))
	p.err("DropTable", m.DropTable(&strangerGrade[K]{}))
}

// TestStrangers: what programs do that know nothing of IDs is what it is with a uint key.
func TestStrangers(t *testing.T) {
	for _, s := range gormtest.Servers {
		t.Run(s.Name, func(t *testing.T) {
			want := runStrangers[uint](t, gormtest.OpenBare(t, s))
			compareOutcomes(t, "ID", runStrangers[gormtype.ID[wiji.ID]](t, gormtest.Open(t, s)), want)
			compareOutcomes(t, "plain", runStrangers[wiji.ID](t, gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[wiji.ID](), gormtype.Models(strangerModels[wiji.ID]()...), strangerDestinations[wiji.ID]())), want)
			own := gormtest.Use(t, gormtest.OpenBare(t, s), gormtype.Plain[gormtest.BareUUID](), gormtype.Generator(gormtest.NewBare), gormtype.Models(strangerModels[gormtest.BareUUID]()...), strangerDestinations[gormtest.BareUUID]())
			compareOutcomes(t, "an array", runStrangers[gormtest.BareUUID](t, own), want)
		})
	}
}
