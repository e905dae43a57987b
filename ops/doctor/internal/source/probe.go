package source

import (
	"context"
	"database/sql"
	"encoding/hex"
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"strings"

	"github.com/sortid/sortid/internal/english"
	"github.com/sortid/sortid/ops/doctor/internal/idkind"
)

// A sample by key starts at probes between the least and the greatest key and takes the
// rows that follow each.
const (
	probes     = 100
	probedRows = 15 // after a probe
)

// runs reads the ends of runs of n keys that begin at the starts.
func (s *session) runs(ctx context.Context, key, table string, starts []string, n int, value func(any) any) []idkind.Run {
	arm := fmt.Sprintf("SELECT COUNT(*), MIN(k), MAX(k) FROM (SELECT %s AS k FROM %s WHERE %s >= %%s ORDER BY %s LIMIT %d) AS s", key, table, key, key, n)
	shown := fmt.Sprintf(arm, "…") + " UNION ALL …  -- " + english.Count(probes, "place")
	if len(starts) == 0 && !s.dry {
		return nil
	}
	arms := make([]string, len(starts))
	for i, v := range starts {
		arms[i] = fmt.Sprintf(arm, v)
	}
	var list []idkind.Run
	err := s.data(ctx, strings.Join(arms, " UNION ALL "), shown, func(rows *sql.Rows) error {
		var count int
		var least, greatest any
		err := rows.Scan(&count, &least, &greatest)
		list = append(list, idkind.Run{N: count, Least: value(least), Greatest: value(greatest)})
		return err
	})
	if err != nil {
		return nil // the server's own number of rows is good enough
	}
	return list
}

// between returns n literals of SQL for keys that are spread evenly from least to
// greatest: integers, bytes or texts. It returns nil for other types, and for two types.
func between(least, greatest any, n int) []string {
	if low, ok := least.(int64); ok && low >= 0 {
		if _, ok := greatest.(uint64); ok { // beyond 2^63
			least = uint64(low)
		}
	}
	rng := rand.New(rand.NewPCG(1, 1)) // the same places each time
	share := func(i int) float64 {
		if i == 0 {
			return 0
		}
		return (float64(i) + rng.Float64()) / float64(n)
	}
	var list []string
	for i := range n {
		switch low := least.(type) {
		case int64:
			high, ok := greatest.(int64)
			if !ok {
				return nil
			}
			v := float64(low) + share(i)*(float64(high)-float64(low))
			list = append(list, fmt.Sprintf("%d", int64(min(v, math.MaxInt64-1024))))
		case uint64:
			high, ok := greatest.(uint64)
			if !ok {
				return nil
			}
			v := float64(low) + share(i)*float64(high-low)
			list = append(list, fmt.Sprintf("%d", uint64(min(v, math.MaxUint64-2048))))
		case []byte:
			high, ok := greatest.([]byte)
			if !ok || len(low) == 0 {
				return nil
			}
			list = append(list, "X'"+hex.EncodeToString(bytesBetween(low, high, share(i)))+"'")
		case string:
			high, ok := greatest.(string)
			if !ok {
				return nil
			}
			list = append(list, "'"+textBetween(low, high, share(i))+"'")
		default:
			return nil
		}
	}
	return list
}

// isText reports whether bytes are the characters of a text: of so many that they are no random bytes.
func isText(b []byte) bool {
	const least = 12
	text := textOf(b)
	return len(text) >= least && !strings.ContainsFunc(text, func(c rune) bool { return c < ' ' || c > '~' })
}

// textOf returns bytes as a text, without those that pad them.
func textOf(b []byte) string { return strings.TrimRight(string(b), "\x00") }

// bytesBetween returns the bytes at a place between low and high, 0 to 1, as numbers of
// the same length. Between those of texts it is a text: most bytes between two characters are none.
func bytesBetween(low, high []byte, share float64) []byte {
	if isText(low) && isText(high) {
		return []byte(textBetween(textOf(low), textOf(high), share))
	}
	size := max(len(low), len(high))
	a, b := paddedInt(low, size), paddedInt(high, size)
	const steps = 1 << 30
	d := b.Sub(b, a)
	d.Mul(d, big.NewInt(int64(share*steps)))
	d.Quo(d, big.NewInt(steps))
	if a.Add(a, d); a.Sign() < 0 {
		a.SetInt64(0) // they were not in the order of the bytes
	}
	return a.FillBytes(make([]byte, size))
}

func paddedInt(b []byte, size int) *big.Int {
	padded := make([]byte, size)
	copy(padded, b)
	return new(big.Int).SetBytes(padded)
}

// textBetween returns a text at a place between low and high, 0 to 1. It has the
// characters of the digits and letters that occur in them; all others end it.
func textBetween(low, high string, share float64) string {
	const places = 16 // of the text that differ
	common := 0
	for common < min(len(low), len(high)) && low[common] == high[common] {
		common++
	}
	alphabet := alphabetOf(low[common:] + high[common:]) // a prefix may have letters before digits
	a, b := fraction(low[common:], alphabet, places), fraction(high[common:], alphabet, places)
	v := a + share*(b-a)
	text := []byte(strings.Map(printable, low[:common]))
	for range places {
		v *= float64(len(alphabet))
		digit := min(int(v), len(alphabet)-1)
		v -= float64(digit)
		text = append(text, alphabet[digit])
		if n := len(text); n < len(low) && low[n] == '-' {
			text = append(text, '-')
		}
	}
	return string(text[:min(len(text), max(len(low), 1))])
}

// printable removes what needs an escape in a literal.
func printable(r rune) rune {
	if r < ' ' || r > '~' || r == '\'' || r == '\\' || r == '"' {
		return -1
	}
	return r
}

// fraction reads a text as the places of a number from 0 to 1.
func fraction(s, alphabet string, places int) float64 {
	v, unit := 0.0, 1.0
	for i := 0; i < len(s) && places > 0; i++ {
		if s[i] == '-' {
			continue
		}
		unit /= float64(len(alphabet))
		v += unit * float64(max(0, strings.IndexByte(alphabet, s[i])))
		places--
	}
	return v
}

// alphabetOf returns the digits and letters among which those of a text are.
func alphabetOf(s string) string {
	alphabet := "0123456789"
	if strings.Trim(s, "0123456789abcdefABCDEF-") == "" {
		if strings.ContainsAny(s, "ABCDEF") {
			alphabet += "ABCDEF"
		}
		if strings.ContainsAny(s, "abcdef") {
			alphabet += "abcdef"
		}
		return alphabet
	}
	if strings.ToLower(s) != s {
		alphabet += "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
	}
	if strings.ToUpper(s) != s {
		alphabet += "abcdefghijklmnopqrstuvwxyz"
	}
	return alphabet
}
