package main

import (
	"fmt"
	"strings"
)

// The servers of the command partition.
const (
	postgres = "postgres"
	mysql    = "mysql"
	mariadb  = "mariadb"
)

// unit is a kind of period: the interval of one in SQL is number times name.
type unit struct {
	name   string
	number int
}

var periods = map[string]unit{
	"hour": {"hour", 1}, "day": {"day", 1}, "week": {"day", 7}, "month": {"month", 1}, "quarter": {"month", 3}, "year": {"year", 1},
}

// schedule is a call of partition.
type schedule struct {
	server, format, every     string
	table                     tableName
	from                      string // in SQL; empty for the present period
	ahead, retain, quarantine int
	drop, clockIsRight        bool
}

// partition is the command partition.
func (p *program) partition(args []string) error {
	s := schedule{}
	p.flags.StringVar(&s.server, "server", "", "the `SERVER`: postgres, mysql or mariadb")
	table := p.flags.String("table", "", "the `TABLE`, or SCHEMA.TABLE; as the server stores it, and in double quotes if it contains a dot")
	p.flags.StringVar(&s.format, "format", "", "the `NAME` of the format of the IDs; required")
	p.flags.StringVar(&s.every, "every", "month", "the `PERIOD` of a partition: hour, day, week, month, quarter or year")
	from := p.flags.String("from", "", "the `TIME` whose period is that of the first partition, instead of the present one")
	p.flags.IntVar(&s.ahead, "ahead", 3, "how many periods to add after the present one, or after -from if that is later")
	p.flags.IntVar(&s.retain, "retain", 0, "list the partitions that are older than the `N` periods before the present one")
	p.flags.BoolVar(&s.drop, "drop", false, "drop what -retain lists")
	p.flags.IntVar(&s.quarantine, "quarantine", 0, "with -retain: detach partitions, and drop them after so many `DAYS`")
	p.flags.BoolVar(&s.clockIsRight, "clock-is-right", false, "with -retain: the server's clock is right, although the newest ID of the table is older than what is kept, or of the future")
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	_, known := periods[s.every]
	switch {
	case len(rest) > 0:
		return usageError("partition takes no arguments, and %q is one", rest[0])
	case p.asJSON:
		return usageError("-json: partition prints SQL only")
	case s.server != postgres && s.server != mysql && s.server != mariadb:
		return usageError("-server %q: use postgres, mysql or mariadb", s.server)
	case s.format == "":
		return usageError("-format: missing: use the format of the IDs in the table: %s", oneOf(partitioned()))
	case !known:
		return usageError("-every %q: use hour, day, week, month, quarter or year", s.every)
	case s.ahead < 0 || s.ahead > 1000:
		return usageError("-ahead %d: use 0 to 1000", s.ahead)
	case s.retain < 0 || s.retain > 8191:
		return usageError("-retain %d: use 1 to 8191", s.retain)
	case s.quarantine < 0 || s.quarantine > 36500:
		return usageError("-quarantine %d: use 1 to 36500 days, or 0 to drop at once", s.quarantine)
	case s.retain == 0 && (s.drop || s.quarantine > 0 || s.clockIsRight):
		return usageError("-drop, -quarantine and -clock-is-right: use -retain N to say what is old")
	}
	f, err := lookup(s.format)
	switch {
	case err != nil:
		return err
	case !f.Partitioned:
		return usageError("-format %s: there are no partitions for it: use %s", f.Name, oneOf(partitioned()))
	}
	s.format = f.Name
	if s.table, err = parseTable(s.server, *table); err != nil {
		return err
	}
	if *from != "" {
		at, err := p.time(*from)
		if err != nil {
			return err
		}
		if _, err := f.minAt(at); err != nil {
			return err
		}
		s.from = quoteText(at.UTC().Format("2006-01-02 15:04:05.000000"))
	}
	_, err = p.out.WriteString(s.SQL())
	return err
}

// partitioned returns the names of the formats that the procedures take.
func partitioned() (names []string) {
	for _, f := range formats {
		if f.Partitioned {
			names = append(names, f.Name)
		}
	}
	return names
}

// SQL returns calls of the procedures of the migrations.
func (s schedule) SQL() string {
	var b strings.Builder
	line := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	client, session, cutoff := "psql -v ON_ERROR_STOP=1", "SET standard_conforming_strings = on;", "now() - interval '%d %ss'"
	list, schema, table, from := "SELECT * FROM ", "", quoteText(s.table.SQL()), "timestamptz "+strings.TrimSuffix(s.from, "'")+"Z'"
	if s.server != postgres {
		client, session, cutoff = s.server, "SET NAMES utf8mb4;", "UTC_TIMESTAMP() - INTERVAL %d %s"
		list, table, from = "CALL ", literal(s.table.name), s.from
		if s.table.schema != "" {
			schema = quoteName(s.server, s.table.schema) + "."
		}
	}
	line("-- Partitions of %s, one for each %s (UTC), of IDs of %s. Run it with %s, after the", s.table, s.every, s.format, client)
	line("-- migrations of sortid. It adds what is missing, and can run again.")
	line("%s", session)
	target := fmt.Sprintf("(%s, '%s', ", table, s.format)
	if s.from == "" {
		line("CALL %ssortid_partitions_ensure%s'%s', %d);", schema, target, s.every, s.ahead)
	} else {
		line("CALL %ssortid_partitions_ensure_from%s'%s', %d, %s);", schema, target, s.every, s.ahead, from)
	}
	if s.retain == 0 {
		return b.String()
	}
	period := periods[s.every]
	target += fmt.Sprintf(cutoff, s.retain*period.number, period.name) + fmt.Sprintf(", %d, %t)", s.quarantine, s.clockIsRight)
	line("\n-- The partitions that -drop drops or detaches, and those that are detached. No row is dropped if one has a problem.")
	line("%s%ssortid_partitions_before%s;", list, schema, target)
	if !s.drop {
		return b.String()
	}
	if s.server == postgres {
		line("\n-- psql runs each statement of the result. CONCURRENTLY does not block the table, and works outside of transactions only.")
		line("-- Another job that drops partitions of the table waits, or leaves them to this one.")
		line("SELECT sortid_partitions_detach_before%s\n\\gexec", target)
	}
	line("CALL %ssortid_partitions_drop_before%s;", schema, target)
	return b.String()
}

// literal returns a name as a literal in SQL of MySQL and MariaDB, whatever a backslash means in the session.
func literal(name string) string {
	if strings.Contains(name, `\`) {
		return fmt.Sprintf("CONVERT(X'%X' USING utf8mb4)", name)
	}
	return quoteText(name)
}
