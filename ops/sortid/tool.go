package main

import (
	"crypto/sha256"
	"encoding/base64"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/sortid/sortid/migrations"
)

// tool is how a program reads migrations.
type tool struct {
	name   string
	files  func(version, name string, s migrations.Step, server string) []toolFile
	finish func(*folder) error // runs after the last file; can be nil
}

// toolFile is a file for a tool.
type toolFile struct{ name, text string }

// The clients of servers and flyway read statements up to a delimiter on MySQL and MariaDB.
var tools = []tool{
	{"goose", func(version, name string, s migrations.Step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".sql", "-- +goose Up\n" + annotated(s.Up) + "\n-- +goose Down\n" + annotated(s.Down)}}
	}, nil},
	{"golang-migrate", func(version, name string, s migrations.Step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".up.sql", plain(s.Up)}, {version + "_" + name + ".down.sql", plain(s.Down)}}
	}, nil},
	{"atlas", func(version, name string, s migrations.Step, server string) []toolFile {
		up := atlasDelimiter + joined(s.Up, "\n-- end of statement\n")
		if server == mariadb {
			up = onlyMySQL.ReplaceAllString(up, "DO 0")
		}
		up = onlyMySQL.ReplaceAllString(up, "$1")
		return []toolFile{{version + "_" + name + ".sql", up}, {"down/" + version + "_" + name + ".sql", plain(s.Down)}}
	}, atlasSum},
	{"dbmate", func(version, name string, s migrations.Step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".sql", "-- migrate:up\n" + plain(s.Up) + "\n-- migrate:down\n" + plain(s.Down)}}
	}, nil},
	{"flyway", func(version, name string, s migrations.Step, server string) []toolFile {
		return []toolFile{{"V" + version + "__" + name + ".sql", forClient(s.Up, server)}, {"U" + version + "__" + name + ".sql", forClient(s.Down, server)}}
	}, nil},
	{ternTool, func(version, name string, s migrations.Step, _ string) []toolFile {
		return []toolFile{{version + "_" + name + ".sql", plain(s.Up) + "\n---- create above / drop below ----\n\n" + plain(s.Down)}}
	}, nil},
	{"psql", clientFiles, nil},
	{"mysql", clientFiles, nil},
	{"sqlite3", clientFiles, nil},
}

// ternTool knows PostgreSQL alone.
const ternTool = "tern"

const atlasDelimiter = "-- atlas:delimiter -- end of statement\n\n"

// onlyMySQL matches a statement in a comment, which atlas takes for an empty statement.
var onlyMySQL = regexp.MustCompile(`/\*!80000 (.*?) \*/ /\*M! DO 0 \*/`)

func toolNames() (names []string) {
	for _, t := range tools {
		names = append(names, t.name)
	}
	return names
}

func clientFiles(version, name string, s migrations.Step, server string) []toolFile {
	return []toolFile{{version + "_" + name + ".sql", forClient(s.Up, server)}, {"down/" + version + "_" + name + ".sql", forClient(s.Down, server)}}
}

// plain returns statements for a tool that sends the whole text to the server.
func plain(list []string) string { return joined(list, ";\n") }

// joined returns statements with an end in place of their semicolons.
func joined(list []string, end string) string {
	var b strings.Builder
	for _, s := range list {
		b.WriteString(s + end + "\n")
	}
	return b.String()
}

// annotated returns statements as goose reads them.
func annotated(list []string) string {
	return around(list, "-- +goose StatementBegin\n", "-- +goose StatementEnd\n")
}

// forClient returns statements for the client of a server.
func forClient(list []string, server string) string {
	if server == postgres || server == sqlite {
		return plain(list)
	}
	return around(list, "DELIMITER //\n", "//\nDELIMITER ;\n")
}

func around(list []string, begin, end string) string {
	var b strings.Builder
	for _, s := range list {
		if strings.Contains(s, ";") {
			b.WriteString(begin + s + "\n" + end + "\n")
			continue
		}
		b.WriteString(s + ";\n\n")
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
