package main

import (
	"encoding/json"
	"os"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

// call runs the command.
func call(in string, args ...string) (code int, out, errOut string) {
	var o, e strings.Builder
	code = run(args, strings.NewReader(in), &o, &e)
	return code, o.String(), e.String()
}

// calls have the output of each command: all of it, or a part that begins and ends
// with "…".
var calls = []struct {
	name, args, in string
	code           int
	out, err       string
}{
	{name: "a Wiji or a ULID", args: "inspect 069Q6ZXR120002M45BSQQG28T5", out: `069Q6ZXR120002M45BSQQG28T5
  wiji
    time       2026-03-25T00:03:20Z
    text       069Q6ZXR120002M45BSQQG28T5
    uuid       064dcdfe-e022-0000-2a10-abcdef012345
    hex        064dcdfee02200002a10abcdef012345
    timestamp  1774397000000000
    sequence   42
    version    1
    random     188900966474565
  ulid (unlikely: its time is in the year 2189)
    time       2189-08-22T15:58:01.25Z
    text       069Q6ZXR120002M45BSQQG28T5
    uuid       064dcdfe-e022-0000-2a10-abcdef012345
    hex        064dcdfee02200002a10abcdef012345
    timestamp  6931238281250
    random     0x00002a10abcdef012345
`},
	{name: "the literal of a server", args: `inspect X'064DCDFEE02200002A10ABCDEF012345'`, out: "…  wiji\n…"},
	{name: "bytea", args: `inspect \x064dcdfee02200002a10abcdef012345`, out: "…  wiji\n…"},
	{name: "a typed ID", args: "inspect user_069q6zxr120002m45bsqqg28t5", out: "…  wiji of the kind user\n…"},
	{name: "a TypeID", args: "inspect user_01h455vb4pex5vsknk084sn02q", out: "…  uuidv7 of the kind user\n    time       2023-06-30T…"},
	{name: "a number", args: "inspect 123456789012345678", out: "…    text       03DMV9EK31WTE\n…"},
	{name: "a number of an xid", args: "inspect 123456789012345678", out: "…    text       1Hd2oW67H8R\n…"},
	{name: "a ULID with the bits of version 4", args: "inspect 018fb5f2-9a1b-4c3d-8e4f-5a6b7c8d9e0f", out: "018fb5f2-9a1b-4c3d-8e4f-5a6b7c8d9e0f\n  ulid\n…"},
	{name: "version 4", args: "inspect 9d8fb5f2-9a1b-4c3d-8e4f-5a6b7c8d9e0f", out: "…  ulid (rather a UUID of version 4)\n…"},
	{name: "version 7", args: "inspect 018fb5f2-9a1b-7c3d-8e4f-5a6b7c8d9e0f", out: "018fb5f2-9a1b-7c3d-8e4f-5a6b7c8d9e0f\n  uuidv7\n…"},
	{name: "a ULID beside a UUIDv7", args: "inspect 018fb5f2-9a1b-7c3d-8e4f-5a6b7c8d9e0f", out: "…  ulid (rather a UUID of version 7)\n…"},
	{name: "the greatest ULID", args: "inspect 7ZZZZZZZZZZZZZZZZZZZZZZZZZ", out: "…time       10889-08-02T05:31:50.655Z\n…"},
	{name: "lines", args: "inspect", in: "\n069Q6ZXR120002M45BSQQG28T5\n  00000000000000000000000000000000 \n", out: "…\n\n00000000000000000000000000000000\n…"},
	{name: "one of two is bad", args: "inspect zzz 069Q6ZXR120002M45BSQQG28T5", code: 1, out: "…  wiji\n…", err: `…ID "zzz": no format has such an ID…`},

	{name: "to a UUID", args: "convert -to uuid 069Q6ZXR120002M45BSQQG28T5", out: "064dcdfe-e022-0000-2a10-abcdef012345\n"},
	{name: "to text", args: "convert -to text -format wiji 064dcdfe-e022-0000-2a10-abcdef012345", out: "069Q6ZXR120002M45BSQQG28T5\n"},
	{name: "to text of both", args: "convert -to text 064dcdfe-e022-0000-2a10-abcdef012345", out: "069Q6ZXR120002M45BSQQG28T5\n"},
	{name: "to hex", args: "convert -to hex 03DMV9EK31WTE", out: "01b69b4ba630f34e\n"},
	{name: "to int", args: "convert -to int 1Hd2oW67H8R", out: "123456789012345678\n"},
	{name: "from int", args: "convert -to text 123456789012345678", code: 1, err: "…formats uid11, ulidflake, which differ in this form: choose one with -format…"},
	{name: "from int of one", args: "convert -to text -format xid 123456789012345678", out: "1Hd2oW67H8R\n"},
	{name: "without the form", args: "convert -to int 069Q6ZXR120002M45BSQQG28T5", code: 1, err: "…has no form int…"},
	{name: "of another format", args: "convert -to uuid -format uuidv7 064dcdfe-e022-0000-2a10-abcdef012345", code: 1, err: "…it is not of the format uuidv7: uuidv7: …unknown version…"},
	{name: "to SQL", args: "convert -to sql -format wiji 069Q6ZXR120002M45BSQQG28T5", out: `postgres  '064dcdfe-e022-0000-2a10-abcdef012345'::uuid
mysql     X'064DCDFEE02200002A10ABCDEF012345'
sqlite    X'064DCDFEE02200002A10ABCDEF012345'
go        wiji.MustParse("069Q6ZXR120002M45BSQQG28T5")
`},
	{name: "too great for a signed bigint", args: "convert -to sql -format uid11 18446744073709551615", out: `postgres  '\xffffffffffffffff'::bytea
mysql     18446744073709551615
sqlite    X'FFFFFFFFFFFFFFFF'
go        uid11.MustParse("jpXCZedGfVQ")
`},
	{name: "a Wiji without a text", args: "convert -to sql -format wiji ffffffffffffffffff1fffffffffffff", out: "…go        wiji.FromBytes([]byte{0xff, …"},

	{name: "a month of Wijis", args: "range 2026-01-01 2026-02-01", out: `postgres  id >= '06474846-2040-0000-0010-000000000000'::uuid AND id < '0649b7e3-34e0-0000-0010-000000000000'::uuid
mysql     id >= X'06474846204000000010000000000000' AND id < X'0649B7E334E000000010000000000000'
sqlite    id >= X'06474846204000000010000000000000' AND id < X'0649B7E334E000000010000000000000'
go        from, to := wiji.MustParse("068X44C8200000040000000000"), wiji.MustParse("0696VY6D700000040000000000")
`},
	{name: "a month of xids", args: "range -format xid 2026-01-01T00:00:00+00:00 2026-02-01", out: "postgres  id >= 1871564416542048256 AND id < 1882798440375648256\n…"},
	{name: "xids that need bytea", args: "range -format xid 2026-01-01 2090-01-01", out: `postgres  id >= '\x19f921ebbe400000'::bytea AND id < '\x…`},
	{name: "SCRU160", args: "range -format scru160 2026-01-01 now", out: `postgres  id >= '\x019b76daa8000000000000000000000000000000'::bytea AND…`},
	{name: "backwards", args: "range 2026-02-01 2026-01-01", code: 2, err: "…FROM must be before TO…"},
	{name: "before the epoch", args: "range -format ulidflake 2020-01-01 2026-01-01", code: 1, err: "…outside the format's lifetime…"},
	{name: "one time", args: "range 2026-01-01", code: 2, err: "…takes two times…"},
	{name: "no time", args: "range yesterday now", code: 2, err: `…time "yesterday": use 2026-01-31…`},

	{name: "a range of one server", args: "range -server mariadb 2026-01-01 2026-02-01", out: "id >= X'06474846204000000010000000000000' AND id < X'0649B7E334E000000010000000000000'\n"},
	{name: "a range of a column", args: `range -server postgres -column event_id 2026-01 2026-02`, out: `"event_id" >= '06474846-2040-0000-0010-000000000000'::uuid AND "event_id" < '0649b7e3-34e0-0000-0010-000000000000'::uuid` + "\n"},
	{name: "a range of a column of SQLite", args: `range -format xid -server sqlite -column e."a.""b" 2026-01 2026-02`, out: `"e"."a.""b" >= 1871564416542048256 AND "e"."a.""b" < 1882798440375648256` + "\n"},
	{name: "a range of a column of all", args: "range -format xid -column e.key 2026-01 2026-02", out: "postgres  \"e\".\"key\" >= 1871564416542048256 AND …\nmysql     `e`.`key` >= 1871564416542048256 AND `e`.`key` < 1882798440375648256\nsqlite    \"e\"…"},
	{name: "a range of another server", args: "range -server oracle 2026-01 2026-02", code: 2, err: `…-server "oracle": use postgres, mysql, mariadb, sqlite…`},
	{name: "a range of a bad column", args: "range -column a. 2026-01 2026-02", code: 2, err: `…-column "a.": use COLUMN or TABLE.COLUMN…`},

	{name: "SQL of one server", args: "convert -to sql -server mysql -format wiji 069Q6ZXR120002M45BSQQG28T5", out: "X'064DCDFEE02200002A10ABCDEF012345'\n"},
	{name: "SQL of one server and two formats", args: "convert -to sql -server postgres 069Q6ZXR120002M45BSQQG28T5", out: "'064dcdfe-e022-0000-2a10-abcdef012345'::uuid\n"},
	{name: "SQL of a column", args: "convert -to sql -server mariadb -column key -format xid 123456789012345678", out: "`key` = 123456789012345678\n"},
	{name: "SQL of a column of all", args: "convert -to sql -column key -format xid 123456789012345678", out: "postgres  \"key\" = 123456789012345678\nmysql     `key` = 123456789012345678\nsqlite    \"key\" = 123456789012345678\ngo        uid11.MustParse(\"1Hd2oW67H8R\")\n"},
	{name: "a server without SQL", args: "convert -to hex -server mysql x", code: 2, err: "…use -to sql…"},

	{name: "a typed text", args: "convert -to text -prefix user -format wiji 064dcdfe-e022-0000-2a10-abcdef012345", out: "user_069q6zxr120002m45bsqqg28t5\n"},
	{name: "a TypeID of a UUID", args: "convert -to text -prefix user -format uuidv7 01890a5d-ac96-774b-bcce-b302099a8057", out: "user_01h455vb4pex5vsknk084sn02q\n"},
	{name: "a typed text of a typed text", args: "convert -to text -prefix user user_069q6zxr120002m45bsqqg28t5", out: "user_069q6zxr120002m45bsqqg28t5\n"},
	{name: "a typed text of another kind", args: "convert -to text -prefix user order_069q6zxr120002m45bsqqg28t5", code: 1, err: `…it is of the kind "order", and -prefix is "user"…`},
	{name: "a prefix that texts cannot have", args: "convert -to text -prefix User x", code: 2, err: `…-prefix "User": use 1 to 63 characters a to z…`},
	{name: "a prefix of no text", args: "convert -to uuid -prefix user x", code: 2, err: `…use -to text…`},

	{name: "months of 2026", args: "range 2026-01 2026-02", out: "postgres  id >= '06474846-2040-0000-0010-000000000000'::uuid AND id < '0649b7e3-34e0-0000-0010-000000000000'::uuid\n…"},

	{name: "help", args: "-h", out: "Usage:\n…"},
	{name: "help of a command", args: "new -h", out: "Flags of sortid new:\n…"},
	{name: "no command", code: 2, err: "…no command is given…"},
	{name: "another command", args: "make", code: 2, err: `…there is no command "make"…`},
	{name: "another flag", args: "new -count 2", code: 2, err: "…-count…"},
	{name: "another format", args: "new -format sonyflake", code: 2, err: `…format "sonyflake": use wiji, ulid, uuidv7, …`},
	{name: "no IDs", args: "new -n 0", code: 2, err: "…-n 0: use 1 to 1000000…"},
	{name: "an argument", args: "new wiji", code: 2, err: `…"wiji" is one…`},
	{name: "another form", args: "convert -to base64 x", code: 2, err: `…-to "base64": use text, uuid, hex, int or sql…`},
	{name: "version", args: "version", out: "sortid …, " + runtime.Version() + ", …"},
	{name: "version of something", args: "version 2", code: 2, err: `…version takes no argument, and has "2"…`},
	{name: "no input", args: "inspect", code: 2, err: "…no ID is given…"},
	{name: "another flag of inspect", args: "inspect -x", code: 2, err: "sortid: flag provided but not defined: -x: run sortid -h for help\n"},
	{name: "another flag of convert", args: "convert -x", code: 2, err: "sortid: flag provided but not defined: -x: run sortid -h for help\n"},
	{name: "another flag of range", args: "range -x", code: 2, err: "sortid: flag provided but not defined: -x: run sortid -h for help\n"},
	{name: "another flag of partition", args: "partition -x", code: 2, err: "sortid: flag provided but not defined: -x: run sortid -h for help\n"},
	{name: "another flag of migrations", args: "migrations -x", code: 2, err: "sortid: flag provided but not defined: -x: run sortid -h for help\n"},
	{name: "another flag of version", args: "version -x", code: 2, err: "sortid: flag provided but not defined: -x: run sortid -h for help\n"},
	{name: "one ID too many", args: "new -n 1000001", code: 2, err: "sortid: -n 1000001: use 1 to 1000000: run sortid -h for help\n"},
	{name: "no time of an ID", args: "new -at noon", code: 2, err: `sortid: time "noon": use 2026-01-31, 2026-01-31T12:00:00Z or now: run sortid -h for help` + "\n"},
	{name: "SQL of another server", args: "convert -to sql -server oracle x", code: 2, err: `sortid: -server "oracle": use postgres, mysql, mariadb, sqlite: run sortid -h for help` + "\n"},
	{name: "a format that the ID is not of", args: "convert -to hex -format uuidv7 12345", code: 1, err: `sortid: ID "12345": it is not of the format uuidv7: uuidv7: text "12345": wrong length: …`},
	{name: "a format that no ID has", args: "convert -to hex -format x 12345", code: 2, err: `sortid: format "x": use wiji, …`},
	{name: "a range of another format", args: "range -format x 2026-01 2026-02", code: 2, err: `sortid: format "x": use wiji, …`},
	{name: "three times", args: "range 2026-01 2026-02 2026-03", code: 2, err: "sortid: range takes two times, FROM and TO, and got 3: …"},
	{name: "no second time", args: "range 2026-01 tomorrow", code: 2, err: `sortid: time "tomorrow": use …`},
	{name: "from one time to the same", args: "range 2026-01 2026-01", code: 2, err: "sortid: from 2026-01 to 2026-01: FROM must be before TO: …"},
	{name: "after the last time", args: "range -format ulidflake 2026-01 9000-01", code: 1, err: "…outside the format's lifetime…"},
	{name: "a folder that is a file", args: "migrations -server postgres -tool goose -out main.go", code: 1, err: "…main.go: not a directory\n"},
	{name: "too many of a millisecond", args: "new -format ulidflake -n 1000000 -at 2023-12-31", code: 1, err: "…lifetime…"},
}

func TestCalls(t *testing.T) {
	for _, c := range calls {
		t.Run(c.name, func(t *testing.T) {
			code, out, errOut := call(c.in, strings.Fields(c.args)...)
			if code != c.code || !matches(out, c.out) || !matches(errOut, c.err) {
				t.Errorf("sortid %s: exit code %d, want %d\n%s%s\nwant\n%s%s", c.args, code, c.code, out, errOut, c.out, c.err)
			}
		})
	}
}

func matches(got, want string) bool {
	parts := strings.Split(want, "…")
	for i, p := range parts {
		parts[i] = regexp.QuoteMeta(p)
	}
	return regexp.MustCompile(`(?s)\A` + strings.Join(parts, ".*") + `\z`).MatchString(got)
}

// TestNew: all formats make IDs of now or of a time, which inspect reads and convert takes
// through all forms.
func TestNew(t *testing.T) {
	for _, f := range formats {
		for _, at := range []string{"now", "2025-05-04T12:30:00Z"} {
			code, out, errOut := call("", "new", "-format", f.Name, "-n", "100", "-at", at)
			ids := strings.Fields(out)
			if code != 0 || len(ids) != 100 || errOut != "" {
				t.Fatalf("%s: %d IDs, exit code %d, %s", f.Name, len(ids), code, errOut)
			}
			seen := map[string]bool{}
			for _, s := range ids {
				v, err := f.parse(s)
				if err != nil || seen[s] {
					t.Fatalf("%s: %s again %v, %v", f.Name, s, seen[s], err)
				}
				if seen[s] = true; at != "now" && v.time.Format(time.RFC3339) != at {
					t.Errorf("%s: %s has the time %v", f.Name, s, v.time)
				}
				for _, form := range forms {
					other, ok := v.form(form)
					if !ok {
						continue
					}
					if code, back, errOut := call(other, "convert", "-to", "text", "-format", f.Name); code != 0 || back != s+"\n" {
						t.Errorf("%s: %s as %s is %s, which is %s %s", f.Name, s, form, other, back, errOut)
					}
				}
			}
		}
	}
	_, out, _ := call("", "new")
	if x, err := wiji.Parse(strings.TrimSpace(out)); err != nil || time.Since(x.Time()).Abs() > time.Minute {
		t.Errorf("new gives %q, %v", out, err)
	}
}

// TestJSON: each command writes JSON that has the texts of its other output.
func TestJSON(t *testing.T) {
	for args, want := range map[string]string{
		"new -json -n 3 -format uuidv7":                                  `"format":"uuidv7"`,
		"version -json":                                                  `"go":"` + runtime.Version() + `"`,
		"inspect -json 7ZZZZZZZZZZZZZZZZZZZZZZZZZ":                       `"time":"10889-08-02T05:31:50.655Z"`,
		"inspect -json user_01h455vb4pex5vsknk084sn02q":                  `"prefix":"user"`,
		"convert -json -to uuid 069Q6ZXR120002M45BSQQG28T5":              `"output":"064dcdfe-e022-0000-2a10-abcdef012345"`,
		"convert -json -to sql 069Q6ZXR120002M45BSQQG28T5":               `"mysql":"X'064DCDFEE02200002A10ABCDEF012345'"`,
		"convert -json -to sql -server mysql 069Q6ZXR120002M45BSQQG28T5": `"output":"X'064DCDFEE02200002A10ABCDEF012345'"`,
		"range -json -format ulidflake 2026-01-01 2026-02-01":            `"from":"2026-01-01T00:00:00Z"`,
		"range -json -format ulidflake -server mysql 2026-01 2026-02":    `"sql":"id >= 66226382438400000 AND id < 69034888396800000"`,
		"convert -json -to uuid zzz 069Q6ZXR120002M45BSQQG28T5":          `"error":"ID \"zzz\": no format`,
	} {
		code, out, errOut := call("", strings.Fields(args)...)
		if failed := strings.Contains(args, "zzz"); !strings.Contains(out, want) || (code == 1) != failed {
			t.Errorf("sortid %s: exit code %d, %s\n%s", args, code, errOut, out)
		}
		for line := range strings.Lines(out) {
			if !json.Valid([]byte(line)) {
				t.Errorf("sortid %s: a line is no JSON: %s", args, line)
			}
		}
	}
}

// TestOutput: what cannot be written is an error.
func TestOutput(t *testing.T) {
	full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
	if err != nil {
		if runtime.GOOS == "linux" {
			t.Fatal(err)
		}
		t.Skipf("this system has no full device: %v", err)
	}
	defer full.Close()
	var errOut strings.Builder
	if code := run([]string{"new", "-n", "100000"}, nil, full, &errOut); code != exitInput || errOut.Len() == 0 {
		t.Errorf("a full device: exit code %d, %s", code, errOut.String())
	}
}

// FuzzInspect: whatever the input is, inspect and convert do not panic, and what they read
// is the ID of one of its own forms.
func FuzzInspect(f *testing.F) {
	for _, c := range calls {
		f.Add(c.in + strings.TrimPrefix(c.args, "inspect "))
	}
	f.Add(uuidv7.New().String())
	p := &program{now: time.Now()}
	f.Fuzz(func(t *testing.T, s string) {
		for _, args := range [][]string{{"inspect"}, {"inspect", "-json"}, {"convert", "-to", "hex"}, {"convert", "-to", "sql"}} {
			if code, out, errOut := call(s, args...); code != 0 && out+errOut == "" {
				t.Fatalf("%q to %q: exit code %d without a message", s, args, code)
			}
		}
		readings, err := p.identify(input{text: s, size: len(s)})
		if (err == nil) != (len(readings) > 0) {
			t.Fatalf("%q: %d readings, %v", s, len(readings), err)
		}
		for _, r := range readings {
			again, err := r.format.bytes(r.raw)
			if err != nil || again.text != r.text || again.hex() != r.hex() {
				t.Errorf("%q as %s: %+v, %v", s, r.format.Name, again, err)
			}
		}
	})
}
