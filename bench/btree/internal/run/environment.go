package run

import (
	"bufio"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// environment describes the machine and the program. A value that is not available is
// "unknown".
func environment() []engine.Setting {
	return []engine.Setting{
		{Name: "goos", Value: runtime.GOOS},
		{Name: "goarch", Value: runtime.GOARCH},
		{Name: "cpu", Value: processor()},
		{Name: "cpus", Value: strconv.Itoa(runtime.NumCPU())},
		{Name: "memory", Value: memory()},
		{Name: "kernel", Value: kernel()},
		{Name: "gomaxprocs", Value: strconv.Itoa(runtime.GOMAXPROCS(0))},
		{Name: "go", Value: runtime.Version()},
		{Name: "revision", Value: revision()},
	}
}

const unknown = "unknown"

// processor returns the processor's name where the system tells it in a file.
func processor() string { return field("/proc/cpuinfo", "model name") }

// memory returns the machine's memory where the system tells it in a file.
func memory() string { return field("/proc/meminfo", "MemTotal") }

// kernel returns the version of the system's kernel where it tells it in a file.
func kernel() string {
	b, err := os.ReadFile("/proc/sys/kernel/osrelease")
	if err != nil {
		return unknown
	}
	return strings.TrimSpace(string(b))
}

// field returns the first value of that name in a file of lines such as name: value.
func field(file, wanted string) string {
	f, err := os.Open(file)
	if err != nil {
		return unknown
	}
	defer f.Close()
	for s := bufio.NewScanner(f); s.Scan(); {
		name, value, ok := strings.Cut(s.Text(), ":")
		if ok && strings.TrimSpace(name) == wanted {
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
