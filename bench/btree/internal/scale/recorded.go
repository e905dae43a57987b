package scale

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
)

// recordedFile has what servers measured. To record it again, with servers that nobody else
// uses, because the log is counted for the whole server:
//
//	go run ./bench/btree -db postgres,mysql,mariadb -rows 20000,60000,150000 -repeat 1 -format json >results.json
//	go test ./bench/btree/internal/scale -run TestRecord -results results.json
//
//go:embed recorded.json
var recordedFile []byte

// Recorded is one tree of a server.
type Recorded struct {
	Server  string `json:"server"`
	Version string `json:"version"`
	Key     string `json:"key"`
	Rows    int    `json:"rows"`
	// TreeBytes are those of all pages of the key's tree.
	TreeBytes float64 `json:"tree_bytes_per_row"`
	LogBytes  float64 `json:"log_bytes_per_row"`
}

var recorded = func() (list []Recorded) {
	if err := json.Unmarshal(recordedFile, &list); err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return list
}()

// logOf returns the log of a row on a server: that of the largest tree.
func logOf(server, key string) (float64, error) {
	most := Recorded{}
	for _, r := range recorded {
		if r.Server == server && r.Key == key && r.Rows > most.Rows {
			most = r
		}
	}
	if most.Rows == 0 {
		return 0, fmt.Errorf("scale: key %q: its log was not measured on %s: choose from %q", key, server, Keys())
	}
	return most.LogBytes, nil
}

// Keys returns the names of the keys whose log was measured.
func Keys() []string {
	var names []string
	for _, r := range recorded {
		if !slices.Contains(names, r.Key) {
			names = append(names, r.Key)
		}
	}
	return names
}
