package formats

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/uuidv7"
)

type user struct{}

func (user) IDPrefix() string { return "user" }

// exchange is a program that reads IDs and says when they were made, or which UUID they have, and
// makes as many itself.
const exchange = `
import { ulid, decodeTime } from "ulid";
import { v7, validate, version } from "uuid";
import { TypeID, typeid } from "typeid-js";
const got = JSON.parse(await new Response(process.stdin).text());
const ms = text => parseInt(text.replace(/-/g, "").slice(0, 12), 16);
console.log(JSON.stringify({
  ulid: got.ulid.map(text => decodeTime(text)),
  uuidv7: got.uuidv7.map(text => validate(text) && version(text) === 7 ? ms(text) : -1),
  typed: got.typed.map(text => TypeID.fromString(text, "user").toUUID()),
  madeULID: got.ulid.map(() => ulid()).map(text => [text, decodeTime(text)]),
  madeUUID: got.uuidv7.map(() => v7()).map(text => [text, ms(text)]),
  madeTyped: got.typed.map(() => typeid("user")).map(id => [id.toString(), id.toUUID()]),
}));
`

// IDs go to the npm packages ulid, uuid and typeid-js, and come back, with the same times or UUIDs.
func TestNPM(t *testing.T) {
	dir := t.TempDir()
	if _, err := exec.LookPath("npm"); err != nil {
		t.Skipf("npm is not installed: %v", err)
	}
	install := exec.CommandContext(t.Context(), "npm", "install", "--no-audit", "--no-fund", "--silent", "ulid@3.0.2", "uuid@11.1.0", "typeid-js@1.2.0")
	install.Dir = dir
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("the registry cannot be reached: %v: %s", err, out)
	}
	program := filepath.Join(dir, "exchange.mjs")
	if err := os.WriteFile(program, []byte(exchange), 0o600); err != nil {
		t.Fatal(err)
	}
	const n = 100
	var ulids [n]ulid.ID
	var uuids [n]uuidv7.ID
	var typed [n]uuidv7.For[user]
	for i := range n {
		ulids[i], uuids[i], typed[i] = ulid.New(), uuidv7.New(), uuidv7.NewFor[user]()
	}
	input, err := json.Marshal(map[string]any{"ulid": ulids, "uuidv7": uuids, "typed": typed})
	if err != nil {
		t.Fatal(err)
	}
	var got struct {
		ULID, UUIDv7       []int64
		MadeULID, MadeUUID [][2]any
		Typed              []uuidv7.ID
		MadeTyped          [][2]string
	}
	if err := json.Unmarshal(execute(t, input, "node", program), &got); err != nil {
		t.Fatal(err)
	}
	for i := range n {
		if got.ULID[i] != ulids[i].UnixMillis() || got.UUIDv7[i] != uuids[i].UnixMillis() {
			t.Errorf("%s is read with %d, %s with %d", ulids[i], got.ULID[i], uuids[i], got.UUIDv7[i])
		}
		u, err := ulid.Parse(got.MadeULID[i][0].(string))
		if err != nil || u.UnixMillis() != int64(got.MadeULID[i][1].(float64)) {
			t.Errorf("%v: %v, %v", got.MadeULID[i], u, err)
		}
		v, err := uuidv7.Parse(got.MadeUUID[i][0].(string))
		if err != nil || v.UnixMillis() != int64(got.MadeUUID[i][1].(float64)) {
			t.Errorf("%v: %v, %v", got.MadeUUID[i], v, err)
		}
		if got.Typed[i] != uuidv7.ID(typed[i]) {
			t.Errorf("%s is read as %s", typed[i], got.Typed[i])
		}
		x, err := uuidv7.ParseFor[user](got.MadeTyped[i][0])
		if err != nil || uuidv7.ID(x).String() != got.MadeTyped[i][1] {
			t.Errorf("%v: %v, %v", got.MadeTyped[i], x, err)
		}
	}
}
