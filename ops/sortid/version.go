package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// built is what this program was built from.
type built struct {
	// Version is that of the module; the go command makes one from the commit for a program of a
	// clone, with +dirty if the clone had changes, or "(devel)" without a commit.
	Version  string `json:"version"`
	Go       string `json:"go"`
	Platform string `json:"platform"`
}

// version is the command version.
func (p *program) version(args []string) error {
	rest, err := p.parse(args)
	if err != nil {
		return err
	}
	if len(rest) > 0 {
		return usageError("version takes no argument, and has %q", rest[0])
	}
	b := built{Version: "(devel)", Go: runtime.Version(), Platform: runtime.GOOS + "/" + runtime.GOARCH}
	if info, ok := debug.ReadBuildInfo(); ok && info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	if p.asJSON {
		return p.writeJSON(b)
	}
	_, err = fmt.Fprintf(p.out, "sortid %s, %s, %s\n", b.Version, b.Go, b.Platform)
	return err
}
