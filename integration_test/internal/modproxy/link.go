package modproxy

import (
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
)

// Link makes the folder dir a module cache with links to what another one, such as the user's, has of other owners'
// repositories: to unzip them again takes most of the time of a go mod tidy. Modules of this repository are not among
// them, and those that come into dir are not in the other cache, where they would later hide the public ones of the
// same version. The script .ci/release does the same.
func Link(user, dir string) error {
	owner := path.Dir(RootPath)
	host := path.Dir(owner)
	const downloads = "cache/download"
	own := map[string]bool{"cache": true, host: true, owner: true, path.Join(downloads, host): true, path.Join(downloads, owner): true}
	for _, folder := range []string{"", host, downloads, path.Join(downloads, host)} {
		from, to := filepath.Join(user, filepath.FromSlash(folder)), filepath.Join(dir, filepath.FromSlash(folder))
		entries, err := os.ReadDir(from)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		if err := os.MkdirAll(to, 0o755); err != nil {
			return err
		}
		for _, e := range entries {
			if own[path.Join(folder, e.Name())] {
				continue
			}
			if err := os.Symlink(filepath.Join(from, e.Name()), filepath.Join(to, e.Name())); err != nil && !errors.Is(err, fs.ErrExist) {
				return err
			}
		}
	}
	return nil
}
