package modproxy

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
)

// hooked lists what a hook of git sets: it would name its repository instead of the folder's.
var hooked = []string{"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_OBJECT_DIRECTORY", "GIT_COMMON_DIR", "GIT_PREFIX"}

// Git runs git in dir and returns its output without the last line break.
func Git(dir string, args ...string) (string, error) { return command(dir, nil, "git", args...) }

func command(dir string, env []string, program string, args ...string) (string, error) {
	cmd := exec.Command(program, args...)
	cmd.Dir = dir
	cmd.Env = append(slices.DeleteFunc(os.Environ(), func(v string) bool {
		name, _, _ := strings.Cut(v, "=")
		return slices.Contains(hooked, name)
	}), env...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("%s %s: %w: %s%s", program, strings.Join(args, " "), err, strings.TrimSpace(stderr.String()), out)
	}
	return strings.TrimSuffix(string(out), "\n"), nil
}

// Commit makes a repository of dir, if it is none, and commits everything in it under a made-up author.
func Commit(dir, message string) error {
	for _, args := range [][]string{
		{"init", "-q", "-b", "main"}, {"add", "-A"},
		{"-c", "user.name=test", "-c", "user.email=test@example.com", "-c", "commit.gpgsign=false", "commit", "-q", "--no-verify", "-m", message},
	} {
		if _, err := Git(dir, args...); err != nil {
			return err
		}
	}
	return nil
}

// CopyTree copies the working tree of the repository root to the empty folder dst:
// what git tracks, and new files that it does not ignore.
func CopyTree(root, dst string) error {
	scratch, err := os.MkdirTemp("", "sortid-tree-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(scratch)
	objects, err := Git(root, "rev-parse", "--path-format=absolute", "--git-path", "objects")
	if err != nil {
		return err
	}
	// An index and objects of its own leave no trace in the repository.
	env := []string{"GIT_INDEX_FILE=" + filepath.Join(scratch, "index"), "GIT_OBJECT_DIRECTORY=" + scratch, "GIT_ALTERNATE_OBJECT_DIRECTORIES=" + objects}
	if _, err := command(root, env, "git", "add", "-A", ":/"); err != nil {
		return err
	}
	tree, err := command(root, env, "git", "write-tree")
	if err != nil {
		return err
	}
	return checkOut(root, env, tree, dst)
}

// CheckOut writes the tree of a revision of the repository root to the empty folder
// dst.
func CheckOut(root, revision, dst string) error { return checkOut(root, nil, revision, dst) }

func checkOut(root string, env []string, tree, dst string) error {
	if err := os.MkdirAll(dst, 0o755); err != nil {
		return err
	}
	archive := filepath.Join(dst, "archive.tar")
	top, err := Git(root, "rev-parse", "--show-toplevel") // in a folder below it, git archive takes that folder
	if err != nil {
		return err
	}
	if _, err := command(top, env, "git", "archive", "--format=tar", "-o", archive, tree); err != nil {
		return err
	}
	if _, err := command(dst, nil, "tar", "-xf", archive); err != nil {
		return err
	}
	return os.Remove(archive)
}
