package script

import (
	"fmt"
	"slices"
	"strings"
)

// tool is how a program reads a script.
type tool struct {
	name    string
	servers string
	head    string // in front of the statements
	tail    string // behind them
	begin   string // around a statement with semicolons inside
	end     string
	every   bool // whether begin and end are around all statements
	// frames is whether the tool begins and ends a transaction by itself.
	frames bool
}

const (
	mysqlServers = "MySQL MariaDB"
	allServers   = "PostgreSQL " + mysqlServers
)

// noWayBack is what undoes a move.
var noWayBack = map[string]string{
	"PostgreSQL": "DO $$ BEGIN RAISE EXCEPTION 'a move has no way back: restore the backup'; END $$;",
	"MySQL":      "SIGNAL SQLSTATE '45000' SET MESSAGE_TEXT = 'a move has no way back: restore the backup';",
}

// tools has the clients of the servers first. A statement with semicolons inside needs no frame where a tool sends the
// whole text.
var tools = []tool{
	{name: "psql", servers: "PostgreSQL"},
	{name: "mysql", servers: mysqlServers, begin: "DELIMITER //\n", end: " //\nDELIMITER ;\n"},
	{name: "goose", servers: allServers, head: "-- +goose Up\n", tail: "-- +goose Down\n{{down}}\n", begin: "-- +goose StatementBegin\n", end: "\n-- +goose StatementEnd\n", frames: true},
	{name: "golang-migrate", servers: allServers},
	{name: "atlas", servers: allServers, head: "-- atlas:delimiter -- end of statement\n\n", begin: "", end: "\n-- end of statement\n", every: true, frames: true},
	{name: "dbmate", servers: allServers, head: "-- migrate:up\n", tail: "-- migrate:down\n{{down}}\n", frames: true},
	{name: "flyway", servers: "PostgreSQL", frames: true},
	{name: "flyway", servers: mysqlServers, begin: "DELIMITER //\n", end: " //\nDELIMITER ;\n"},
	{name: "tern", servers: "PostgreSQL", tail: "---- create above / drop below ----\n{{down}}\n", frames: true},
}

// Tools returns the names of the tools for a server.
func Tools(product string) []string {
	var list []string
	for _, t := range tools {
		if strings.Contains(t.servers, product) {
			list = append(list, t.name)
		}
	}
	return list
}

// Text returns the script as a tool reads it: psql and mysql are the clients of the servers, and an
// empty name stands for the one of the product.
func (s *Script) Text(name, product string) (string, error) {
	if name == "" {
		name = Tools(product)[0]
	}
	i := slices.IndexFunc(tools, func(t tool) bool { return t.name == name && strings.Contains(t.servers, product) })
	if i < 0 {
		return "", fmt.Errorf("-tool %q: for %s write one of %s", name, product, strings.Join(Tools(product), ", "))
	}
	t := tools[i]
	var b strings.Builder
	b.WriteString(t.head)
	for _, p := range s.parts {
		switch {
		case p.comment:
			b.WriteString(p.text)
		case p.framing && t.frames:
		case t.every, t.begin != "" && strings.Contains(p.text, ";"):
			b.WriteString(t.begin + p.text + t.end)
		default:
			b.WriteString(p.text + ";\n")
		}
	}
	down := noWayBack["MySQL"]
	if product == "PostgreSQL" {
		down = noWayBack[product]
	}
	b.WriteString(strings.ReplaceAll(t.tail, "{{down}}", down))
	return b.String(), nil
}
