package modules

import (
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// TestInstall installs every command of the repository with go install in an empty folder,
// and asks it for its help.
func TestInstall(t *testing.T) {
	r := publish(t)
	found := map[string]bool{}
	for _, m := range r.modules {
		if !m.Tagged() {
			continue
		}
		for _, command := range programs(t, m.Dir) {
			found[command] = true
			t.Run(path.Base(command), func(t *testing.T) {
				p := newProgram(t, r)
				bin := t.TempDir()
				p.env = append(p.env, "GOBIN="+bin, "GOFLAGS=-modcacherw -trimpath")
				// A range of versions: go install of one version stops at the root module, which has
				// no such package, if that version of it is in the module cache already.
				p.run(t, "install", command+"@>="+newer)
				checkHelp(t, bin)
			})
		}
	}
	if want := "github.com/sortid/sortid/bench/btree"; !found[want] {
		t.Errorf("no module has the command %s", want)
	}
}

// checkHelp runs the only command in a folder with -h.
func checkHelp(t *testing.T, bin string) {
	t.Helper()
	names, err := os.ReadDir(bin)
	if err != nil || len(names) != 1 {
		t.Fatalf("go install left %v, %v", names, err)
	}
	out, err := exec.Command(filepath.Join(bin, names[0].Name()), "-h").CombinedOutput()
	if err != nil {
		t.Errorf("-h: %v\n%s", err, out)
	}
	if !strings.Contains(string(out), names[0].Name()) {
		t.Errorf("the help does not name the command:\n%s", out)
	}
}
