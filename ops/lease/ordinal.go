package lease

import (
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
)

// Ordinal returns the number at the end of the host name of a pod of a Kubernetes
// StatefulSet, 0 to limit: that of "web-3" is 3. limit is the greatest number of the format,
// for example uid11.MaxMachine.
//
//	host, err := os.Hostname()
//	…
//	node, err := lease.Ordinal(host, uid11.MaxMachine)
//	…
//	ids := &uid11.Generator{Profile: uid11.Snowish, Machine: node}
//
// Kubernetes runs at most one pod of an ordinal, unless a pod is deleted by force or its
// node is unreachable and comes back. A number that comes from a host name has no record of
// the times that it was used with: if the pod starts again with a clock behind, IDs can
// repeat. Use [Acquire] if that must not happen. Two StatefulSets whose IDs must differ
// need [Acquire], too. The names of a Deployment's pods end with random characters.
//
// Any other name, and a number above limit, is a [*id.GenerateError] that matches
// [id.ErrConfig] or [id.ErrRange], beside a node that was never set.
func Ordinal(host string, limit int) (id.Node, error) {
	const what = "ordinal of a host name"
	shown := strconv.Quote(host[:min(len(host), 64)])
	at := strings.LastIndexByte(host, '-')
	digits := host[at+1:]
	if at < 1 || !isDecimal(digits) {
		return id.Node{}, fault(what, id.ErrConfig, shown+" is not a name, a hyphen and a number without leading zeros: "+
			"use it in a StatefulSet, or use Acquire", nil)
	}
	number, err := strconv.Atoi(digits)
	if err != nil || number > limit {
		return id.Node{}, fault(what, id.ErrRange, shown+" is above the greatest number, "+strconv.Itoa(limit)+": run fewer replicas", nil)
	}
	return id.NodeOf(number), nil
}

// isDecimal reports whether s is a decimal number without leading zeros.
func isDecimal(s string) bool {
	return s != "" && strings.Trim(s, "0123456789") == "" && (s[0] != '0' || s == "0")
}
