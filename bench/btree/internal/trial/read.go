package trial

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
)

// Read reads a result that was saved as JSON. It returns an error if the text is not such a result
// or has another schema version.
func Read(r io.Reader) (Result, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return Result{}, err
	}
	var res Result
	if err := cmp.Or(checkJSON(text), json.Unmarshal(text, &res)); err != nil {
		return Result{}, fmt.Errorf("not a btree results file: %w: give a results.json that btree wrote", err)
	}
	if res.Schema != Schema {
		return Result{}, fmt.Errorf("the results file has schema %d, and this program reads schema %d: use the program that wrote it", res.Schema, Schema)
	}
	for i := range res.Engines {
		complete(&res.Engines[i])
	}
	return res, nil
}

// complete sets the fields that older results lack, which have them in a name or a sentence: the
// number of a further engine, and the simulator's pace and titles.
func complete(e *engine.Description) {
	base, number, _ := strings.Cut(e.Name, "-")
	if n, err := strconv.Atoi(number); err == nil && e.Base == "" {
		e.Base, e.Ordinal = base, n
	}
	if !e.Simulated {
		return
	}
	for i := range e.Layouts {
		e.Layouts[i].Title = strings.TrimSuffix(e.Layouts[i].Title, ", simulated")
	}
	for _, s := range e.Settings {
		pace, _, _ := strings.Cut(s.Value, " for a row")
		if d, err := time.ParseDuration(pace); err == nil && s.Name == "pace" {
			e.Pace = d
		}
	}
}

// ReadFiles reads saved results and merges them.
func ReadFiles(names ...string) (Result, error) {
	var list []Result
	for _, name := range names {
		r, err := readFile(name)
		if _, named := errors.AsType[*fs.PathError](err); named {
			return Result{}, err
		}
		if err != nil {
			return Result{}, fmt.Errorf("%s: %w", name, err)
		}
		list = append(list, r)
	}
	r, err := Merge(list...)
	if twice, ok := errors.AsType[*TwiceError](err); ok {
		first, second := names[twice.First], names[twice.Second]
		if first == second {
			return Result{}, fmt.Errorf("%s is named twice: name it once", first)
		}
		return Result{}, fmt.Errorf("%s and %s both have the trials that began at %s: name one of them", first, second, twice.Started.Format(time.RFC3339))
	}
	return r, err
}

func readFile(name string) (Result, error) {
	f, err := os.Open(name)
	if err != nil {
		return Result{}, err
	}
	defer f.Close()
	return Read(f)
}

// checkJSON tells a result of any schema version from other JSON.
func checkJSON(text []byte) error {
	var fields map[string]json.RawMessage
	err := json.Unmarshal(text, &fields)
	if _, other := errors.AsType[*json.UnmarshalTypeError](err); other {
		return errors.New("the JSON is not an object")
	}
	if err != nil {
		return err
	}
	for _, name := range []string{"schema", "settings"} {
		if _, ok := fields[name]; !ok {
			return fmt.Errorf("it has no %q", name)
		}
	}
	return nil
}
