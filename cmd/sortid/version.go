package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
)

// built is what this program was built from.
type built struct {
	Version  string `json:"version"` // of the module; "(devel)" for a program of a clone without a commit
	Revision string `json:"revision,omitempty"`
	Modified bool   `json:"modified,omitempty"` // the clone had changes
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
	if info, ok := debug.ReadBuildInfo(); ok {
		b.readBuildInfo(info)
	}
	if p.asJSON {
		return p.writeJSON(b)
	}
	_, err = fmt.Fprintln(p.out, b)
	return err
}

// readBuildInfo sets what the go command has written into the program.
func (b *built) readBuildInfo(info *debug.BuildInfo) {
	if info.Main.Version != "" {
		b.Version = info.Main.Version
	}
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			b.Revision = s.Value
		case "vcs.modified":
			b.Modified = s.Value == "true"
		}
	}
}

func (b built) String() string {
	s := fmt.Sprintf("sortid %s, %s, %s", b.Version, b.Go, b.Platform)
	if b.Revision != "" {
		s += ", commit " + b.Revision
	}
	if b.Modified {
		s += " with changes"
	}
	return s
}
