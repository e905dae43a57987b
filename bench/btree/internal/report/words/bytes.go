package words

import "strconv"

// Bytes writes a size in MiB and so on, with three digits at least.
func Bytes(v float64) string {
	const step = 1024
	unit := "B"
	for _, larger := range []string{"KiB", "MiB", "GiB", "TiB"} {
		if v < step {
			break
		}
		v, unit = v/step, larger
	}
	decimals := 0
	switch {
	case unit == "B":
	case v < 10:
		decimals = 2
	case v < 100:
		decimals = 1
	}
	return strconv.FormatFloat(v, 'f', decimals, 64) + " " + unit
}
