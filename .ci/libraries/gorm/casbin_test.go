package gorm_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/casbin/casbin/v3"
	"github.com/casbin/casbin/v3/model"
	gormadapter "github.com/casbin/gorm-adapter/v3"
	"gorm.io/gorm"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
)

// casbinModel is the model of the adapter's README: roles, and rules of a subject, an object and an act.
const casbinModel = `
[request_definition]
r = sub, obj, act

[policy_definition]
p = sub, obj, act

[role_definition]
g = _, _

[policy_effect]
e = some(where (p.eft == allow))

[matchers]
m = g(r.sub, p.sub) && r.obj == p.obj && r.act == p.act
`

// errRefused ends transactions.
var errRefused = errors.New("refused")

// policies is a program of casbin that notes the outcome of each step.
type policies struct {
	t        *testing.T
	db       *gorm.DB
	table    string
	adapter  *gormadapter.Adapter
	enforcer *casbin.Enforcer
	outcomes []string
}

// newPolicies begins a program whose adapter has the table casbin_rule, or one with a prefix.
func newPolicies(t *testing.T, db *gorm.DB, table string) *policies {
	t.Helper()
	p := &policies{t: t, db: db, table: table}
	var err error
	if prefix := p.prefix(); prefix == "" {
		p.adapter, err = gormadapter.NewAdapterByDB(db)
	} else {
		p.adapter, err = gormadapter.NewAdapterByDBUseTableName(db, prefix, "casbin_rule")
	}
	if err != nil {
		t.Fatal(err)
	}
	p.enforcer = p.newEnforcer(p.adapter)
	return p
}

func (p *policies) prefix() string { return strings.TrimSuffix(p.table, "casbin_rule") }

func (p *policies) newEnforcer(a *gormadapter.Adapter) *casbin.Enforcer {
	p.t.Helper()
	m, err := model.NewModelFromString(casbinModel)
	if err != nil {
		p.t.Fatal(err)
	}
	e, err := casbin.NewEnforcer(m, a)
	if err != nil {
		p.t.Fatal(err)
	}
	return e
}

// note adds what a step returned, what the enforcer knows afterwards, and the rows of the table.
func (p *policies) note(step string, returned ...any) {
	p.t.Helper()
	var rows []gormadapter.CasbinRule
	if err := p.db.Table(p.table).Order("id").Find(&rows).Error; err != nil {
		p.t.Errorf("%s: %v", step, err)
	}
	p.outcomes = append(p.outcomes, fmt.Sprintf("%s: %v, knows %s, rows %v", step, returned, known(p.t, p.enforcer), rows))
}

// known returns the policies and the roles of an enforcer.
func known(t *testing.T, e *casbin.Enforcer) string {
	t.Helper()
	rules, err := e.GetPolicy()
	if err != nil {
		t.Error(err)
	}
	roles, err := e.GetGroupingPolicy()
	if err != nil {
		t.Error(err)
	}
	return fmt.Sprint(rules, roles)
}

// load reads the table into another enforcer, and compares it with the one of the program.
func (p *policies) load() {
	p.t.Helper()
	e := p.newEnforcer(p.adapter)
	p.note("load", known(p.t, e))
	if got, want := known(p.t, e), known(p.t, p.enforcer); got != want {
		p.t.Errorf("loaded %s, want %s", got, want)
	}
}

// add adds policies by the enforcer and by the adapter.
func (p *policies) add(subject string) {
	p.t.Helper()
	added, err := p.enforcer.AddPolicy(subject, "data1", "read")
	p.note("AddPolicy", added, err)
	added, err = p.enforcer.AddPolicy(subject, "data1", "read")
	p.note("AddPolicy again", added, err)
	p.note("AddPolicy that the table has", p.adapter.AddPolicy("p", "p", []string{subject, "data1", "read"}))
	added, err = p.enforcer.AddPolicies([][]string{{subject, "data2", "write"}, {"admin", "data1", "read"}, {"admin", subject, "delete"}, {"bob", "data2", "read"}})
	p.note("AddPolicies", added, err)
	added, err = p.enforcer.AddGroupingPolicies([][]string{{"alice", "admin"}, {subject, "admin"}})
	p.note("AddGroupingPolicies", added, err)
	for _, request := range [][]any{{subject, "data2", "write"}, {subject, subject, "delete"}, {"bob", "data1", "read"}} {
		allowed, err := p.enforcer.Enforce(request...)
		p.note("Enforce", request, allowed, err)
		if want := request[0] == subject; allowed != want {
			p.t.Errorf("%v is allowed: %t, want %t", request, allowed, want)
		}
	}
	p.load()
}

