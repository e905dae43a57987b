package relation

import (
	"slices"
	"strings"
	"sync"
	"testing"

	"gorm.io/gorm/schema"
)

type (
	user struct {
		ID      int
		Name    string
		TeamID  int // belongs to
		Team    team
		Profile profile // has one
		Posts   []post  // has many
	}
	team struct {
		ID    int
		Users []user
	}
	profile struct {
		ID     int
		UserID int
	}
	post struct {
		ID     int
		UserID int
	}
)

// TestIsForeignKey: fields that hold keys of other rows, by relations of their own model and of another one.
func TestIsForeignKey(t *testing.T) {
	var cache sync.Map
	parse := func(model any) *schema.Schema {
		s, err := schema.Parse(model, &cache, schema.NamingStrategy{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	var found []string
	for _, model := range []any{&user{}, &team{}, &profile{}, &post{}} {
		s := parse(model)
		for _, f := range s.Fields {
			if f.DBName != "" && IsForeignKey(f) {
				found = append(found, s.Name+"."+f.Name)
			}
		}
	}
	want := "user.TeamID"
	if hasGuard { // of GORM 1.26 and later
		want += " profile.UserID post.UserID"
	}
	if got := strings.Join(found, " "); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	var names []string
	all := All(parse(&user{}))
	for name := range all {
		if !strings.HasPrefix(name, "_") { // which another model has entered
			names = append(names, name)
		}
	}
	n := len(all)
	slices.Sort(names)
	if got := strings.Join(names, " "); got != "Posts Profile Team" {
		t.Errorf("the relations are %s", got)
	}
	if all["x"] = nil; hasGuard && len(All(parse(&user{}))) != n {
		t.Error("the relations are not a copy")
	}
	guard := guardOf(&parse(&user{}).Relationships)
	if (guard != nil) != hasGuard || hasGuard && !guard.TryLock() {
		t.Error("the relations are guarded still")
	}
}
