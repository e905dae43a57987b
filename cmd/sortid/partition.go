package main

import (
	"strings"
	"time"
)

// maxPartitions is the greatest number of partitions that a table of MySQL or MariaDB can have.
const maxPartitions = 8192

// partitioning is the result of partition, as JSON, and what the templates of the SQL read.
type partitioning struct {
	Server     string      `json:"server"`
	Table      tableName   `json:"-"`
	TableName  string      `json:"table"`
	Column     string      `json:"column"`
	Type       columnType  `json:"-"`
	TypeName   string      `json:"type"` // as the server writes it
	Format     string      `json:"format"`
	Every      string      `json:"every"`
	Partitions []partition `json:"partitions"`
	DropBefore *bound      `json:"drop_before,omitempty"` // partitions that end here or earlier
	SQL        string      `json:"sql"`
}

// partition is a partition that the table must have: the IDs from First up to, but not including,
// End.
type partition struct {
	Name  string `json:"name"`
	First bound  `json:"first"`
	End   bound  `json:"end"`
}

// bound is the least ID of a time.
type bound struct {
	Time  string `json:"time"`
	Value string `json:"value"` // as text that the server reads
	Key   string `json:"-"`     // a text that sorts as the column does
}

// partition is the command partition.
func (p *program) partition(args []string) error {
	server := p.flags.String("server", "", "the `SERVER`: postgres, mysql or mariadb")
	table := p.flags.String("table", "", "the `TABLE`, or SCHEMA.TABLE; as the server stores it, and in double quotes if it contains a dot")
	column := p.flags.String("column", "id", "the `COLUMN` of the IDs")
	kind := p.flags.String("type", "", "the `TYPE` of the column: uuid, bytea, binary, bigint or text (the usual one of the format by default)")
	formatName := p.flags.String("format", "wiji", "the `NAME` of the format")
	everyName := p.flags.String("every", "month", "the `PERIOD` of a partition: "+strings.Join(periodNames(), ", "))
	from := p.flags.String("from", "now", "the `TIME` whose period is that of the first partition")
	ahead := p.flags.Int("ahead", 3, "how many periods to add after the present one, or after -from if that is later")
	retain := p.flags.Int("retain", 0, "keep `N` periods before the present one, and drop older partitions (0 keeps all)")
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	switch {
	case len(rest) > 0:
		return wrong("partition takes no arguments, and %q is one", rest[0])
	case *ahead < 0 || *ahead >= maxPartitions:
		return wrong("-ahead %d: use 0 to %d", *ahead, maxPartitions-1)
	case *retain < 0 || *retain >= maxPartitions:
		return wrong("-retain %d: use 1 to %d, or 0 to keep all partitions", *retain, maxPartitions-1)
	}
	plan := &partitioning{Server: *server, Column: *column}
	f, err := lookup(*formatName)
	if err != nil {
		return err
	}
	if plan.Type, err = lookupType(*server, *kind, f); err != nil {
		return err
	}
	if plan.Table, err = parseTable(*server, *table); err != nil {
		return err
	}
	if err := checkName(*server, "-column", *column); err != nil {
		return err
	}
	every, err := lookupPeriod(*everyName)
	if err != nil {
		return err
	}
	first, err := p.time(*from)
	if err != nil {
		return err
	}
	plan.Format, plan.Every, plan.TableName, plan.TypeName = f.name, every.name, plan.Table.String(), plan.Type.SQL()
	if err := plan.divide(f, window{every: every, from: first, now: p.now, ahead: *ahead, retain: *retain}); err != nil {
		return err
	}
	if err := plan.render(); err != nil {
		return err
	}
	if p.asJSON {
		return p.writeJSON(plan)
	}
	_, err = p.out.WriteString(plan.SQL)
	return err
}

// divide sets the partitions, and the bound of those to drop.
func (d *partitioning) divide(f *format, w window) error {
	starts, err := w.starts()
	if err != nil {
		return err
	}
	bounds := make([]bound, len(starts))
	for i, start := range starts {
		if bounds[i], err = d.bound(f, start); err != nil {
			return err
		}
	}
	for i, first := range bounds[:len(bounds)-1] {
		name := "p" + w.every.label(starts[i])
		if d.Server == postgres { // where it is a table of the schema
			name = d.Table.name + "_" + name
		}
		if err := checkName(d.Server, "-table "+d.Table.String()+": partition", name); err != nil {
			return err
		}
		d.Partitions = append(d.Partitions, partition{Name: name, First: first, End: bounds[i+1]})
	}
	if w.retain == 0 {
		return nil
	}
	before, err := d.bound(f, w.cutoff())
	d.DropBefore = &before
	return err
}

// bound returns the least ID of a time.
func (d *partitioning) bound(f *format, t time.Time) (bound, error) {
	v, err := f.minAt(t)
	if err != nil {
		return bound{}, err
	}
	b := bound{Time: written(t)}
	b.Value, b.Key, err = d.Type.write(v)
	return b, err
}
