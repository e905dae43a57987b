package gormtype

import (
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"gorm.io/gorm"
	"gorm.io/gorm/logger"
)

// TestPluginOfDatabases: a plugin is of one kind of database.
func TestPluginOfDatabases(t *testing.T) {
	p := New()
	for _, c := range []struct{ dialect, want string }{
		{"mysql", ""}, {"mariadb", ""}, {"sqlite", "gormtype.New: the plugin is in use on another kind of database than sqlite: make one for each: "}, {"mysql", ""},
	} {
		err := (&server{dialect: c.dialect}).openBare(t).Use(p)
		if c.want == "" && err != nil || c.want != "" && (!errors.Is(err, ErrDialect) || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.dialect, err, c.want)
		}
	}
	if p.Name() != "gormtype" || pluginOf(nil) != nil || pluginOf(&gorm.DB{}) != nil {
		t.Errorf("the name is %s, and a DB without a configuration has a plugin", p.Name())
	}
}

// TestPluginOfTwo: what the plugin learned on one database stays known when another one gets it.
func TestPluginOfTwo(t *testing.T) {
	p := New().(*plugin)
	first := (&server{dialect: "mysql"}).openBare(t)
	if err := errors.Join(first.Use(p), first.Find(&[]madeRow{}).Error, (&server{dialect: "mysql"}).openBare(t).Use(p)); err != nil {
		t.Fatal(err)
	}
	if n := len(p.catalog.Load().models); n != 1 {
		t.Errorf("the plugin knows %d models", n)
	}
}

// TestGeneratorOf: which generator makes the keys of a type.
func TestGeneratorOf(t *testing.T) {
	one, two := wiji.New(), wiji.NewFor[typedUser]()
	p := New(GeneratorOf(func() wiji.ID { return one }), GeneratorOf(func() wiji.For[typedUser] { return two })).(*plugin)
	for of, want := range map[reflect.Type][]byte{
		reflect.TypeFor[wiji.ID](): one[:], reflect.TypeFor[wiji.For[typedUser]](): two[:], reflect.TypeFor[wiji.For[typedOrder]](): one[:], reflect.TypeFor[uid11.ID](): nil,
	} {
		next := p.generator(of)
		if (next != nil) != (want != nil) || p.Generates(of) != (want != nil) {
			t.Errorf("%v: has a generator: %t", of, next != nil)
			continue
		}
		if next != nil {
			if raw, err := next(nil); err != nil || string(raw) != string(want) {
				t.Errorf("%v: %x, %v, want %x", of, raw, err, want)
			}
		}
	}
	for range 20 { // in each order of the generators
		if raw, err := p.generator(reflect.TypeFor[wiji.For[typedUser]]())(nil); err != nil || string(raw) != string(two[:]) {
			t.Fatalf("the key of a type with a generator of its own is %x, error %v", raw, err)
		}
	}
	failure := errors.New("no clock")
	for what, c := range map[string]struct {
		option Option
		want   error
	}{
		"an error":           {Generator(func() (wiji.ID, error) { return wiji.ID{}, failure }), failure},
		"an ID and an error": {Generator(func() (wiji.ID, error) { return someWiji, failure }), failure},
		"the zero ID":        {GeneratorOf(func() wiji.ID { return wiji.ID{} }), id.ErrZero},
	} {
		s := &server{dialect: "sqlite"}
		db, row, rows := s.open(t, c.option), madeRow{}, []madeRow{{}, {}}
		for _, made := range []*gorm.DB{db.Create(&row), db.Create(&rows), db.Model(&madeRow{}).Create(map[string]any{"name": "a"})} {
			if !errors.Is(made.Error, c.want) || !row.ID.IsZero() || !rows[0].ID.IsZero() || s.took() != "" {
				t.Errorf("%s: %T: the keys %v and %v, error %v", what, made.Statement.Dest, row.ID, rows[0].ID, made.Error)
			}
		}
	}
}

