package modproxy

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// Git runs git in dir and returns its output without the last line break.
func Git(dir string, args ...string) (string, error) {
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	// A hook of git sets these, and they would name its repository instead of dir's.
	for _, v := range os.Environ() {
		name, _, _ := strings.Cut(v, "=")
		switch name {
		case "GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX":
		default:
			cmd.Env = append(cmd.Env, v)
		}
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("git %s: %w: %s", strings.Join(args, " "), err, strings.TrimSpace(stderr.String()))
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// Commit commits everything in the repository dir under a made-up author, for
// repositories that nobody keeps.
func Commit(dir, message string) error {
	if _, err := Git(dir, "add", "-A"); err != nil {
		return err
	}
	_, err := Git(dir, "-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false",
		"commit", "-q", "--no-verify", "-m", message)
	return err
}

// CopyTree copies the working tree of the repository root to the empty folder dst:
// what git tracks, and new files that it does not ignore.
func CopyTree(root, dst string) error {
	list, err := Git(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimSuffix(list, "\x00"), "\x00") {
		if err := copyFile(filepath.Join(dst, name), filepath.Join(root, name)); err != nil {
			return err
		}
	}
	return nil
}

func copyFile(dst, src string) error {
	info, err := os.Lstat(src)
	if os.IsNotExist(err) {
		return nil // tracked, and deleted from the working tree
	}
	if err != nil {
		return err
	}
	if err := os.MkdirAll(filepath.Dir(dst), 0o755); err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return nil // a module has regular files only
	}
	data, err := os.ReadFile(src)
	if err != nil {
		return err
	}
	return os.WriteFile(dst, data, info.Mode().Perm())
}

// CheckOut writes the tree of a revision of the repository root to the empty folder
// dst.
func CheckOut(root, revision, dst string) error {
	if err := os.MkdirAll(dst, 0o755); err != nil {
		return err
	}
	archive := filepath.Join(dst, "archive.tar")
	if _, err := Git(root, "archive", "--format=tar", "-o", archive, revision); err != nil {
		return err
	}
	if out, err := exec.Command("tar", "-xf", archive, "-C", dst).CombinedOutput(); err != nil {
		return fmt.Errorf("tar: %w: %s", err, out)
	}
	return os.Remove(archive)
}
