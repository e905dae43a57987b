package main

import (
	"fmt"
	"strings"
	"time"
)

// every is a kind of period, in UTC.
type every struct {
	name  string
	start func(time.Time) time.Time      // of the period that contains a time
	add   func(time.Time, int) time.Time // periods to the start of one
	label func(time.Time) string         // of the period that starts at a time, for names
}

var periods = []every{
	{"hour", func(t time.Time) time.Time { return t.Truncate(time.Hour) },
		func(t time.Time, n int) time.Time { return t.Add(time.Duration(n) * time.Hour) },
		func(t time.Time) string { return t.Format("2006_01_02_15") }},
	{"day", midnight, days(1), func(t time.Time) string { return t.Format("2006_01_02") }},
	{"week", func(t time.Time) time.Time { return midnight(t).AddDate(0, 0, -(int(t.Weekday())+6)%7) }, days(7),
		func(t time.Time) string { y, w := t.ISOWeek(); return fmt.Sprintf("%04d_w%02d", y, w) }},
	{"month", func(t time.Time) time.Time { return months(t, 1) }, addMonths(1), func(t time.Time) string { return t.Format("2006_01") }},
	{"quarter", func(t time.Time) time.Time { return months(t, 3) }, addMonths(3),
		func(t time.Time) string { return fmt.Sprintf("%04d_q%d", t.Year(), (t.Month()+2)/3) }},
	{"year", func(t time.Time) time.Time { return months(t, 12) }, addMonths(12), func(t time.Time) string { return t.Format("2006") }},
}

func midnight(t time.Time) time.Time {
	y, m, d := t.Date()
	return time.Date(y, m, d, 0, 0, 0, 0, time.UTC)
}

// months returns the first day of the n months of a year, counted from January, that contain t.
func months(t time.Time, n int) time.Time {
	m := (int(t.Month())-1)/n*n + 1
	return time.Date(t.Year(), time.Month(m), 1, 0, 0, 0, 0, time.UTC)
}

func days(size int) func(time.Time, int) time.Time {
	return func(t time.Time, n int) time.Time { return t.AddDate(0, 0, n*size) }
}

func addMonths(size int) func(time.Time, int) time.Time {
	return func(t time.Time, n int) time.Time { return t.AddDate(0, n*size, 0) }
}

func periodNames() []string {
	names := make([]string, len(periods))
	for i, e := range periods {
		names[i] = e.name
	}
	return names
}

func lookupPeriod(name string) (every, error) {
	for _, e := range periods {
		if e.name == name {
			return e, nil
		}
	}
	return every{}, wrong("-every %q: use %s", name, strings.Join(periodNames(), ", "))
}

// window are the periods that have partitions: from a time on, up to ahead periods after the
// present one, without those that retain drops.
type window struct {
	every         every
	from, now     time.Time
	ahead, retain int
}

// cutoff is the start of the first period that is kept.
func (w window) cutoff() time.Time { return w.every.add(w.every.start(w.now.UTC()), -w.retain) }

// starts returns the starts of the periods and the end of the last one.
func (w window) starts() ([]time.Time, error) {
	start, last := w.every.start(w.from), w.every.start(w.now.UTC())
	if w.retain > 0 && start.Before(w.cutoff()) {
		start = w.cutoff()
	}
	if last.Before(start) {
		last = start
	}
	end := w.every.add(last, w.ahead+1)
	list := []time.Time{start}
	for start.Before(end) {
		if len(list) > maxPartitions {
			return nil, wrong("-every %s from %s: these are more than %d partitions: use a longer period, or a later -from", w.every.name, written(w.from), maxPartitions)
		}
		start = w.every.add(start, 1)
		list = append(list, start)
	}
	return list, nil
}
