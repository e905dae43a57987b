package report

import (
	"fmt"
	"io"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/report/plot"
	"github.com/sortid/sortid/bench/btree/internal/trial"
)

// picture is a figure with the name of its files.
type picture struct {
	name   string
	figure plot.Figure
}

// pictureOf puts a scene's panels into one figure. Its name is made of the section's
// and the scene's, so that figures of one result have different names.
func pictureOf(section string, p trial.Coordinates, title string, panels []plot.Panel) picture {
	most := 5
	if len(panels) > 0 && panels[0].Width() > plot.Small.Width {
		most = 3
	}
	rows := max(1, (len(panels)+most-1)/most)
	columns := (len(panels) + rows - 1) / rows // so that the last row is not left nearly empty
	return picture{
		name:   fileName(section, p.Engine, p.Layout),
		figure: plot.Figure{Title: title, Caption: p.Engine + ", " + p.Layout + ": " + conditions(p), Panels: panels, Columns: columns},
	}
}

// fileName joins words with hyphens, keeping letters and digits only.
func fileName(words ...string) string {
	var parts []string
	for _, w := range words {
		w = strings.Map(func(r rune) rune {
			if r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-' {
				return r
			}
			return -1
		}, strings.ToLower(w))
		if w != "" {
			parts = append(parts, w)
		}
	}
	return strings.Join(parts, "-")
}

// pictureName matches the names of files that pictures are written to.
var pictureName = regexp.MustCompile(`^(order|fill|cost|windows|growth|pool|latency|scenario)-[a-z0-9-]+\.(svg|png)$`)

// Pictures writes the report's pictures into a directory, each as SVG and as PNG on
// white, and returns the files' names. It writes over files of the same names. A file
// appears whole or not at all. Beside an error, which is that of the first one that could
// not be written, it returns those that are there.
func Pictures(dir string, r trial.Result) ([]string, error) {
	var names []string
	var first error
	failed := 0
	taken := make(map[string]int)
	for _, s := range newPageData(r).sections() {
		for _, p := range s.pictures {
			name := p.name
			if taken[p.name]++; taken[p.name] > 1 {
				name = fmt.Sprintf("%s-%d", p.name, taken[p.name])
			}
			for _, form := range []struct {
				ending string
				write  func(io.Writer) error
			}{{".svg", p.figure.WriteSVG}, {".png", p.figure.WritePNG}} {
				path := filepath.Join(dir, name+form.ending)
				if err := writeFile(path, form.write); err != nil {
					if failed++; failed == 1 {
						first = fmt.Errorf("%s could not be written: %w", path, err)
					}
					continue
				}
				names = append(names, path)
			}
		}
	}
	if failed > 1 {
		return names, fmt.Errorf("%w (nor %s)", first, count(failed-1, "more picture"))
	}
	return names, first
}