// TestCallbacksOfOthers: the plugin is around GORM's callbacks, also if a library puts its own in the place of one, or removes it.
func TestCallbacksOfOthers(t *testing.T) {
	for when, isLater := range map[string]bool{"before": false, "after": true} {
		s := &server{dialect: "mysql"}
		db := s.openBare(t)
		if isLater {
			if err := db.Use(New(Models(&boundRow{}))); err != nil {
				t.Fatal(err)
			}
		}
		queries, entered := db.Callback().Query(), false
		query := queries.Get("gorm:query")
		if err := queries.Replace("gorm:query", func(tx *gorm.DB) {
			entered = isEntered(tx.Statement)
			query(tx)
			if _, err := tx.Statement.ConnPool.ExecContext(tx.Statement.Context, "DELETE FROM things WHERE id = ?", someWiji); err != nil {
				t.Error(err)
			}
			entered = entered && isEntered(tx.Statement)
		}); err != nil {
			t.Fatal(err)
		}
		if !isLater {
			if err := db.Use(New(Models(&boundRow{}))); err != nil {
				t.Fatal(err)
			}
		}
		log := &tracer{Interface: logger.Discard}
		tx := db.Session(&gorm.Session{Logger: log}).Find(&[]boundRow{}, "id = ?", someWiji)
		if got, want := s.outcome(tx.Error), "SELECT * FROM `things` WHERE id = ? | RAW\nDELETE FROM things WHERE id = ? | RAW"; got != want || !entered || isEntered(tx.Statement) {
			t.Errorf("%s: %s, entered %t, left %t", when, got, entered, !isEntered(tx.Statement))
		}
		if got, want := short.Replace(log.last), "SELECT * FROM `things` WHERE id = UNHEX('HEX')"; got != want { // and not what the callback sent
			t.Errorf("%s: the log has %s", when, got)
		}
	}
	s := &server{dialect: "mysql"}
	db := s.openBare(t)
	if err := db.Callback().Delete().Remove("gorm:delete"); err != nil {
		t.Fatal(err)
	}
	if err := db.Use(New(Models(&boundRow{}))); err != nil {
		t.Fatal(err)
	}
	if got := s.outcome(db.Where("id = ?", someWiji).Delete(&boundRow{}).Error); strings.Contains(got, "error") { // GORM 1.25 removes nothing
		t.Errorf("without GORM's own: %s", got)
	}
	if got, want := s.outcome(db.Find(&[]boundRow{}, "id = ?", someWiji).Error), "SELECT * FROM `things` WHERE id = ? | RAW"; got != want {
		t.Errorf("another statement: %s", got)
	}
}

// TestCallbacksSeePool: callbacks of a program before and after GORM's own see the statement's own pool.
func TestCallbacksSeePool(t *testing.T) {
	for when, isLater := range map[string]bool{"before": false, "after": true} {
		s := &server{dialect: "mysql"}
		db := s.openBare(t)
		var seen []bool
		see := func(tx *gorm.DB) { seen = append(seen, isEntered(tx.Statement)) }
		register := func() error {
			queries := db.Callback().Query()
			return errors.Join(queries.Before("gorm:query").Register("test:before", see), queries.After("gorm:query").Register("test:after", see))
		}
		use := func() error { return db.Use(New(Models(&boundRow{}))) }
		steps := []func() error{register, use}
		if isLater {
			steps = []func() error{use, register}
		}
		for _, step := range steps {
			if err := step(); err != nil {
				t.Fatal(err)
			}
		}
		tx := db.Find(&[]boundRow{}, "id = ?", someWiji)
		if got, want := s.outcome(tx.Error), "SELECT * FROM `things` WHERE id = ? | RAW"; got != want || len(seen) != 2 || seen[0] || seen[1] {
			t.Errorf("registered %s the plugin: %s, seen %v", when, got, seen)
		}
	}
}

// TestCallbacksInConflict: db.Use has the error of callbacks that cannot be put in an order.
func TestCallbacksInConflict(t *testing.T) {
	db := (&server{dialect: "mysql"}).openBare(t)
	_ = db.Callback().Query().Before("gorm:query").After("gorm:after_query").Register("test:conflict", func(*gorm.DB) {})
	if err := db.Use(New()); err == nil || !strings.HasPrefix(err.Error(), "gormtype.New: conflicting callback ") {
		t.Errorf("the error is %v", err)
	}
}

// TestRegisterIsQuiet: GORM's log has nothing of the callbacks that the plugin replaces, and stays that of the program.
func TestRegisterIsQuiet(t *testing.T) {
	var log strings.Builder
	db := (&server{dialect: "mysql"}).openBare(t)
	db.Logger = logger.New(logWriter{&log}, logger.Config{LogLevel: logger.Info})
	own := db.Logger
	if err := db.Use(New()); err != nil || db.Logger != own || log.Len() > 0 {
		t.Errorf("%v, the log has %q", err, log.String())
	}
}

type logWriter struct{ *strings.Builder }

func (w logWriter) Printf(format string, _ ...any) { w.WriteString(format) }

