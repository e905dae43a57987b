package programs_test

import (
	"time"

	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Programs that update, upsert and delete rows.

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
