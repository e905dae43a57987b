package scalar

import (
	"database/sql/driver"
	"fmt"
	"strconv"
	"strings"
	"time"
)

// timeLayout has one width, so that the texts sort as the times do.
const timeLayout = "2006-01-02T15:04:05.000000Z"

// writeTime gives the text of a time in UTC. The function fields shows those that
// have none.
func writeTime(library, fields string, t time.Time) (driver.Value, error) {
	if t.Year() > 9999 {
		return nil, fmt.Errorf("%s: the year %d has no text of a time: take the milliseconds from %s", library, t.Year(), fields)
	}
	return t.UTC().Format(timeLayout), nil
}

// zoned and zoneless are the layouts of the texts that SQLite knows; Go reads a
// fraction of a second where the layout has none.
var (
	zoned    = []string{"2006-01-02T15:04:05Z07:00", "2006-01-02T15:04Z07:00"}
	zoneless = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "2006-01-02"}
	// A time.Time as its method String shows it, which is how some drivers bind it.
	goLayout = "2006-01-02T15:04:05 -0700 MST"
)

// readTime reads a text of a time; one without a zone is in UTC, as in SQLite.
func readTime(library string, v driver.Value) (time.Time, error) {
	text, ok := v.(string)
	if !ok {
		return time.Time{}, typeError(library, v, "a text of a time, such as 2026-01-31 12:00:00.000,")
	}
	if t, ok := parseTime(text); ok {
		return t, nil
	}
	return time.Time{}, fmt.Errorf("%s: %s is not a time: write it as 2026-01-31 12:00:00.000, in UTC or with a zone such as +01:00", library, literal(v))
}

func parseTime(text string) (time.Time, bool) {
	if strings.Contains(text, ",") {
		return time.Time{}, false // Go takes it for a decimal point
	}
	if len(text) > len("2006-01-02") && text[10] == ' ' {
		text = text[:10] + "T" + text[11:]
	}
	for _, layout := range zoned {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	for _, layout := range zoneless {
		if t, err := time.Parse(layout, text); err == nil {
			return t, true
		}
	}
	text, monotonic, found := strings.Cut(text, " m=") // the monotonic clock, in seconds
	if _, err := strconv.ParseFloat(monotonic, 64); found && err != nil {
		return time.Time{}, false
	}
	t, err := time.Parse(goLayout, text)
	return t, err == nil
}