// TestErrorsBefore: a statement that has an error already has no other one, and sends nothing.
func TestErrorsBefore(t *testing.T) {
	before := errors.New("before")
	for what, run := range map[string]func(db *gorm.DB) *gorm.DB{
		"Find":   func(db *gorm.DB) *gorm.DB { return db.Where(text26).Find(&[]boundRow{}) },
		"Create": func(db *gorm.DB) *gorm.DB { return db.Create(&madeRow{}) },
		"Exec":   func(db *gorm.DB) *gorm.DB { return db.Exec("DELETE FROM things WHERE id = ?", someFlake) },
		"Update": func(db *gorm.DB) *gorm.DB { return db.Model(&boundRow{}).Where(text26).Update("n", 1) },
	} {
		s := &server{dialect: "mysql"}
		db := s.open(t, Models(&boundRow{}))
		tx := db.Session(&gorm.Session{NewDB: true}).Where("1 = 1")
		_ = tx.AddError(before)
		if err := run(tx).Error; err != before || s.took() != "" {
			t.Errorf("%s: %v", what, err)
		}
	}
	db := migrated("mysql", "id:CHAR ref:CHAR").open(t, Models(&movedRow{}))
	if err := db.AutoMigrate(&movedRow{}); !errors.Is(err, ErrForm) {
		t.Fatal(err)
	}
	for what, run := range map[string]func(db *gorm.DB) error{
		"Exec": func(db *gorm.DB) error { return db.Exec("SELECT 1").Error }, "Find": func(db *gorm.DB) error { return db.Find(&[]movedRow{}).Error },
	} {
		tx := db.Session(&gorm.Session{NewDB: true}).Model(&movedRow{})
		_ = tx.AddError(before)
		if err := run(tx); err != before {
			t.Errorf("%s of a model that a migration refused: %v", what, err)
		}
	}
}

// TestMigrationRefused: the syntax error of a column type that a migration refuses is the refusal itself.
func TestMigrationRefused(t *testing.T) {
	type tagged struct {
		ID ID[wiji.ID] `gorm:"size:7"`
	}
	syntax := errors.New("syntax error")
	s := &server{dialect: "postgres"}
	s.on(answer{to: "CREATE TABLE", err: syntax})
	db := s.open(t)
	err := db.Migrator().CreateTable(&tagged{})
	if want := "gormtype.ID[wiji.ID]: the tag size:7 is not the length of the ID, which is 16 bytes: remove it (syntax error)"; err == nil || err.Error() != want || !errors.Is(err, syntax) {
		t.Errorf("%v, want %s", err, want)
	}
	if err := db.Session(&gorm.Session{DryRun: true}).Migrator().CreateTable(&tagged{}); err != nil {
		t.Errorf("a DryRun: %v", err)
	}
	if err := db.Exec("CREATE TABLE x (y int)").Error; err != syntax {
		t.Errorf("another statement: %v", err)
	}
}

// TestMissingPlugin: a model with an ID type of another library needs the plugin, and one of this module does not.
func TestMissingPlugin(t *testing.T) {
	type device struct{ ID ID[foreignID] }
	type counter struct{ ID ID[uid11.ID] }
	type tagged struct {
		ID ID[wiji.ID] `gorm:"size:7"`
	}
	db := (&server{dialect: "mysql"}).openBare(t)
	for what, c := range map[string]struct {
		run  func() *gorm.DB
		want error
	}{
		"Find":          {func() *gorm.DB { return db.Find(&[]device{}) }, ErrPlugin},
		"Update":        {func() *gorm.DB { return db.Model(&device{}).Where("1 = 1").Update("id", nil) }, ErrPlugin},
		"Delete":        {func() *gorm.DB { return db.Where("1 = 1").Delete(&device{}) }, ErrPlugin},
		"Create":        {func() *gorm.DB { return db.Create(&device{ID: Of(someForeign)}) }, nil},
		"an integer":    {func() *gorm.DB { return db.Find(&[]counter{}) }, nil},
		"our own":       {func() *gorm.DB { return db.Find(&[]madeRow{}) }, nil},
		"a tag":         {func() *gorm.DB { return db.Find(&[]tagged{}) }, ErrTag},
		"a tag, Create": {func() *gorm.DB { return db.Create(&tagged{ID: Of(someWiji)}) }, ErrTag},
	} {
		err := c.run().Error
		if c.want == nil && err != nil || c.want != nil && !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", what, err, c.want)
		}
		if c.want == ErrPlugin && !strings.Contains(err.Error(), "field device.ID: missing plugin: without it, a plain gormtype.foreignID would match other rows") {
			t.Errorf("%s: %v", what, err)
		}
	}
}
