package recorded

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
)

// section is what the server answers after some statements. Its line comes before those of its answers.
type section struct {
	// Created is a hash of the statements, which changed the database before.
	Created string `json:"created"`
	answers []answer
}

// answer is what a server answered to a statement.
type answer struct {
	Query string `json:"query,omitempty"`
	// Asked is the number of the first answer of the file with the same query, from 1 on, in place of the query, and Same
	// that of one with the same rows, too.
	Asked int `json:"asked,omitempty"`
	Same  int `json:"same,omitempty"`
	// Columns has the names of the columns.
	Columns []string  `json:"columns,omitempty"`
	Rows    [][]value `json:"rows,omitempty"`
	// Order has the place in Rows of each row, if some come more than once.
	Order []int `json:"order,omitempty"`
}

// load reads a file.
func load(file string) (list []section, err error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var all []answer
	for line := range strings.Lines(string(text)) {
		if strings.HasPrefix(line, `{"created":`) {
			list = append(list, section{})
			err = errors.Join(err, json.Unmarshal([]byte(line), &list[len(list)-1]))
			continue
		}
		var a answer
		err = errors.Join(err, json.Unmarshal([]byte(line), &a))
		if a.Same > 0 {
			a = all[a.Same-1]
		}
		if a.Asked > 0 {
			a.Query, a.Asked = all[a.Asked-1].Query, 0
		}
		a.repeat()
		all = append(all, a)
		last := &list[len(list)-1]
		last.answers = append(last.answers, a)
	}
	return list, err
}

// save writes a file.
func save(file string, list []section) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	numbers, all := make(map[string][]int), []answer{} // of the answers to a query
	for _, s := range list {
		if err := e.Encode(s); err != nil {
			return err
		}
		for _, a := range s.answers {
			all = append(all, a)
			earlier := numbers[a.Query]
			numbers[a.Query] = append(earlier, len(all))
			if i := slices.IndexFunc(earlier, func(n int) bool { return reflect.DeepEqual(all[n-1], a) }); i >= 0 {
				a = answer{Same: earlier[i]}
			} else if len(earlier) > 0 {
				a.Query, a.Asked = "", earlier[0]
			}
			err := a.once()
			if err = errors.Join(err, e.Encode(a)); err != nil {
				return err
			}
		}
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil { //nolint:gosec // a folder of the repository
		return err
	}
	return os.WriteFile(file, b.Bytes(), 0o644) //nolint:gosec // a file of the repository
}

// once leaves each row once.
func (a *answer) once() error {
	places, rows, order := make(map[string]int), [][]value{}, []int{}
	for _, row := range a.Rows {
		text, err := json.Marshal(row)
		if err != nil {
			return err
		}
		if _, ok := places[string(text)]; !ok {
			places[string(text)] = len(rows)
			rows = append(rows, row)
		}
		order = append(order, places[string(text)])
	}
	if len(rows) < len(a.Rows) {
		a.Rows, a.Order = rows, order
	}
	return nil
}

// repeat repeats the rows that come more than once.
func (a *answer) repeat() {
	if a.Order == nil {
		return
	}
	rows := make([][]value, len(a.Order))
	for i, n := range a.Order {
		rows[i] = a.Rows[n]
	}
	a.Rows, a.Order = rows, nil
}
