package gormtype

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"log"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

var (
	someWiji  = wiji.ID{0: 6, 3: 0xAB, 9: 0x10, 15: 7}
	someScru  = scru160.ID{0: 1, 5: 0xCD, 19: 7}
	someFlake = ulidflake.ID(1<<40 + 5)
	someUID   = uid11.ID(1<<40 + 5)
	greatUID  = uid11.ID(1<<63 + 5)
)

type hexText string
type literal string

// TestArguments: what the driver gets.
func TestArguments(t *testing.T) {
	const uuid = "060000ab-0000-0000-0010-000000000007"
	for _, c := range []struct {
		value                   any
		postgres, mysql, sqlite any
	}{
		{Of(someWiji), uuid, hexText(someWiji.Hex()), literal(someWiji.Hex())},
		{Of(someScru), `\x` + someScru.Hex(), hexText(someScru.Hex()), literal(someScru.Hex())},
		{Of(someFlake), int64(someFlake), int64(someFlake), int64(someFlake)},
		{Of(someUID), int64(someUID), int64(someUID), int64(someUID)},
		{Of(greatUID), nil, uint64(greatUID), nil},
		{TextOf(someWiji), someWiji.String(), someWiji.String(), someWiji.String()},
		{TextOf(greatUID), greatUID.String(), greatUID.String(), greatUID.String()},
		{BinaryOf(someWiji), `\x` + someWiji.Hex(), hexText(someWiji.Hex()), literal(someWiji.Hex())},
		{BinaryOf(greatUID), `\x8000000000000005`, hexText("8000000000000005"), literal("8000000000000005")},
	} {
		for dialect, want := range map[string]any{"postgres": c.postgres, "mysql": c.mysql, "sqlite": c.sqlite} {
			tx := dryRun(t, dialect).Table("t").Where("id = ?", c.value).Find(&[]map[string]any{})
			if want == nil {
				if !errors.Is(tx.Error, id.ErrOverflow) {
					t.Errorf("%v on %s: error %v", c.value, dialect, tx.Error)
				}
				continue
			}
			if text, ok := want.(literal); ok {
				if sql := tx.Statement.SQL.String(); !strings.HasSuffix(sql, "x'"+string(text)+"'") || len(tx.Statement.Vars) > 0 {
					t.Errorf("%v on %s: the statement is %s", c.value, dialect, sql)
				}
				continue
			}
			if tx.Error != nil || len(tx.Statement.Vars) != 1 {
				t.Errorf("%v on %s: %v, error %v", c.value, dialect, tx.Statement.Vars, tx.Error)
				continue
			}
			if text, ok := want.(hexText); ok {
				want = string(text)
				if sql := tx.Statement.SQL.String(); !strings.HasSuffix(sql, "UNHEX(?)") {
					t.Errorf("%v on %s: the statement is %s", c.value, dialect, sql)
				}
			}
			if got := tx.Statement.Vars[0]; got != want {
				t.Errorf("%v on %s: got %#v, want %#v", c.value, dialect, got, want)
			}
		}
	}
}

// TestSQLiteArguments: an SQLite executes literals, unless the logger hides arguments or
// the statement is prepared.
func TestSQLiteArguments(t *testing.T) {
	hidden := logger.New(log.New(io.Discard, "", 0), logger.Config{ParameterizedQueries: true})
	for name, session := range map[string]gorm.Session{
		"executed": {}, "not executed": {DryRun: true}, "prepared": {PrepareStmt: true}, "hidden": {Logger: hidden},
	} {
		expr := Of(someWiji).GormValue(t.Context(), dryRun(t, "sqlite").Session(&session))
		if name == "executed" || name == "not executed" {
			if expr.SQL != "x'060000ab000000000010000000000007'" || len(expr.Vars) > 0 {
				t.Errorf("%s: the SQL is %s of %v", name, expr.SQL, expr.Vars)
			}
			continue
		}
		_, ok := expr.Vars[0].(columntype.BuiltArgument)
		arg := reflect.ValueOf(expr.Vars[0])
		if expr.SQL != "?" || !ok || !bytes.Equal(arg.Elem().Bytes(), someWiji[:]) || arg.Interface().(fmt.Stringer).String() != someWiji.String() {
			t.Errorf("%s: the SQL is %s of %v", name, expr.SQL, expr.Vars)
		}
	}
}

func TestUnknownDialect(t *testing.T) {
	type user struct{ ID ID[wiji.ID] }
	db := dryRun(t, "clickhouse")
	for what, tx := range map[string]*gorm.DB{
		"First":  db.First(&user{}, Of(someWiji)),
		"Create": db.Create(&user{}),
	} {
		if !errors.Is(tx.Error, columntype.ErrDialect) || !strings.Contains(tx.Error.Error(), "clickhouse") {
			t.Errorf("%s: error %v", what, tx.Error)
		}
	}
	if findings, err := check.Run(db, &user{}); !errors.Is(err, ErrDialect) {
		t.Errorf("check.Run: %v, error %v", findings, err)
	}
	stmt := &gorm.Statement{DB: db}
	if err := stmt.Parse(&user{}); err != nil {
		t.Fatal(err)
	}
	if got := (ID[wiji.ID]{}).GormDBDataType(db, stmt.Schema.Fields[0]); !strings.Contains(got, "clickhouse") || got[0] != '\'' {
		t.Errorf("column type %s", got)
	}
	expr := Of(someWiji).GormValue(t.Context(), nil)
	if _, err := expr.Vars[0].(columntype.Refused).Value(); !errors.Is(err, columntype.ErrDialect) {
		t.Errorf("without a database: error %v", err)
	}
}

func TestInvalidIDIsRefused(t *testing.T) {
	bad := wiji.ID{0: 6, 9: 0x20}
	for _, v := range []any{Of(bad), TextOf(bad), BinaryOf(bad)} {
		tx := dryRun(t, "mysql").Table("t").Where("id = ?", v).Find(&[]map[string]any{})
		if !errors.Is(tx.Error, id.ErrVersion) {
			t.Errorf("%T: error %v", v, tx.Error)
		}
	}
}

// TestConcurrentUse shares a model that nobody has used yet.
func TestConcurrentUse(t *testing.T) {
	type user struct {
		ID   Text[wiji.ID]
		Boss *ID[wiji.ID]
	}
	db := dryRun(t, "mysql")
	var mu sync.Mutex
	seen := map[Text[wiji.ID]]bool{}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 20 {
				x := user{}
				if err := db.Create(&x).Error; err != nil {
					t.Error(err)
				}
				if err := db.Where("id = ?", x.ID).Find(&user{}).Error; err != nil {
					t.Error(err)
				}
				mu.Lock()
				seen[x.ID] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(seen) != 160 || seen[Text[wiji.ID]{}] {
		t.Errorf("%d keys", len(seen))
	}
}
