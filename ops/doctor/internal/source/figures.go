package source

import "math"

// Figures holds what is known of an index. A figure that the server does not show is missing,
// with the reason.
type Figures struct {
	// Entries is the number of rows in the index.
	Entries Figure `json:"entries"`
	// Bytes is the size of all its pages, and Leaves the number of its leaf pages.
	Bytes  Figure `json:"bytes"`
	Leaves Figure `json:"leaf_pages"`
	// Fill is how full the leaf pages are, in percent.
	Fill Figure `json:"leaf_fill"`
	// Method says where Leaves and Fill come from.
	Method string `json:"method,omitempty"`
}

// unknownFigures returns figures that are all missing for a reason.
func unknownFigures(why string) Figures {
	u := Unknown(why)
	return Figures{Entries: u, Bytes: u, Leaves: u, Fill: u}
}

// StandardErrors is the half of an interval. 1.96 would hold in 19 of 20 samples, but the figures
// of a database share few of them: one sample of widths goes into all changes of a table, and
// one that is off makes several of them wrong.
const StandardErrors = 2.58

// meanOf returns the mean of values with its interval.
func meanOf(values []float64) Figure {
	n := float64(len(values))
	if n == 0 {
		return Unknown("no value was sampled")
	}
	mean, e := total(values)/n, 0.0
	if n > 1 {
		e = StandardErrors * math.Sqrt(varianceOf(values)/(n-1))
	}
	return Figure{Value: mean, Low: mean - e, High: mean + e}
}

// varianceOf returns the variance of values, 0 of none.
func varianceOf(values []float64) float64 {
	n := max(1, float64(len(values)))
	mean, square := total(values)/n, 0.0
	for _, v := range values {
		square += (v - mean) * (v - mean)
	}
	return square / n
}

func total(list []float64) float64 {
	sum := 0.0
	for _, v := range list {
		sum += v
	}
	return sum
}

// times multiplies two figures; the relative errors add up as independent ones do.
func times(a, b Figure) Figure {
	switch {
	case !a.Known():
		return a
	case !b.Known():
		return b
	}
	v := a.Value * b.Value
	if v == 0 {
		return Exactly(0)
	}
	ea, eb := (a.High-a.Low)/2/a.Value, (b.High-b.Low)/2/b.Value
	e := math.Abs(v) * math.Sqrt(ea*ea+eb*eb)
	return Figure{Value: v, Low: v - e, High: v + e, Estimate: a.Estimate || b.Estimate}
}

// scaled multiplies a figure by a number.
func scaled(a Figure, n float64) Figure {
	if a.Known() {
		a.Value, a.Low, a.High = a.Value*n, a.Low*n, a.High*n
	}
	return a
}
