package dbserver

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"runtime"
	"time"
)

// process is a running program.
type process struct {
	cmd  *exec.Cmd
	done chan struct{} // closed when the program has ended
	err  error         // of Wait; read it after done
}

// spawn starts a command on a thread that lives as long as the command does: a system
// that ends a program with its parent does so with the parent's thread.
func spawn(cmd *exec.Cmd) (*process, error) {
	p := &process{cmd: cmd, done: make(chan struct{})}
	started := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		err := cmd.Start()
		started <- err
		if err == nil {
			p.err = cmd.Wait()
			close(p.done)
		}
	}()
	if err := <-started; err != nil {
		return nil, err
	}
	return p, nil
}

func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// alive returns nil while the program runs, and how it ended afterwards.
func (p *process) alive(context.Context) error {
	switch {
	case !p.ended():
		return nil
	case p.err == nil:
		return errors.New("it ended")
	}
	return fmt.Errorf("it ended: %w", p.err)
}

// How long a program may take to end.
const (
	quitTimeout = 10 * time.Second
	killTimeout = 10 * time.Second
)

// end ends the program and waits for it. If politely is set, it asks before it kills.
func (p *process) end(politely bool) error {
	if p.ended() {
		return nil // another process may have its number by now
	}
	if politely {
		killGroup(p.cmd.Process, true)
		if p.wait(quitTimeout) {
			return nil
		}
	}
	killGroup(p.cmd.Process, false)
	if !p.wait(killTimeout) {
		return &leftoverError{fmt.Errorf("process %d (%s) does not end: kill it by hand", p.cmd.Process.Pid, filepath.Base(p.cmd.Path))}
	}
	return nil
}

func (p *process) wait(d time.Duration) bool {
	select {
	case <-p.done:
		return true
	case <-time.After(d):
		return false
	}
}

// run runs a command and kills it if ctx ends first. Its error is a StartError with the
// command's output.
func run(ctx context.Context, cmd *exec.Cmd) error {
	var out bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &out
	// Wait must not wait for a child that keeps the output open.
	cmd.WaitDelay = time.Second
	p, err := spawn(cmd)
	if err != nil {
		return &StartError{Name: cmd.Path, Err: err}
	}
	select {
	case <-p.done:
		if p.err != nil {
			return &StartError{Name: cmd.Path, Err: p.err, Log: tail(out.String())}
		}
		return nil
	case <-ctx.Done():
		if err := p.end(false); err != nil {
			return err
		}
		return &StartError{Name: cmd.Path, Err: fmt.Errorf("it has not ended: %w", context.Cause(ctx)), Log: tail(out.String())}
	}
}
