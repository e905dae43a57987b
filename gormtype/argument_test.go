package gormtype

import (
	"bytes"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"sync"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

var (
	someWiji  = wiji.ID{0: 6, 3: 0xAB, 9: 0x10, 15: 7}
	someScru  = scru160.ID{0: 1, 5: 0xCD, 19: 7}
	someFlake = ulidflake.ID(1<<40 + 5)
	someUID   = uid11.ID(1<<40 + 5)
	greatUID  = uid11.ID(1<<63 + 5)
)

// TestArguments: what the driver gets.
func TestArguments(t *testing.T) {
	const uuid = "060000ab-0000-0000-0010-000000000007"
	for _, c := range []struct {
		value                   any
		postgres, mysql, sqlite any
	}{
		{Of(someWiji), uuid, someWiji[:], someWiji[:]},
		{Of(someScru), `\x` + someScru.Hex(), someScru[:], someScru[:]},
		{Of(someFlake), int64(someFlake), int64(someFlake), int64(someFlake)},
		{Of(someUID), int64(someUID), int64(someUID), int64(someUID)},
		{Of(greatUID), nil, uint64(greatUID), nil},
		{TextOf(someWiji), someWiji.String(), someWiji.String(), someWiji.String()},
		{TextOf(greatUID), greatUID.String(), greatUID.String(), greatUID.String()},
		{BinaryOf(someWiji), `\x` + someWiji.Hex(), someWiji[:], someWiji[:]},
		{BinaryOf(greatUID), `\x8000000000000005`, []byte{128, 0, 0, 0, 0, 0, 0, 5}, []byte{128, 0, 0, 0, 0, 0, 0, 5}},
	} {
		for dialect, want := range map[string]any{"postgres": c.postgres, "mysql": c.mysql, "sqlite": c.sqlite} {
			tx := dryRun(t, dialect).Table("t").Where("id = ?", c.value).Find(&[]map[string]any{})
			if want == nil {
				if !errors.Is(tx.Error, id.ErrOverflow) {
					t.Errorf("%v on %s: error %v", c.value, dialect, tx.Error)
				}
				continue
			}
			if tx.Error != nil || len(tx.Statement.Vars) != 1 {
				t.Errorf("%v on %s: %v, error %v", c.value, dialect, tx.Statement.Vars, tx.Error)
				continue
			}
			got := tx.Statement.Vars[0]
			if rv := reflect.Indirect(reflect.ValueOf(got)); rv.Kind() == reflect.Slice {
				if !bytes.Equal(rv.Bytes(), want.([]byte)) {
					t.Errorf("%v on %s: got %x, want %x", c.value, dialect, got, want)
				}
				if fmt.Sprint(got) != fmt.Sprint(c.value) {
					t.Errorf("%v is shown as %v", c.value, got)
				}
			} else if got != want {
				t.Errorf("%v on %s: got %#v, want %#v", c.value, dialect, got, want)
			}
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
		if !errors.Is(tx.Error, ErrDialect) || !strings.Contains(tx.Error.Error(), "clickhouse") {
			t.Errorf("%s: error %v", what, tx.Error)
		}
	}
	findings, err := Check(db, &user{})
	if err != nil || len(findings) != 1 || findings[0].Problem != UnknownDialect {
		t.Errorf("Check: %v, error %v", findings, err)
	}
	stmt := &gorm.Statement{DB: db}
	if err := stmt.Parse(&user{}); err != nil {
		t.Fatal(err)
	}
	if got := (ID[wiji.ID]{}).GormDBDataType(db, stmt.Schema.Fields[0]); !strings.Contains(got, "clickhouse") || got[0] != '\'' {
		t.Errorf("column type %s", got)
	}
	expr := Of(someWiji).GormValue(t.Context(), nil)
	if _, err := expr.Vars[0].(refused).Value(); !errors.Is(err, ErrDialect) {
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