// filter loads a part of the policies.
func (p *policies) filter(subject string) {
	p.t.Helper()
	for _, f := range []any{
		gormadapter.Filter{V0: []string{subject}},
		gormadapter.Filter{Ptype: []string{"p"}, V0: []string{subject, "bob"}, V1: []string{"data2"}, V2: []string{"read", "write"}},
		[]gormadapter.Filter{{Ptype: []string{"g"}, V1: []string{"admin"}}, {V1: []string{subject}}},
		gormadapter.Filter{V3: []string{"x"}},
		"an unsupported filter",
	} {
		a, err := gormadapter.NewFilteredAdapterByDB(p.db, p.prefix(), "casbin_rule")
		if err != nil {
			p.t.Fatal(err)
		}
		e := p.newEnforcer(a)
		err = e.LoadFilteredPolicy(f)
		p.note("LoadFilteredPolicy", f, known(p.t, e), a.IsFiltered(), err)
	}
}

// update changes policies, also to ones that the table has.
func (p *policies) update(subject string) {
	p.t.Helper()
	updated, err := p.enforcer.UpdatePolicy([]string{"bob", "data2", "read"}, []string{subject, "data3", "read"})
	p.note("UpdatePolicy", updated, err)
	updated, err = p.enforcer.UpdatePolicies([][]string{{subject, "data1", "read"}, {subject, "data3", "read"}}, [][]string{{subject, subject, "read"}, {"bob", "data3", "write"}})
	p.note("UpdatePolicies", updated, err)
	p.note("UpdatePolicy to one that the table has", p.adapter.UpdatePolicy("p", "p", []string{"bob", "data3", "write"}, []string{subject, subject, "read"}))
	updated, err = p.enforcer.UpdateFilteredPolicies([][]string{{subject, "data4", "read"}, {"carol", subject, "write"}}, 0, subject)
	p.note("UpdateFilteredPolicies", updated, err)
	p.load()
}

// remove removes policies.
func (p *policies) remove(subject string) {
	p.t.Helper()
	removed, err := p.enforcer.RemovePolicy(subject, "data4", "read")
	p.note("RemovePolicy", removed, err)
	removed, err = p.enforcer.RemovePolicy(subject, "data4", "read")
	p.note("RemovePolicy again", removed, err)
	removed, err = p.enforcer.RemovePolicies([][]string{{"bob", "data3", "write"}, {"carol", subject, "write"}})
	p.note("RemovePolicies", removed, err)
	removed, err = p.enforcer.RemoveFilteredPolicy(1, subject)
	p.note("RemoveFilteredPolicy", removed, err)
	removed, err = p.enforcer.RemoveFilteredGroupingPolicy(0, subject)
	p.note("RemoveFilteredGroupingPolicy", removed, err)
	p.note("RemoveFilteredPolicy of all", p.adapter.RemoveFilteredPolicy("p", "p", 0, ""))
	p.load()
}

// transactions commits and rolls back changes by both APIs of the adapter.
func (p *policies) transactions(subject string) {
	p.t.Helper()
	for _, commits := range []bool{true, false} {
		p.transaction(subject, commits)
		p.context(subject, commits)
	}
}

// transaction adds and removes policies by the enforcer.
func (p *policies) transaction(subject string, commits bool) {
	p.t.Helper()
	var end error
	if !commits {
		end = errRefused
	}
	err := p.adapter.Transaction(p.enforcer, func(e casbin.IEnforcer) error {
		_, added := e.AddPolicies([][]string{{subject, "data5", fmt.Sprint(commits)}, {"dave", subject, "read"}, {"dave", subject, "write"}})
		_, removed := e.RemovePolicy("dave", subject, "write")
		return errors.Join(added, removed, end)
	})
	p.note("Transaction", err)
	if !errors.Is(err, end) {
		p.t.Errorf("the transaction: %v, want %v", err, end)
	}
}

