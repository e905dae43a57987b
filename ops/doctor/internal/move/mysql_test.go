package move

import (
	"slices"
	"strings"
	"testing"
)

func TestMyParts(t *testing.T) {
	for text, want := range map[string][]myPart{
		"(`id`)":                {{column: "id"}},
		"(`a`,`b`(10) DESC)":    {{column: "a"}, {column: "b", prefix: "10"}},
		"(`a`, `b`) USING HASH": {{column: "a"}, {column: "b"}},
		"(`a)`, `b,(`)":         {{column: "a)"}, {column: "b,("}},
		"(`a``b`)":              {{column: "a`b"}},
		"((lower(`email`)),`id`) COMMENT '(x, y)'":      {{expression: "(lower(`email`))"}, {column: "id"}},
		"((concat(`a`,`b`)),`c`) /*!80000 INVISIBLE */": {{expression: "(concat(`a`,`b`))"}, {column: "c"}},
	} {
		if got := myParts(text); !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}

// Which keys are dropped with the switch, stay in it, and are built in order afterwards.
func TestMyKeys(t *testing.T) {
	key := func(line, name string, moves bool, columns ...string) myKey {
		k := myKey{name: name, line: line, drop: "DROP " + name, moves: moves}
		for _, c := range columns {
			k.parts = append(k.parts, myPart{column: c})
		}
		return k
	}
	for _, c := range []struct {
		name, auto     string
		referenced     []string
		keys           []myKey
		changes, later string
	}{
		{"a primary key", "", nil, []myKey{key("PRIMARY KEY", "PRIMARY", true, "id")}, "DROP PRIMARY, ADD PRIMARY KEY", ""},
		{"another primary key", "n", nil, []myKey{key("PRIMARY KEY", "PRIMARY", false, "n"), key("UNIQUE KEY `u`", "u", true, "id"), key("KEY note", "note", false, "note")}, "DROP u, DROP note, ADD UNIQUE KEY `move_u`", "DROP KEY `move_u`, ADD UNIQUE KEY `u`, ADD KEY note"},
		{"an index of another foreign key", "", []string{"note"}, []myKey{key("PRIMARY KEY", "PRIMARY", true, "id"), key("KEY `note`", "note", true, "note", "id")},
			"DROP PRIMARY, DROP note, ADD PRIMARY KEY, ADD KEY `move_note`", "DROP KEY `move_note`, ADD KEY `note`"},
		{"a counter in an index", "n", nil, []myKey{key("PRIMARY KEY", "PRIMARY", true, "id"), key("KEY n", "n", false, "n"), key("KEY note", "note", false, "note")}, "DROP PRIMARY, DROP note, ADD PRIMARY KEY", "ADD KEY note"},
		{"a counter beside the column", "n", nil, []myKey{key("PRIMARY KEY", "PRIMARY", true, "id"), key("KEY n", "n", true, "n", "id")}, "DROP PRIMARY, DROP n, ADD PRIMARY KEY, ADD KEY n", ""},
		{"words", "", nil, []myKey{key("PRIMARY KEY", "PRIMARY", true, "id"), key("FULLTEXT KEY w", "w", false, "note"), key("SPATIAL KEY s", "s", false, "place")}, "DROP PRIMARY, ADD PRIMARY KEY", ""},
	} {
		table := &myTable{keys: c.keys, referenced: c.referenced, all: []string{"id", "n", "note"}, columns: map[string]string{"id": "char(36)", "n": "int NOT NULL", "note": "text"}}
		if c.auto != "" {
			table.columns[c.auto] += " AUTO_INCREMENT"
		}
		table.myKeys()
		if got := strings.Join(table.changes, ", "); got != c.changes || strings.Join(table.later, ", ") != c.later {
			t.Errorf("%s: %s; later %q", c.name, got, table.later)
		}
	}
}

func TestExtra(t *testing.T) {
	long := strings.Repeat("é", 64)
	if extra("id") != "move_id" || len([]rune(extra(long))) > 64 || extra(long) == extra(long[2:]+"x") {
		t.Errorf("%s, %s", extra("id"), extra(long))
	}
}
