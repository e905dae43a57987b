package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"
)

// input is a text that is given as an ID.
type input struct {
	text string
	size int // in bytes; of a line that is too long, text is only the beginning
	line int // of the standard input; 0 for an argument
}

// maxLine is the length in bytes from which a line is too long to be read as a whole. The
// longest text of an ID has 96 bytes.
const maxLine = 64 << 10

// maxShown is how many bytes of a text an error shows.
const maxShown = 80

// errRefused is the error of a command that has reported each input that it refused.
var errRefused = errors.New("an input is refused")

// each calls handle for each argument or else for each line of the standard input that is
// not empty, and reports the errors of handle as they occur. Before it waits for a line,
// the results of those before it are written.
func (p *program) each(args []string, handle func(input) error) error {
	var refused error
	report := func(in input) error {
		err := handle(in)
		if err == nil {
			return nil
		}
		refused = errRefused
		if in.line > 0 {
			err = fmt.Errorf("line %d: %w", in.line, err)
		}
		if flushed := p.out.Flush(); flushed != nil {
			return flushed
		}
		fmt.Fprintln(p.err, "sortid:", err)
		return nil
	}
	for _, s := range args {
		if err := report(input{text: s, size: len(s)}); err != nil {
			return err
		}
	}
	if len(args) == 0 {
		if err := p.eachLine(report); err != nil {
			return err
		}
	}
	return refused
}

// eachLine calls handle for each line of the standard input that is not empty.
func (p *program) eachLine(handle func(input) error) error {
	lines := bufio.NewReaderSize(flushingReader{p}, maxLine)
	found := false
	for n := 1; ; n++ {
		in, err := readLine(lines)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("standard input: line %d: %w", n, err)
		}
		if in.line = n; in.size > 0 {
			found = true
			if err := handle(in); err != nil {
				return err
			}
		}
		switch {
		case err == nil:
		case !found:
			return usageError("no ID is given, and the standard input has none")
		default:
			return nil
		}
	}
}

// readLine reads a line, and drops all but the beginning of one that is too long.
func readLine(lines *bufio.Reader) (input, error) {
	line, err := lines.ReadSlice('\n')
	if !errors.Is(err, bufio.ErrBufferFull) {
		text := strings.TrimSpace(string(line))
		return input{text: text, size: len(text)}, err
	}
	in := input{text: string(line[:maxShown]), size: len(line)}
	for errors.Is(err, bufio.ErrBufferFull) {
		line, err = lines.ReadSlice('\n')
		in.size += len(bytes.TrimRight(line, "\r\n"))
	}
	return in, err
}

// flushingReader is the standard input of a program whose output is written whenever the
// input has to be waited for.
type flushingReader struct{ p *program }

func (r flushingReader) Read(b []byte) (int, error) {
	if err := r.p.out.Flush(); err != nil {
		return 0, err
	}
	return r.p.in.Read(b)
}
