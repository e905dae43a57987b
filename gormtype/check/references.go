package check

import (
	"database/sql/driver"
	"reflect"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/gorm/schema"
)

// liveReference is a column of a foreign key, and the column to which it refers.
type liveReference struct {
	column       string
	space, table string
	other        string // the column there, empty for the primary key
}

// judgeReferences reports a foreign key of the column that refers to a column which
// cannot hold the field's IDs.
func (c *checker) judgeReferences(t target, references []liveReference) error {
	for _, r := range references {
		if r.column != t.field.DBName {
			continue
		}
		table, err := c.liveIn(r.space, r.table)
		if err != nil {
			return err
		}
		if r.other == "" {
			r.other = table.primary()
		}
		other := t
		var ok bool
		if other.live, ok = table.columns[r.other]; ok && !c.isAlike(t, other) {
			c.reportReference(t, r.table+"."+r.other, other.live)
		}
	}
	return nil
}

// primary returns the column of a primary key of one column.
func (live liveTable) primary() string {
	for _, k := range live.keys {
		if k.primary && len(k.parts) == 1 {
			return k.parts[0].column
		}
	}
	return ""
}

func (c liveColumn) described() string {
	if c.collation == "" {
		return c.shown
	}
	return c.shown + " COLLATE " + c.collation
}

// reportReference reports a column that refers to a column of another type, once.
func (c *checker) reportReference(t target, name string, other liveColumn) {
	if id := t.table + " " + t.field.DBName; !c.related[id] {
		c.related[id] = true
		c.report(t, finding.ForeignKeyType, "the column refers to "+name+", which is "+other.described()+", and is "+t.live.described()+
			": a server can refuse the foreign key, and joins the two without an index", "give both columns the same type and collation, such as "+c.wanted(t)+
			", and convert values of another form")
	}
}

// isAlike reports whether an ID has the same value in two columns, and whether the server compares them by an index.
func (c *checker) isAlike(t, other target) bool {
	if t.StoresText() && c.fits(t) && c.fits(other) && !t.live.isSameText(other.live, c.dialect) {
		return false
	}
	if !c.fits(t) {
		return true // the column is reported as such
	}
	isPadded := other.live.dataType == "binary" && other.live.length != t.length()
	return c.fits(other) && !isPadded && !(c.dialect == columntype.MySQL && other.live.dataType == "uuid") &&
		other.live.unsigned == t.live.unsigned && other.live.order == t.live.order
}

// isSameText reports whether two columns of texts have the same type, length, character set and collation. SQLite stores texts of
// all types alike.
func (c liveColumn) isSameText(other liveColumn, dl columntype.Dialect) bool {
	return c.collation == other.collation && c.order == other.order && (dl == columntype.SQLite || c.shown == other.shown)
}

// judgeRelations reports fields of the model's relations that have other types than the
// keys that they hold, and their columns of texts that differ from those of the keys, also without a foreign key.
func (c *checker) judgeRelations(s *schema.Schema) error {
	for _, list := range [][]*schema.Relationship{s.Relationships.BelongsTo, s.Relationships.HasOne, s.Relationships.HasMany, s.Relationships.Many2Many} {
		for _, relation := range list {
			for _, r := range relation.References {
				if r.PrimaryKey == nil || r.ForeignKey == nil {
					continue
				}
				c.judgeRelation(r.PrimaryKey, r.ForeignKey)
				if err := c.judgeJoin(r.PrimaryKey, r.ForeignKey); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// judgeJoin compares the columns of a reference that hold texts.
func (c *checker) judgeJoin(key, foreign *schema.Field) error {
	d := columntype.Of(foreign)
	if d == nil || !d.StoresText() {
		return nil
	}
	t, other := target{table: foreign.Schema.Table, field: foreign, Description: d}, target{field: key, Description: d}
	own, err := c.live(t.table)
	if err != nil {
		return err
	}
	referred, err := c.live(key.Schema.Table)
	if err != nil {
		return err
	}
	var hasOwn, hasOther bool
	t.live, hasOwn = own.columns[foreign.DBName]
	other.live, hasOther = referred.columns[key.DBName]
	if hasOwn && hasOther && !c.isAlike(t, other) {
		c.reportReference(t, key.Schema.Table+"."+key.DBName, other.live)
	}
	return nil
}

func (c *checker) judgeRelation(key, foreign *schema.Field) {
	t := target{table: foreign.Schema.Table, field: foreign}
	id := t.table + " " + foreign.DBName
	if own, other := c.stored(key), c.stored(foreign); c.related[id] || own == unknown || other == unknown || own == other {
		return
	}
	c.related[id] = true
	c.report(t, finding.ForeignKeyType, "the field "+foreign.Schema.Name+"."+foreign.Name+" is "+typeName(foreign)+", and the key "+
		key.Schema.Name+"."+key.Name+" is "+typeName(key)+": they do not have the same values in the database", "give both fields the same type")
}

// stored is how a field stores IDs: their bytes in a size.
type stored struct {
	form columntype.Form
	size int
}

var unknown stored

// stored returns how a field stores IDs, which can be unknown.
func (c *checker) stored(field *schema.Field) stored {
	d := columntype.Of(field)
	switch {
	case d != nil && d.Form(c.dialect) == columntype.BytesForm:
		return stored{columntype.BytesForm, d.Size}
	case d != nil:
		return stored{form: d.Form(c.dialect)}
	case reflect.PointerTo(field.IndirectFieldType).Implements(valuerInterface):
		return unknown
	}
	switch field.IndirectFieldType.Kind() {
	case reflect.String:
		return stored{form: columntype.TextForm}
	case reflect.Int, reflect.Int64, reflect.Uint, reflect.Uint64:
		return stored{form: columntype.IntegerForm}
	}
	return unknown
}

var valuerInterface = reflect.TypeFor[driver.Valuer]()

func typeName(field *schema.Field) string {
	if d := columntype.Of(field); d != nil {
		return d.Name()
	}
	return field.FieldType.String()
}
