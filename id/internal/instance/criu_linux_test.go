//go:build !race

package instance_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"syscall"
	"testing"
	"time"
)

// TestCRIU dumps a process that has made IDs, restores it twice, and counts the IDs that both
// restored processes make. It needs root and a criu that knows the kernel.
func TestCRIU(t *testing.T) {
	if _, err := exec.LookPath("criu"); err != nil {
		t.Skip(err)
	}
	if out, err := exec.Command("criu", "check").CombinedOutput(); err != nil {
		t.Skipf("criu check: %v: %s", err, out)
	}
	dir := t.TempDir()
	dumped := startDumped(t, dir)
	pid := strconv.Itoa(dumped.Process.Pid)
	images := filepath.Join(dir, "images")
	if err := os.Mkdir(images, 0o700); err != nil {
		t.Fatal(err)
	}
	criu(t, "dump", "--tree", pid, "--images-dir", images)
	_ = dumped.Wait() // a dump kills the process

	var of [2][]made
	for i := range of {
		for begun := time.Now(); syscall.Kill(dumped.Process.Pid, 0) == nil && time.Since(begun) < time.Minute; {
			time.Sleep(time.Millisecond) // the copy before has the same number
		}
		criu(t, "restore", "--restore-detached", "--images-dir", images)
		name, out := filepath.Join(dir, "out"), filepath.Join(dir, "copy"+strconv.Itoa(i))
		if err := publish(name, []byte(out)); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(awaitFile(t, out), &of[i]); err != nil {
			t.Fatal(err)
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
	for i, k := range kinds() {
		r := count(k(), [][]byte{of[0][i].IDs, of[1][i].IDs})
		want := 2 * perCopy
		if r.Block {
			want = 0 // the block is empty in the copies
		}
		t.Logf("%-22s %4d IDs, %3d repeated", r.Kind, r.IDs, r.Repeated)
		if r.Repeated > r.Chance || r.IDs != want {
			t.Errorf("%s: %d IDs, %d repeated; want %d", r.Kind, r.IDs, r.Repeated, want)
		}
	}
}

// made is what a restored process made of one kind.
type made struct{ IDs []byte }

// startDumped starts a process that makes an ID of each kind and waits to be restored.
func startDumped(t *testing.T, dir string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^$")
	cmd.Env = append(os.Environ(), copyEnv+"=criu", restoredEnv+"="+dir, "GOMAXPROCS=1")
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true} // CRIU dumps a whole session
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill() }) // does nothing after Wait
	awaitFile(t, filepath.Join(dir, "ready"))
	return cmd
}

func criu(t *testing.T, args ...string) {
	t.Helper()
	if out, err := exec.Command("criu", args...).CombinedOutput(); err != nil {
		t.Fatalf("criu %v: %v: %s", args, err, out)
	}
}

// awaitFile returns the contents of a file that another process renames to name.
func awaitFile(t *testing.T, name string) []byte {
	t.Helper()
	for begun := time.Now(); time.Since(begun) < time.Minute; time.Sleep(10 * time.Millisecond) {
		if b, err := os.ReadFile(name); err == nil {
			return b
		}
	}
	t.Fatal(name + " is missing after a minute")
	return nil
}

const restoredEnv = "SORTID_TEST_RESTORED"

// restored is the life of the process that TestCRIU dumps. It looks for the name of a file now
// and then, and writes to it what it makes.
func restored(dir string) error {
	ks := make([]kind, 0, len(kinds()))
	for _, of := range kinds() {
		k := of()
		k.next()
		ks = append(ks, k)
	}
	if err := publish(filepath.Join(dir, "ready"), nil); err != nil {
		return err
	}
	for {
		time.Sleep(10 * time.Millisecond)
		out, err := os.ReadFile(filepath.Join(dir, "out"))
		if err != nil {
			continue
		}
		all := make([]made, len(ks))
		for i, k := range ks {
			all[i].IDs = draw(k, nil, time.Now())
		}
		text, err := json.Marshal(all)
		if err != nil {
			return err
		}
		return publish(string(out), text)
	}
}

// publish writes a file under another name first, so that readers see all of it.
func publish(name string, text []byte) error {
	if err := os.WriteFile(name+".part", text, 0o600); err != nil {
		return err
	}
	return os.Rename(name+".part", name)
}
