package migrations

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// stepFS is a file system of files at its root.
type stepFS []stepFile

// Open opens a file or the root.
func (f stepFS) Open(name string) (fs.File, error) {
	if name == "." {
		entries, _ := f.ReadDir(name)
		return &openDir{left: entries}, nil
	}
	i := slices.IndexFunc(f, func(file stepFile) bool { return file.name == name })
	switch {
	case !fs.ValidPath(name):
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	case i < 0:
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	return &openFile{strings.NewReader(f[i].text), f[i]}, nil
}

// ReadDir lists the root.
func (f stepFS) ReadDir(name string) ([]fs.DirEntry, error) {
	if name != "." {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: errors.New("not a directory")}
	}
	entries := make([]fs.DirEntry, len(f))
	for i, file := range f {
		entries[i] = fs.FileInfoToDirEntry(file)
	}
	return entries, nil
}

// stepFile is a file and its fs.FileInfo.
type stepFile struct{ name, text string }

func (f stepFile) Name() string       { return f.name }
func (f stepFile) Size() int64        { return int64(len(f.text)) }
func (f stepFile) Mode() fs.FileMode  { return 0o444 }
func (f stepFile) ModTime() time.Time { return time.Time{} }
func (f stepFile) IsDir() bool        { return false }
func (f stepFile) Sys() any           { return nil }

// openFile is a file that somebody reads.
type openFile struct {
	io.Reader
	info stepFile
}

func (f *openFile) Stat() (fs.FileInfo, error) { return f.info, nil }
func (f *openFile) Close() error               { return nil }

// rootInfo is the fs.FileInfo of the root.
type rootInfo struct{ stepFile }

func (rootInfo) Mode() fs.FileMode { return fs.ModeDir | 0o555 }
func (rootInfo) IsDir() bool       { return true }

// openDir is the root, whose entries somebody reads.
type openDir struct{ left []fs.DirEntry }

func (d *openDir) Stat() (fs.FileInfo, error) { return rootInfo{stepFile{name: "."}}, nil }
func (d *openDir) Close() error               { return nil }
func (d *openDir) Read([]byte) (int, error) {
	return 0, &fs.PathError{Op: "read", Path: ".", Err: errors.New("is a directory")}
}

// ReadDir returns the next n entries, or all if n is not positive.
func (d *openDir) ReadDir(n int) ([]fs.DirEntry, error) {
	if n <= 0 || n > len(d.left) {
		if n > 0 && len(d.left) == 0 {
			return nil, io.EOF
		}
		n = len(d.left)
	}
	next := d.left[:n]
	d.left = d.left[n:]
	return next, nil
}
