package dbserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/moby/moby/api/types/container"
	"github.com/moby/moby/client"
)

// ProcessorTime returns the processor time that the server's processes have used since they
// started. It is known of a server in a container that Open started and of one on this machine; of
// any other, the error says why not.
func (s *Server) ProcessorTime(ctx context.Context) (time.Duration, error) {
	if s.processor == nil {
		return 0, errors.New("the server's processes are not known")
	}
	return s.processor(ctx)
}

// processorTime returns the processor time of the container: of its control group, or, if the
// Docker Engine is on another machine, of the engine's statistics, which take up to a second.
func (b *box) processorTime(ctx context.Context) (time.Duration, error) {
	info, err := b.Inspect(ctx)
	if err != nil {
		return 0, fmt.Errorf("the container cannot be inspected: %w", err)
	}
	if info.State != nil {
		if d, err := groupTime("/", info.State.Pid, b.ID); err == nil {
			return d, nil
		}
	}
	c, err := Docker(ctx)
	if err != nil {
		return 0, fmt.Errorf("%w: %w", ErrNoDocker, err)
	}
	defer c.Close()
	out, err := c.ContainerStats(ctx, b.ID, client.ContainerStatsOptions{})
	if err != nil {
		return 0, fmt.Errorf("the container's statistics cannot be read: %w", err)
	}
	defer out.Body.Close()
	var stats container.StatsResponse
	if err := json.NewDecoder(out.Body).Decode(&stats); err != nil {
		return 0, fmt.Errorf("the container's statistics cannot be read: %w", err)
	}
	return time.Duration(stats.CPUStats.CPUUsage.TotalUsage), nil
}

// groupTime returns the processor time of the control group of a process, by the files of Linux
// below root. The group's path must have the container's number: the process may be one of another
// machine, and this machine may have one of the same number.
func groupTime(root string, pid int, id string) (time.Duration, error) {
	text, err := os.ReadFile(filepath.Join(root, "proc", strconv.Itoa(pid), "cgroup"))
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		part := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(part) < 3 || !strings.Contains(part[2], id) {
			continue
		}
		groups := filepath.Join(root, "sys/fs/cgroup")
		switch {
		case slices.Contains(strings.Split(part[1], ","), "cpuacct"):
			return counter(filepath.Join(groups, part[1], part[2], "cpuacct.usage"), "", time.Nanosecond)
		case part[1] == "" && !strings.Contains(string(text), "cpuacct"):
			return counter(filepath.Join(groups, part[2], "cpu.stat"), "usage_usec", time.Microsecond)
		}
	}
	return 0, errors.New("the process is in no control group of the container")
}

// counter reads a number of a file: its first line, or the one that begins with a name.
func counter(file, name string, unit time.Duration) (time.Duration, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, err
	}
	for line := range strings.Lines(string(text)) {
		if digits, ok := strings.CutPrefix(strings.TrimSpace(line), name); ok {
			n, err := strconv.ParseInt(strings.TrimSpace(digits), 10, 64)
			return time.Duration(n) * unit, err
		}
	}
	return 0, fmt.Errorf("%s has no %s", file, name)
}

// localTime returns the processor time of a running server, if it is on this machine.
func (s *Server) localTime(ctx context.Context) (time.Duration, error) {
	find := s.mysqlProcess
	if s.Kind == Postgres {
		find = s.postmaster
	}
	pid, err := find(ctx)
	if err != nil {
		return 0, err
	}
	return treeTime("/", pid)
}

// postmaster returns the first process of PostgreSQL, the parent of the one that serves this
// connection. That has the database in its title, which no other process with its number has.
func (s *Server) postmaster(ctx context.Context) (int, error) {
	var pid int
	var database string
	if err := s.admin.QueryRowContext(ctx, "SELECT pg_backend_pid(), current_database()").Scan(&pid, &database); err != nil {
		return 0, err
	}
	title, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	if err != nil || !strings.HasPrefix(string(title), "postgres: ") || !strings.Contains(string(title), " "+database+" ") || !sameNumber("/", pid) {
		return 0, errElsewhere
	}
	p, err := processOf("/", pid)
	return p.parent, err
}

