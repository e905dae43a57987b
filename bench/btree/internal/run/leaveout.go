package run

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// leaveOut takes those trials out of the plan whose trees the engines' Check refuses,
// before any trial runs, and adds a note for each layout and payload.
func (c *job) leaveOut(p *plan, open openStage) error {
	refused := make(map[trial.Coordinates]string) // by treeOf: the reason, "" if there can be a tree
	for _, t := range p.trials {
		tree := treeOf(t.Coordinates)
		if _, known := refused[tree]; known {
			continue
		}
		why, err := refusal(open.of(t.Engine), t.spec())
		if err != nil {
			return err
		}
		refused[tree] = why
	}
	c.noteRefused(p, refused)
	p.trials = slices.DeleteFunc(p.trials, func(t planned) bool { return refused[treeOf(t.Coordinates)] != "" })
	return nil
}

// treeOf returns what a Check depends on: trials that agree in it have the same Spec.
func treeOf(c trial.Coordinates) trial.Coordinates {
	tree := trial.Coordinates{Engine: c.Engine, Layout: c.Layout, Payload: c.Payload, Key: c.Key}
	if c.Scenario.Spec().Shape != engine.Plain {
		tree.Scenario = c.Scenario
	}
	return tree
}

// refusal returns why an engine refuses a Spec, or "".
func refusal(e engine.Engine, s engine.Spec) (string, error) {
	err := e.Check(s)
	if why, missing := engine.MissingReason(err); missing {
		return why, nil
	}
	return "", err
}

// noteRefused adds a note for each layout and payload that was refused, with the keys
// that it was refused for if it was not refused for all.
func (c *job) noteRefused(p *plan, refused map[trial.Coordinates]string) {
	var tables []trial.Coordinates // treeOf without the key
	for tree := range refused {
		if tree.Key = ""; !slices.Contains(tables, tree) {
			tables = append(tables, tree)
		}
	}
	slices.SortFunc(tables, func(a, b trial.Coordinates) int {
		return cmp.Or(cmp.Compare(a.Engine, b.Engine), cmp.Compare(a.Layout, b.Layout), cmp.Compare(a.Scenario, b.Scenario), cmp.Compare(a.Payload, b.Payload))
	})
	for _, table := range tables {
		var reason string
		var out, in []string
		for _, k := range c.kinds {
			tree := table
			tree.Key = k.Name
			switch why, planned := refused[tree]; {
			case !planned:
			case why == "":
				in = append(in, k.Name)
			default:
				out = append(out, k.Name)
				reason = cmp.Or(reason, why)
			}
		}
		if out == nil {
			continue
		}
		keys := ""
		if in != nil {
			keys = " with " + strings.Join(out, ", ")
		}
		what := fmt.Sprintf("a payload of %d bytes", table.Payload)
		if table.Scenario != "" {
			what = "the scenario " + string(table.Scenario)
		}
		p.note("%s (%s): %s%s is impossible (%s), and was left out.", table.Engine, table.Layout, what, keys, reason)
	}
}
