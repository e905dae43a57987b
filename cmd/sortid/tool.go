package main

import (
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
)

// tool is how a program reads migrations.
type tool struct {
	name   string
	files  func(version, name string, s step, server string) []toolFile
	finish func(*folder) error // runs after the last file; can be nil
}

// toolFile is a file for a tool.
type toolFile struct{ name, text string }

// The clients of servers and flyway read statements up to a delimiter on MySQL and MariaDB.
var tools = []tool{
	{"goose", func(version, name string, s step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".sql", "-- +goose Up\n" + annotated(s.up) + "\n-- +goose Down\n" + annotated(s.down)}}
	}, nil},
	{"golang-migrate", func(version, name string, s step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".up.sql", plain(s.up)}, {version + "_" + name + ".down.sql", plain(s.down)}}
	}, nil},
	{"atlas", func(version, name string, s step, server string) []toolFile {
		up := atlasDelimiter + joined(s.up, "\n-- end of statement\n")
		if server == mariadb {
			up = onlyMySQL.ReplaceAllString(up, "DO 0")
		}
		up = onlyMySQL.ReplaceAllString(up, "$1")
		return []toolFile{{version + "_" + name + ".sql", up}, {"down/" + version + "_" + name + ".sql", plain(s.down)}}
	}, atlasSum},
	{"dbmate", func(version, name string, s step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".sql", "-- migrate:up\n" + plain(s.up) + "\n-- migrate:down\n" + plain(s.down)}}
	}, nil},
	{"flyway", func(version, name string, s step, server string) []toolFile {
		return []toolFile{{"V" + version + "__" + name + ".sql", forClient(s.up, server)}, {"U" + version + "__" + name + ".sql", forClient(s.down, server)}}
	}, nil},
	{"psql", clientFiles, nil},
	{"mysql", clientFiles, nil},
	{"sqlite3", clientFiles, nil},
}

const atlasDelimiter = "-- atlas:delimiter -- end of statement\n\n"

// onlyMySQL matches a statement in a comment, which atlas takes for an empty statement.
var onlyMySQL = regexp.MustCompile(`/\*!80000 (.*?) \*/ /\*M! DO 0 \*/`)

func toolNames() (names []string) {
	for _, t := range tools {
		names = append(names, t.name)
	}
	return names
}

func clientFiles(version, name string, s step, server string) []toolFile {
	return []toolFile{{version + "_" + name + ".sql", forClient(s.up, server)}, {"down/" + version + "_" + name + ".sql", forClient(s.down, server)}}
}

// plain returns statements for a tool that sends the whole text to the server.
func plain(list []statement) string { return joined(list, ";\n") }

// joined returns statements with an end in place of their semicolons.
func joined(list []statement, end string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(strings.TrimSuffix(strings.TrimSpace(s.text), ";") + end + "\n")
	}
	return b.String()
}

// annotated returns statements as goose reads them.
func annotated(list []statement) string {
	return around(list, "-- +goose StatementBegin\n", "-- +goose StatementEnd\n")
}

// forClient returns statements for the client of a server.
func forClient(list []statement, server string) string {
	if server == postgres || server == sqlite {
		return plain(list)
	}
	return around(list, "DELIMITER //\n", "//\nDELIMITER ;\n")
}

func around(list []statement, begin, end string) string {
	var b strings.Builder
	for _, s := range list {
		if s.whole {
			b.WriteString(begin + s.text + end + "\n")
			continue
		}
		b.WriteString(s.text + "\n")
	}
	return b.String()
}

// atlasSum writes the file of sums that atlas checks: of each file with those before it, and of
// all lines.
func atlasSum(d *folder) error {
	names, err := fs.Glob(os.DirFS(d.path), "*.sql")
	if err != nil {
		return err
	}
	files, all, lines := sha256.New(), sha256.New(), ""
	for _, name := range names {
		data, err := os.ReadFile(filepath.Join(d.path, name))
		if err != nil {
			return err
		}
		files.Write([]byte(name))
		files.Write(data)
		sum := base64.StdEncoding.EncodeToString(files.Sum(nil))
		all.Write([]byte(name + sum))
		lines += name + " h1:" + sum + "\n"
	}
	text := "h1:" + base64.StdEncoding.EncodeToString(all.Sum(nil)) + "\n" + lines
	return os.WriteFile(filepath.Join(d.path, "atlas.sum"), []byte(text), 0o644)
}