// sameNumber reports whether a process has its number in its own view, too. The number of a process
// in a container is another one there.
func sameNumber(root string, pid int) bool {
	text, err := os.ReadFile(filepath.Join(root, "proc", strconv.Itoa(pid), "status"))
	if err != nil {
		return false
	}
	for line := range strings.Lines(string(text)) {
		if numbers, ok := strings.CutPrefix(line, "NSpid:"); ok {
			return strings.TrimSpace(numbers) == strconv.Itoa(pid)
		}
	}
	return false
}

// errElsewhere is the error of a server whose processes cannot be seen.
var errElsewhere = errors.New("the server's processes are not those of this machine")

// mysqlProcess returns the process of MySQL or MariaDB, by its file.
func (s *Server) mysqlProcess(ctx context.Context) (int, error) {
	var host, file string
	if err := s.admin.QueryRowContext(ctx, "SELECT @@hostname, @@pid_file").Scan(&host, &file); err != nil {
		return 0, err
	}
	if here, err := os.Hostname(); err != nil || here != host {
		return 0, errElsewhere
	}
	text, err := os.ReadFile(file)
	if err != nil {
		return 0, fmt.Errorf("the server's pid_file cannot be read: %w", err)
	}
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil {
		return 0, fmt.Errorf("the server's pid_file has no number: %w", err)
	}
	name, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "comm"))
	if is := strings.TrimSpace(string(name)); err != nil || is != "mysqld" && is != "mariadbd" {
		return 0, errElsewhere
	}
	return pid, nil
}

// process is what Linux says of a process.
type process struct {
	parent int
	// own is its processor time, and ended that of its children that have ended.
	own, ended time.Duration
}

// treeTime returns the processor time of a process and of all children that it has had.
func treeTime(root string, pid int) (time.Duration, error) {
	return sumTimes(pid, func(pid int) (process, error) { return processOf(root, pid) }, func() ([]int, error) { return numbers(root) })
}

// sumTimes sums the times of a process and its children up. The time of a child that ends meanwhile
// becomes that of its parent and would be missed, so it looks again until none has ended.
func sumTimes(pid int, read func(int) (process, error), list func() ([]int, error)) (time.Duration, error) {
	const tries = 20
	first, err := read(pid)
	for range tries {
		if err != nil {
			return 0, err
		}
		all, err := list()
		if err != nil {
			return 0, err
		}
		sum := time.Duration(0)
		for _, n := range all {
			if p, err := read(n); err == nil && p.parent == pid { // others have ended since
				sum += p.own + p.ended
			}
		}
		again, err := read(pid)
		if err == nil && again.ended == first.ended {
			return sum + again.own + again.ended, nil
		}
		first = again
	}
	return 0, errors.Join(err, errors.New("the server's processes end too quickly to be counted"))
}

// numbers returns the numbers of all processes.
func numbers(root string) ([]int, error) {
	all, err := os.ReadDir(filepath.Join(root, "proc"))
	if err != nil {
		return nil, err
	}
	var list []int
	for _, e := range all {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			list = append(list, n)
		}
	}
	return list, nil
}

// clockTick is the unit of times in /proc. A trial may take a few of them only.
const clockTick = 10 * time.Millisecond

// processOf reads a process.
func processOf(root string, pid int) (process, error) {
	text, err := os.ReadFile(filepath.Join(root, "proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return process{}, err
	}
	// The name, in parentheses, may have spaces and parentheses itself.
	field := strings.Fields(string(text[strings.LastIndexByte(string(text), ')')+1:]))
	const parent, user, least = 1, 11, 15
	if len(field) < least {
		return process{}, fmt.Errorf("/proc/%d/stat has %d fields, not %d", pid, len(field), least)
	}
	var n [least]int64
	for _, i := range []int{parent, user, user + 1, user + 2, user + 3} {
		if n[i], err = strconv.ParseInt(field[i], 10, 64); err != nil {
			return process{}, fmt.Errorf("/proc/%d/stat: %w", pid, err)
		}
	}
	p := process{int(n[parent]), time.Duration(n[user]+n[user+1]) * clockTick, time.Duration(n[user+2]+n[user+3]) * clockTick}
	if own, ok := clockOf(pid); ok && root == "/" {
		p.own = own
	}
	return p, nil
}
