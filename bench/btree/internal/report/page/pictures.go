package page

import (
	"regexp"
	"slices"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// Picture is a figure for a file.
type Picture struct {
	// Name is the name of the file without its extension. Two pictures of a result may
	// have the same name.
	Name   string
	Figure plot.Figure
}

// Pictures returns the pictures of the page, in their order.
func (p *Page) Pictures() []Picture {
	var list []Picture
	for _, s := range p.Sections {
		list = append(list, s.pictures...)
	}
	return list
}

// IsPicture reports whether a file has the name of a picture, with its extension.
func IsPicture(name string) bool { return pictureName.MatchString(name) }

// Earlier versions drew the pool as well.
var pictureName = regexp.MustCompile(`^(answer|switch|order|pool)-[a-z0-9-]+\.svg$`)

// pictureOf puts the panels of a block into one figure.
func pictureOf(kind string, at trial.Coordinates, title string, b block) Picture {
	most := 5
	panels := slices.Concat(b.panels, b.others)
	if len(panels) > 0 && panels[0].Width() > plot.Small.Width {
		most = 3
	}
	rows := max(1, (len(panels)+most-1)/most)
	columns := (len(panels) + rows - 1) / rows // so that the last row is not nearly empty
	f := plot.Figure{Title: title, Caption: at.Engine + ", " + at.Layout, Panels: panels, Columns: columns}
	for _, l := range b.Legend {
		f.Legend = append(f.Legend, l.series)
	}
	return Picture{Name: fileName(kind, at.Engine, at.Layout), Figure: f}
}

// fileName joins names by hyphens and keeps only letters, digits and hyphens.
func fileName(names ...string) string {
	var parts []string
	for _, n := range names {
		n = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
				return r
			}
			return -1
		}, strings.ToLower(n))
		if n != "" {
			parts = append(parts, n)
		}
	}
	return strings.Join(parts, "-")
}
