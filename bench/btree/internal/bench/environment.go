package bench

import (
	"bufio"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// environment describes the machine and the program. What cannot be found out is
// said to be unknown.
func environment() []engine.Setting {
	return []engine.Setting{
		{Name: "goos", Value: runtime.GOOS},
		{Name: "goarch", Value: runtime.GOARCH},
		{Name: "cpu", Value: processor()},
		{Name: "cpus", Value: strconv.Itoa(runtime.NumCPU())},
		{Name: "gomaxprocs", Value: strconv.Itoa(runtime.GOMAXPROCS(0))},
		{Name: "go", Value: runtime.Version()},
		{Name: "revision", Value: revision()},
	}
}

const unknown = "unknown"

// processor returns the processor's name where the system tells it in a file.
func processor() string {
	f, err := os.Open("/proc/cpuinfo")
	if err != nil {
		return unknown
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		name, value, ok := strings.Cut(s.Text(), ":")
		if ok && strings.TrimSpace(name) == "model name" {
			return strings.TrimSpace(value)
		}
	}
	return unknown
}

// revision returns the commit that the program was built from, if it carries one.
func revision() string {
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return unknown
	}
	rev, dirty := unknown, ""
	for _, s := range info.Settings {
		switch {
		case s.Key == "vcs.revision":
			rev = s.Value
		case s.Key == "vcs.modified" && s.Value == "true":
			dirty = " with changes"
		}
	}
	return rev + dirty
}
