package modules

import (
	"strings"
	"testing"
)

// importable returns the packages of the module in a folder of the repository that
// another module can import.
func importable(t *testing.T, dir string) []string {
	t.Helper()
	libraries, _ := list(t, dir)
	return libraries
}

// programs returns the commands of the module in a folder of the repository.
func programs(t *testing.T, dir string) []string {
	t.Helper()
	_, commands := list(t, dir)
	return commands
}

func list(t *testing.T, dir string) (libraries, commands []string) {
	t.Helper()
	in := program{dir: repository + "/" + dir}
	for line := range strings.Lines(in.run(t, "list", "-f", "{{.ImportPath}} {{.Name}}", "./...")) {
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