// context adds and removes policies by the adapter of a transaction.
func (p *policies) context(subject string, commits bool) {
	p.t.Helper()
	tx, err := p.adapter.BeginTransaction(context.Background())
	if err != nil {
		p.t.Fatal(err)
	}
	a := tx.GetAdapter()
	added := a.AddPolicy("p", "p", []string{subject, "data6", fmt.Sprint(commits)})
	removed := a.RemoveFilteredPolicy("p", "p", 0, "dave")
	end := tx.Rollback
	if commits {
		end = tx.Commit
	}
	p.note("BeginTransaction", added, removed, end(), tx.Commit())
	p.note("LoadPolicy", p.enforcer.LoadPolicy())
}

// save replaces the rows by what the enforcer knows.
func (p *policies) save(subject string) {
	p.t.Helper()
	p.enforcer.EnableAutoSave(false)
	added, err := p.enforcer.AddPolicy("erin", subject, "read")
	p.note("AddPolicy without saving", added, err)
	p.note("SavePolicy", p.enforcer.SavePolicy())
	p.load()
}

// runPolicies runs a program on a table of casbin, and returns the outcome of each step.
func runPolicies(t *testing.T, db *gorm.DB, subject, table string) []string {
	t.Helper()
	p := newPolicies(t, db, table)
	p.add(subject)
	p.filter(subject)
	p.update(subject)
	p.remove(subject)
	p.transactions(subject)
	p.save(subject)
	for _, rule := range [][]string{{subject, "data6", "true"}, {"erin", subject, "read"}} {
		if has, err := p.enforcer.HasPolicy(rule); err != nil || !has {
			t.Errorf("%v is not among %s, %v", rule, known(t, p.enforcer), err)
		}
	}
	return p.outcomes
}

// TestCasbin: the steps of a program with casbin have the same outcomes with the plugin and without it,
// also where a subject is the text of an ID, which a policy keeps.
func TestCasbin(t *testing.T) {
	key := uuidv7.MustParse("0199a1b2-c3d4-7e5f-8a6b-7c8d9eafb0c1")
	for name, d := range dialectors(t) {
		for _, table := range []string{"casbin_rule", "cms_casbin_rule"} {
			t.Run(name+"/"+table, func(t *testing.T) {
				run := func(plugins ...gorm.Plugin) ([]string, *gorm.DB) {
					db := open(t, d)
					if err := db.Migrator().DropTable("casbin_rule", "cms_casbin_rule"); err != nil {
						t.Fatal(err)
					}
					use(t, db, plugins...)
					return runPolicies(t, db, key.String(), table), db
				}
				want, _ := run()
				got, db := run(gormtype.New(gormtype.Models(&order{})))
				if len(got) != len(want) {
					t.Fatalf("%d steps, want %d", len(got), len(want))
				}
				for i, step := range want {
					if got[i] != step {
						t.Fatalf("with the plugin %s\nwithout it %s", got[i], step)
					}
				}
				subjects(t, db, key)
			})
		}
	}
}

// subjects: the text that policies have finds the row of its ID, and the reverse.
func subjects(t *testing.T, db *gorm.DB, key uuidv7.ID) {
	t.Helper()
	if err := db.AutoMigrate(&order{}); err != nil {
		t.Fatal(err)
	}
	if err := db.Create(&order{ID: gormtype.Of(key)}).Error; err != nil {
		t.Fatal(err)
	}
	a, err := gormadapter.NewAdapterByDB(db)
	if err != nil {
		t.Fatal(err)
	}
	if err := a.AddPolicy("p", "p", []string{key.String(), "data7", "read"}); err != nil {
		t.Fatal(err)
	}
	var texts []string
	if err := db.Model(&gormadapter.CasbinRule{}).Where("v1 = ?", "data7").Pluck("v0", &texts).Error; err != nil || !slices.Equal(texts, []string{key.String()}) {
		t.Fatalf("the subjects are %q, %v", texts, err)
	}
	var o order
	if err := db.First(&o, "id = ?", texts[0]).Error; err != nil || o.ID.V() != key {
		t.Errorf("the order of the subject is %v, %v", o, err)
	}
	var n int64
	if err := db.Model(&gormadapter.CasbinRule{}).Where("v0 = ? AND v1 = ?", o.ID.String(), "data7").Count(&n).Error; err != nil || n != 1 {
		t.Errorf("the order has %d policies, %v", n, err)
	}
}
