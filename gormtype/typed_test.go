package gormtype

import (
	"bytes"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/sortid/sortid/gormtype/internal/columntype"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
)

type typedUser struct {
	ID     ID[wiji.For[typedUser]]
	Number ID[uid11.For[typedUser]]
	Order  *ID[wiji.For[typedOrder]]
}

type typedCode struct {
	Code Text[wiji.For[typedUser]] `gorm:"primaryKey"`
}

func (*typedUser) IDPrefix() string { return "user" }

type typedOrder struct{ ID ID[wiji.For[typedOrder]] }

// TestTypedColumns: the column of a typed ID is that of the plain one, and a text column
// has room for the prefix.
func TestTypedColumns(t *testing.T) {
	for dialect, want := range map[string][]string{
		"postgres": {"uuid", "bigint", "uuid", `text COLLATE "C"`},
		"mysql":    {"binary(16)", "bigint unsigned", "binary(16)", "varchar(31) CHARACTER SET ascii COLLATE ascii_bin"},
		"sqlite":   {"blob", "integer", "blob", "text"},
	} {
		db := dryRun(t, dialect)
		var got []string
		for _, model := range []any{&typedUser{}, &typedCode{}} {
			stmt := &gorm.Statement{DB: db}
			if err := stmt.Parse(model); err != nil {
				t.Fatal(err)
			}
			for _, field := range stmt.Schema.Fields {
				column, _ := columnOf(field.IndirectFieldType)
				got = append(got, columntype.SQLType(column.Description, db, field))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: the columns are %q, want %q", dialect, got, want)
		}
	}
}

// TestTypedFill: a typed key fills itself.
func TestTypedFill(t *testing.T) {
	user := typedUser{Number: Of(uid11.NewFor[typedUser]())}
	if err := dryRun(t, "postgres").Create(&user).Error; err != nil || user.ID.IsZero() || user.Order != nil {
		t.Fatalf("Create gives the key %v, %v", user.ID, err)
	}
	data, err := json.Marshal(user)
	if err != nil || !strings.Contains(string(data), `"ID":"user_`) {
		t.Fatalf("JSON is %s, %v", data, err)
	}
	var back typedUser
	if err := json.Unmarshal(data, &back); err != nil || back != user {
		t.Errorf("JSON %s comes back as %+v, %v", data, back, err)
	}
	var text bytes.Buffer
	if err := user.ID.MarshalGQLContext(t.Context(), &text); err != nil || text.String() != strconv.Quote(user.ID.String()) {
		t.Errorf("GraphQL is %s, %v", text.Bytes(), err)
	}
	closed, other := io.Pipe()
	if err := errors.Join(closed.Close(), user.ID.MarshalGQLContext(t.Context(), other)); !errors.Is(err, io.ErrClosedPipe) {
		t.Errorf("GraphQL into a closed pipe: %v", err)
	}
	if err := back.ID.UnmarshalGQLContext(t.Context(), nil); err == nil || !back.ID.IsZero() {
		t.Errorf("GraphQL null is %v, %v", back.ID, err)
	}
	if err := back.ID.UnmarshalGQLContext(t.Context(), user.ID.String()); err != nil || back.ID != user.ID {
		t.Errorf("GraphQL %s comes back as %v, %v", text.Bytes(), back.ID, err)
	}
}

// TestTypedArguments: the ID of another kind, or a plain one, is an error as a condition.
func TestTypedArguments(t *testing.T) {
	db := dryRun(t, "mysql")
	if err := db.Use(New()); err != nil {
		t.Fatal(err)
	}
	user, order, plain := wiji.NewFor[typedUser](), wiji.NewFor[typedOrder](), wiji.New()
	for name, c := range map[string]struct {
		run  func(v any) *gorm.DB
		good any
	}{
		"First": {func(v any) *gorm.DB { return db.First(&typedUser{}, v) }, user},
		"Where": {func(v any) *gorm.DB { return db.Where("id = ?", v).Delete(&typedUser{}) }, user},
		"map":   {func(v any) *gorm.DB { return db.Where(map[string]any{"id": v}).Find(&[]typedUser{}) }, user},
		"set":   {func(v any) *gorm.DB { return db.Model(&typedUser{}).Where("id = ?", user).Update("order", v) }, order},
	} {
		if err := failure(c.run(c.good)); err != nil {
			t.Errorf("%s of %T: %v", name, c.good, err)
		}
		for _, bad := range []any{user, order, plain} {
			if bad == c.good {
				continue
			}
			if err := failure(c.run(bad)); !errors.Is(err, ErrKind) {
				t.Errorf("%s of %T: %v", name, bad, err)
			}
		}
	}
}

// failure returns the error of a statement, or that of database/sql for its arguments.
func failure(tx *gorm.DB) error {
	if tx.Error != nil {
		return tx.Error
	}
	for _, v := range tx.Statement.Vars {
		if valuer, ok := v.(driver.Valuer); ok {
			if _, err := valuer.Value(); err != nil {
				return err
			}
		}
	}
	return nil
}
