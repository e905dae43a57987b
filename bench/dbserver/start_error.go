package dbserver

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
)

// StartError says that a server was there to be started and did not come to
// answer.
type StartError struct {
	// What names the container or the program.
	What string
	// Err is the reason as far as it is known.
	Err error
	// Log is the end of what the server wrote, without its last newline; it may
	// be empty.
	Log string
}

// Error gives the reason in its first line and the end of the log after it.
func (e *StartError) Error() string {
	s := fmt.Sprintf("%s does not start: %v", e.What, e.Err)
	if e.Log == "" {
		return s
	}
	return s + "\nthe end of its log:\n\t" + strings.ReplaceAll(e.Log, "\n", "\n\t")
}

// Unwrap returns the reason.
func (e *StartError) Unwrap() error {
	return e.Err
}

// A leftoverError says that something could not be removed. It must reach the user
// even where another error is the news.
type leftoverError struct {
	err error
}

func (e *leftoverError) Error() string { return e.err.Error() }
func (e *leftoverError) Unwrap() error { return e.err }

// cleanupError returns the part of err that tells of leftovers, or nil.
func cleanupError(err error) error {
	if l, ok := errors.AsType[*leftoverError](err); ok {
		return l
	}
	return nil
}

// The end of a log is what fits on a screen.
const (
	tailLines = 25
	tailBytes = 8 << 10
)

// tail returns the last lines of a log.
func tail(log string) string {
	if len(log) > tailBytes {
		log = log[len(log)-tailBytes:]
	}
	lines := strings.Split(strings.TrimRight(log, "\r\n"), "\n")
	if len(lines) > tailLines {
		lines = lines[len(lines)-tailLines:]
	}
	return strings.Join(lines, "\n")
}

// tailFile returns the last lines of a log file, or nothing if it cannot be read:
// the log only explains another error.
func tailFile(path string) string {
	f, err := os.Open(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	if size, err := f.Seek(0, io.SeekEnd); err == nil {
		_, _ = f.Seek(max(0, size-tailBytes), io.SeekStart)
	}
	b, _ := io.ReadAll(io.LimitReader(f, tailBytes))
	return tail(string(b))
}
