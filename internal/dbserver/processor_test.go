package dbserver

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// files writes files below a directory and returns it.
func files(t *testing.T, content map[string]string) string {
	t.Helper()
	root := t.TempDir()
	for name, text := range content {
		name = filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

// The processor time of a container is that of its control group, in both versions.
func TestGroupTime(t *testing.T) {
	for name, c := range map[string]struct {
		files map[string]string
		want  time.Duration // 0 for an error
	}{
		"version 1": {map[string]string{
			"proc/7/cgroup": "4:memory:/docker/abc\n2:cpu,cpuacct:/docker/abc\n0::/docker/abc\n",
			"sys/fs/cgroup/cpu,cpuacct/docker/abc/cpuacct.usage": "1234567890\n",
			"sys/fs/cgroup/docker/abc/cpu.stat":                  "usage_usec 1\n",
		}, 1234567890},
		"version 2": {map[string]string{
			"proc/7/cgroup": "0::/system.slice/docker-abc.scope\n",
			"sys/fs/cgroup/system.slice/docker-abc.scope/cpu.stat": "usage_usec 2500000\nuser_usec 2000000\n",
		}, 2500 * time.Millisecond},
		"another machine's process": {map[string]string{"proc/7/cgroup": "0::/user.slice\n", "sys/fs/cgroup/user.slice/cpu.stat": "usage_usec 9\n"}, 0},
		"no process":                {nil, 0},
		"no counter":                {map[string]string{"proc/7/cgroup": "0::/docker/abc\n"}, 0},
		"another counter":           {map[string]string{"proc/7/cgroup": "0::/docker/abc\n", "sys/fs/cgroup/docker/abc/cpu.stat": "nr_periods 5\n"}, 0},
	} {
		got, err := groupTime(files(t, c.files), 7, "abc")
		if got != c.want || (err == nil) != (c.want > 0) {
			t.Errorf("%s: %v, %v, want %v", name, got, err, c.want)
		}
	}
}

// The processor time of a server is that of its first process, of its children, and of children
// that have ended.
func TestTreeTime(t *testing.T) {
	stat := func(name, parent, times string) string {
		return "1 (" + name + ") S " + parent + " 1 1 0 -1 4194560 1 2 3 4 " + times + " 20 0 1 0\n"
	}
	root := files(t, map[string]string{
		"proc/10/stat": stat("postgres", "1", "100 50 7 3"), "proc/11/stat": stat("postgres: a (b) c", "10", "20 5 0 0"),
		"proc/12/stat": stat("postgres", "10", "1 1 0 0"), "proc/13/stat": stat("other", "11", "1000 1 0 0"), "proc/14/stat": "cut", "proc/self/stat": stat("x", "10", "9 9 9 9"),
	})
	if got, err := treeTime(root, 10); err != nil || got != (160+25+2)*10*time.Millisecond {
		t.Errorf("%v, %v", got, err)
	}
	for _, pid := range []int{14, 99} {
		if got, err := treeTime(root, pid); err == nil {
			t.Errorf("process %d: %v", pid, got)
		}
	}
}

// A child that ends while the times are summed up is counted once.
func TestSumTimesWhileChildrenEnd(t *testing.T) {
	const parent, worked = 10, 3 * time.Second
	for ends := range 6 { // the child ends before so many reads
		reads := 0
		got, err := sumTimes(parent, func(pid int) (process, error) {
			ended := reads >= ends
			reads++
			switch {
			case pid == parent && ended:
				return process{own: time.Second, ended: worked}, nil
			case pid == parent:
				return process{own: time.Second}, nil
			case ended:
				return process{}, os.ErrNotExist
			}
			return process{parent: parent, own: worked}, nil
		}, func() ([]int, error) { return []int{parent, 11}, nil })
		if err != nil || got != time.Second+worked {
			t.Errorf("it ends before read %d: %v, %v", ends, got, err)
		}
	}
}

// A process of a container has another number there.
func TestSameNumber(t *testing.T) {
	root := files(t, map[string]string{"proc/10/status": "Name:\tpostgres\nNSpid:\t10\nNSpgid:\t1\n", "proc/11/status": "NSpid:\t11\t7\n", "proc/12/status": "Name:\tx\n"})
	for pid, want := range map[int]bool{10: true, 11: false, 12: false, 13: false} {
		if got := sameNumber(root, pid); got != want {
			t.Errorf("process %d: %v", pid, got)
		}
	}
}
