package gormtype

import (
	"encoding/hex"
	"errors"
	"fmt"
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
	"gorm.io/gorm/utils/tests"
)

var (
	someWiji  = wiji.ID{0: 6, 3: 0xAB, 9: 0x10, 15: 7}
	someScru  = scru160.ID{0: 1, 5: 0xCD, 19: 7}
	someFlake = ulidflake.ID(1<<40 + 5)
	someUID   = uid11.ID(1<<40 + 5)
	greatUID  = uid11.ID(1<<63 + 5)
)

// TestArguments: what the driver gets with the plugin, and what a log shows without it.
func TestArguments(t *testing.T) {
	const uuid = "060000ab-0000-0000-0010-000000000007"
	for _, c := range []struct {
		value                   columnField
		postgres, mysql, sqlite any
	}{
		{Of(someWiji), uuid, someWiji[:], someWiji[:]},
		{Of(someScru), someScru[:], someScru[:], someScru[:]},
		{Of(someFlake), int64(someFlake), int64(someFlake), int64(someFlake)},
		{Of(someUID), int64(someUID), int64(someUID), int64(someUID)},
		{Of(greatUID), nil, uint64(greatUID), nil},
		{TextOf(someWiji), someWiji.String(), someWiji.String(), someWiji.String()},
		{TextOf(greatUID), greatUID.String(), greatUID.String(), greatUID.String()},
		{BinaryOf(someWiji), someWiji[:], someWiji[:], someWiji[:]},
		{BinaryOf(greatUID), []byte{0x80, 7: 5}, []byte{0x80, 7: 5}, []byte{0x80, 7: 5}},
	} {
		for dialect, want := range map[string]any{"postgres": c.postgres, "mysql": c.mysql, "sqlite": c.sqlite} {
			db := dryRun(t, dialect)
			b := binder{Binder: columntype.Binder{Dialect: columntype.DialectOf(db)}}
			got, err := c.value.bound(&b)
			if want == nil {
				if !errors.Is(err, id.ErrOverflow) {
					t.Errorf("%v on %s: error %v", c.value, dialect, err)
				}
				continue
			}
			if !reflect.DeepEqual(got.Value, want) || got.IsZero || err != nil {
				t.Errorf("%v on %s: got %#v, %v, want %#v", c.value, dialect, got.Value, err, want)
			}
			tx := db.Table("t").Where("id = ?", c.value).Find(&[]map[string]any{})
			shown := tests.DummyDialector{}.Explain(strings.Replace(tx.Statement.SQL.String(), "$1", "?", 1), tx.Statement.Vars...)
			text, ok := want.([]byte)
			switch {
			case !ok:
				ok = strings.Contains(shown, fmt.Sprint(want))
			case dialect == "postgres":
				ok = strings.Contains(shown, hex.EncodeToString(text)+`"::bytea`)
			default:
				ok = strings.Contains(shown, `"`+fmt.Sprint(c.value)+`"`)
			}
			if !ok || tx.Error != nil {
				t.Errorf("%v on %s without the plugin: the log shows %s, error %v", c.value, dialect, shown, tx.Error)
			}
		}
	}
}

func TestUnknownDialect(t *testing.T) {
	type user struct{ ID ID[wiji.ID] }
	db := dryRun(t, "clickhouse")
	type tagged struct {
		ID ID[wiji.ID] `gorm:"size:7"`
	}
	for what, tx := range map[string]*gorm.DB{
		"First":  db.First(&user{}, Of(someWiji)),
		"Create": db.Create(&user{}),
		"a tag":  db.First(&tagged{}, Of(someWiji)),
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
