package matrix_test

import (
	"fmt"
	"maps"
	"testing"

	"github.com/sortid/sortid/id"
)

// TestShares: formats that share cells leave none to one of them alone, and each is tried on each server and through each
// layer; and each setting is tried by a format of bytes and by one of numbers on one of MySQL and MariaDB, and on each of
// them by one.
func TestShares(t *testing.T) {
	cells, byFormat := map[string]int{}, map[string]int{}
	count := func(name, layer string, s server) {
		cells[layer+" "+s.name]++
		byFormat[name+" "+layer]++
		byFormat[name+" "+s.name]++
	}
	shareOf(ulidFormat(), count)
	shareOf(uuidv7Format(), count)
	shareOf(googleFormat(), count)
	shareOf(oklogFormat(), count)
	if shareOf(wijiFormat(), count) != 9 {
		t.Error("wiji has not all cells")
	}
	for cell, n := range cells {
		if n < 3 {
			t.Errorf("%s has %d formats", cell, n)
		}
	}
	if len(cells) != 9 || len(byFormat) != 5*(3+4) {
		t.Errorf("%d cells and %d formats in layers and servers", len(cells), len(byFormat))
	}
	settings := map[string]int{}
	settingsOf(wijiFormat(), settings)
	settingsOf(uid11Format(), settings)
	want := map[string]int{
		"postgres prepared": 2, "postgres exec": 2, "postgres simple": 2, "postgres locale": 2, "sqlite prepared": 2, "sqlite direct": 2,
		"mysql prepared": 2, "mysql interpolated": 1, "mysql lax": 1, "mysql lax_interpolated": 1,
		"mariadb prepared": 2, "mariadb interpolated": 1, "mariadb lax": 1, "mariadb lax_interpolated": 1,
	}
	if !maps.Equal(settings, want) {
		t.Errorf("settings %v, want %v", settings, want)
	}
}

// shareOf counts the cells of a format.
func shareOf[T id.Fixed](f format[T], count func(name, layer string, s server)) (n int) {
	for _, l := range layers[T]() {
		for _, s := range l.servers {
			if f.has(l.name, s) {
				count(f.name, l.name, s)
				n++
			}
		}
	}
	return n
}

// settingsOf counts the settings of a format.
func settingsOf[T id.Fixed](f format[T], counts map[string]int) {
	for _, s := range everyServer {
		for i, in := range s.settings {
			if f.tries(i, s) {
				counts[fmt.Sprint(s.name, " ", in.name)]++
			}
		}
	}
}
