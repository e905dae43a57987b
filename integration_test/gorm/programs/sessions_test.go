package programs_test

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"gorm.io/gorm"
)

var errRollback = errors.New("rolled back")

// Programs with sessions, transactions and callbacks.

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
