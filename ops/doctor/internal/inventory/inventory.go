// Package inventory writes what a schema has, and a checksum of each table in which keys count
// by their value and not by their form, and compares two such inventories. It only reads.
package inventory

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"time"

	"github.com/sortid/sortid/ops/doctor/internal/source"
)

// Version is that of the layout of the JSON. An inventory of another version is refused.
const Version = 1

// formatName is the first value of the JSON.
const formatName = "sortid doctor inventory"

// Inventory is what a schema has.
type Inventory struct {
	Format  string        `json:"format"`
	Version int           `json:"version"`
	Server  source.Server `json:"server"`
	Taken   time.Time     `json:"taken"`
	// Keys and References are those of the Options, in the spelling of the catalog.
	Keys       []string    `json:"keys,omitempty"`
	References []Reference `json:"references,omitempty"`
	// NoRows is whether only the schema was read.
	NoRows  bool     `json:"no_rows,omitempty"`
	Objects []Object `json:"objects"`
	Tables  []Rows   `json:"tables"`
}

// Object is an object of the schema.
type Object struct {
	Kind string `json:"kind"` // such as table, column, index
	// Relation is the table that the object belongs to, empty if there is none.
	Relation string `json:"relation,omitempty"`
	Name     string `json:"name"`
	// Properties holds what the catalog says of it, by name. What is as usual is left out.
	Properties map[string]string `json:"properties,omitempty"`
}

// Rows is what the rows of a table have.
type Rows struct {
	Name string `json:"name"`
	// Unread says why the rows were not read, and the other fields are empty then.
	Unread string `json:"unread,omitempty"`
	Rows   int64  `json:"rows"`
	// Exact is the sum of the digests of all rows, with values as they are, and Sum the one with
	// keys by their value.
	Exact   Sum      `json:"exact"`
	Sum     Sum      `json:"sum"`
	Columns []Values `json:"columns,omitempty"`
	// Twins is how many rows are equal to others but for their keys, of a table whose keys are new.
	Twins int `json:"twins,omitempty"`
}

// Values is what the values of a column are.
type Values struct {
	Name string `json:"name"`
	// Values is how many values are not NULL.
	Values int64 `json:"values"`
	// Form is the text of IDs that all values are: uuid, hex, crockford, scru160, or empty.
	Form string `json:"form,omitempty"`
	// Key is whether the column is one of the Keys, so that its Sum counts no values.
	Key bool `json:"key,omitempty"`
	// Target is the column that the values refer to, if they count by the row that they point to.
	Target string `json:"target,omitempty"`
	// Lost is how many values of such a column point to no row.
	Lost int `json:"lost,omitempty"`
	// Late is whether the inventory that this one was taken to be compared with does not have the
	// column, so that the sums of the rows leave it out.
	Late  bool `json:"late,omitempty"`
	Exact Sum  `json:"exact"`
	Sum   Sum  `json:"sum"`
}

// Write writes the inventory as JSON. It contains no DSN.
func (v *Inventory) Write(w io.Writer) error {
	e := json.NewEncoder(w)
	e.SetIndent("", " ")
	e.SetEscapeHTML(false)
	return e.Encode(v)
}

// Read reads what Write wrote.
func Read(r io.Reader) (*Inventory, error) {
	var head struct {
		Format  string
		Version int
	}
	b, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &head); err != nil || head.Format != formatName {
		return nil, errors.New("not an inventory: give a file that doctor inventory wrote")
	}
	if head.Version != Version {
		return nil, fmt.Errorf("an inventory of version %d, and this doctor reads version %d: take both with one version of the doctor", head.Version, Version)
	}
	v := new(Inventory)
	if err := json.Unmarshal(b, v); err != nil {
		return nil, fmt.Errorf("not a whole inventory: %w: give a file that doctor inventory wrote", err)
	}
	return v, nil
}

// Unread names the tables whose rows were not read, with the reason.
func (v *Inventory) Unread() []string {
	var list []string
	for _, t := range v.Tables {
		if t.Unread != "" {
			list = append(list, t.Name+": "+t.Unread)
		}
	}
	for _, o := range v.Objects {
		if right := o.Properties[unreadable]; right != "" {
			list = append(list, o.String()+": the account may not read its text: use one with the right "+right)
		}
	}
	return list
}

// unreadable is the property that names the right that the account lacks.
const unreadable = "unreadable"

func (o Object) String() string {
	s := o.Kind + " " + o.Name
	switch {
	case o.Kind == "column":
		return o.Relation + "." + o.Name
	case o.Relation != "":
		s += " of " + o.Relation
	}
	return s
}
