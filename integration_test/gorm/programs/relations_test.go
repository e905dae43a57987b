package programs_test

import (
	"slices"

	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
	"gorm.io/gorm/clause"
)

// Programs whose models are related to one another.

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
	p.add("InnerJoins", p.db().InnerJoins("User", p.db().Where("email = ?", gormtest.Name(1))).Find(&posts), len(posts))
	p.add("nested", p.db().Joins("User.Company").Where("User__Company.id = ?", *p.users[0].CompanyID).Find(&posts), len(posts))
	var users []progUser[K]
	p.add("a text", p.db().Joins("LEFT JOIN prog_posts p ON p.user_id = prog_users.id AND p.id = ?", p.users[0].Posts[0].ID).Where("p.id IS NOT NULL").Find(&users), len(users))
	p.add("Distinct", p.db().Distinct("prog_users.*").Joins("JOIN prog_posts p ON p.user_id = prog_users.id").Where("p.user_id IN ?", []K{p.users[0].ID, p.users[1].ID}).Find(&users), len(users))
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

func (p *programs[K]) embedded() {
	u := progUser[K]{Email: "embedded", Audit: progAudit[K]{EditorID: &p.users[0].ID, Note: "n"}}
	p.add("Create", p.db().Create(&u))
	var found progUser[K]
	p.add("Where", p.db().Where("audit_editor_id = ?", p.users[0].ID).First(&found), found.ID == u.ID, *found.Audit.EditorID == p.users[0].ID)
	found = progUser[K]{}
	p.add("a struct", p.db().Where(&progUser[K]{Audit: progAudit[K]{EditorID: &p.users[0].ID}}).First(&found), found.ID == u.ID)
	p.add("away", p.db().Unscoped().Delete(&u))
}
