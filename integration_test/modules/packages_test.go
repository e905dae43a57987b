package modules

import (
	"strings"
	"testing"
)

// importable returns the packages of the module in a folder of the repository that
// another module can import.
func importable(t *testing.T, r release, dir string) []string {
	t.Helper()
	libraries, _ := list(t, r, dir)
	return libraries
}

// programs returns the commands of the module in a folder of the repository.
func programs(t *testing.T, r release, dir string) []string {
	t.Helper()
	_, commands := list(t, r, dir)
	return commands
}

func list(t *testing.T, r release, dir string) (libraries, commands []string) {
	t.Helper()
	in := newProgram(t, r)
	in.dir = repository + "/" + dir
	for line := range strings.Lines(in.run(t, "list", "-mod=readonly", "-f", "{{.ImportPath}} {{.Name}}", "./...")) {
		path, name, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch {
		case strings.Contains(path+"/", "/internal/"):
		case name == "main":
			commands = append(commands, path)
		default:
			libraries = append(libraries, path)
		}
	}
	return libraries, commands
}
