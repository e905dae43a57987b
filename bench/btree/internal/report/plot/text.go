package plot

import (
	"fmt"
	"html"
	"regexp"
	"strconv"
	"strings"

	xfont "golang.org/x/image/font"
	"gonum.org/v1/plot"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/text"
)

// texts matches a text of gonum's SVG, with its style and its words.
var texts = regexp.MustCompile(`<text ([^>]*?)\s+style="([^"]*)">([^<]*)</text>`)

// fontSize matches the size of a text's typeface.
var fontSize = regexp.MustCompile(`font-size:([0-9.]+)px`)

// withWidths gives each text the width for which gonum left room: that in Liberation Sans. A reader's typeface may be wider,
// and its texts would lie on the axes.
func withWidths(svg string) string {
	return texts.ReplaceAllStringFunc(svg, func(element string) string {
		m := texts.FindStringSubmatch(element)
		words := strings.TrimSpace(html.UnescapeString(m[3])) // SVG shows no spaces around a text
		if words == "" {
			return element
		}
		return fmt.Sprintf(`<text %s textLength="%.5g" lengthAdjust="spacingAndGlyphs" style="%s">%s</text>`, m[1], width(m[2], words), m[2], m[3])
	})
}

// width returns the width of words in points, in Liberation Sans of the weight and size of a style.
func width(style, words string) float64 {
	f := face(textSize)
	if m := fontSize.FindStringSubmatch(style); m != nil {
		if size, err := strconv.ParseFloat(m[1], 64); err == nil {
			f.Size = font.Length(size)
		}
	}
	if strings.Contains(style, "font-weight:bold") {
		f.Weight = xfont.WeightBold
	}
	return text.Style{Font: f, Handler: plot.DefaultTextHandler}.Width(words).Points()
}

// cut cleans a text and cuts it where it is wider than there is room.
func cut(style text.Style, s string, room font.Length) string {
	r := []rune(clean(s))
	for most := len(r); ; most-- {
		if short := fit(string(r), most); most <= 1 || style.Width(short) <= room {
			return short
		}
	}
}
