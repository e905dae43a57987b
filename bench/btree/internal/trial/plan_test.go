package trial

import (
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Every setting reads its flag and is copied.
func TestSettings(t *testing.T) {
	good := map[string]string{
		"db": "sqlite,postgres", "scenario": "all", "rows": "1,30_000", "payload": "0", "pool": "default,65536kB,25%", "checkpoints": "several",
		"writers": "8", "batch": "1", "keys": "all", "make": "block", "repeat": "3", "for": "3m",
	}
	var all Plan
	for _, s := range Settings() {
		var p, copied Plan
		if err := s.Set(&p, good[s.Flag]); err != nil {
			t.Errorf("-%s %s: %v", s.Flag, good[s.Flag], err)
		}
		s.Copy(&copied, p)
		s.Copy(&all, p)
		for _, bad := range []string{"", "-1", "several,several", "none,some"} {
			if err := s.Set(new(Plan), bad); err == nil && bad != "" {
				t.Errorf("-%s took %q", s.Flag, bad)
			}
		}
		if s.Argument == "" || s.Help == "" {
			t.Errorf("-%s has no help", s.Flag)
		}
	}
	if want := []string{"", "64MB", "25%"}; !slices.Equal(all.BufferPools, want) || all.Rows[1] != 30_000 || len(all.Scenarios) != len(Scenarios()) || all.For != 3*time.Minute {
		t.Errorf("the settings are %+v", all)
	}
}

func TestCheck(t *testing.T) {
	for want, p := range map[string]Plan{
		"there are 103 rows":         {Rows: []int{103}, Writers: []int{1, 104}},
		"there are 52 rows":          {Rows: []int{103}, Writers: []int{60}, Scenarios: []Scenario{Migration}},
		`"1048577" for flag -payloa`: {Payload: []int{1<<20 + 1}},
	} {
		if err := p.WithDefaults().Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %v, want one with %q", err, want)
		}
	}
}

// Every preset can be run and can show a difference, and the first one needs no server.
func TestPresets(t *testing.T) {
	for i, p := range Presets() {
		plan := p.Plan.WithDefaults()
		if err := plan.Check(); err != nil || plan.Repeats < LeastTrials || p.Lasts == "" {
			t.Errorf("%s: %d trials, lasts %q, %v", p.Name, plan.Repeats, p.Lasts, err)
		}
		if i == 0 && slices.ContainsFunc(plan.Engines, engine.IsServer) {
			t.Errorf("%s needs a server: %v", p.Name, plan.Engines)
		}
	}
}

func TestPoolSize(t *testing.T) {
	for in, want := range map[string]string{"": "", "default": "", "64MB": "64MB", "65536kB": "64MB", "2gb": "2GB", "1536MB": "1536MB", "5120kb": "5MB"} {
		if got, err := sizes.parse(in); err != nil || got != want {
			t.Errorf("%q is %q, %v, want %q", in, got, err, want)
		}
	}
	for _, in := range []string{"64", "MB", "-1MB", "4MB", "1025GB", "9999999999999999999GB", "9007199254740993kB", "1.5GB", "64 MB"} {
		if got, err := sizes.parse(in); err == nil || got != "" || !strings.Contains(err.Error(), "64MB") {
			t.Errorf("%q is %q, %v", in, got, err)
		}
	}
}
