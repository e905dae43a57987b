package check_test

import (
	"crypto/rand"
	"net/url"
	"slices"
	"strings"
	"testing"

	driver "github.com/go-sql-driver/mysql"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/scru160"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/driver/mysql"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

// A reviewer has a column of each relation: of a foreign key, and of a join table.
type (
	reviewer struct {
		gormtype.Model[wiji.ID]
		Name    string
		Reviews []*review `gorm:"many2many:reviewer_reviews"`
	}
	review struct {
		gormtype.Model[scru160.ID]
		Title     string
		Reviewers []reviewer `gorm:"many2many:reviewer_reviews"`
	}
)

// reader opens the database as a role that may only select from its tables.
func reader(t *testing.T, s gormtest.Server, db *gorm.DB, dsn string) *gorm.DB {
	t.Helper()
	name, password := "reader_"+strings.ToLower(rand.Text()[:12]), rand.Text()
	if s.Dialect() == "postgres" {
		gormtest.Must(t, db.Exec("CREATE ROLE "+name+" LOGIN PASSWORD '"+password+"'"))
		t.Cleanup(func() { gormtest.Must(t, db.Exec("DROP OWNED BY "+name+"; DROP ROLE "+name)) })
		gormtest.Must(t, db.Exec("GRANT SELECT ON ALL TABLES IN SCHEMA public TO "+name))
		u, err := url.Parse(dsn)
		if err != nil {
			t.Fatal(err)
		}
		u.User = url.UserPassword(name, password)
		return gormtest.OpenDialector(t, postgres.New(postgres.Config{DSN: u.String()}))
	}
	config, err := driver.ParseDSN(dsn)
	if err != nil {
		t.Fatal(err)
	}
	gormtest.Must(t, db.Exec("CREATE USER "+name+" IDENTIFIED BY '"+password+"'"))
	t.Cleanup(func() { gormtest.Must(t, db.Exec("DROP USER "+name)) })
	gormtest.Must(t, db.Exec("GRANT SELECT ON `"+config.DBName+"`.* TO "+name))
	config.User, config.Passwd = name, password
	return gormtest.OpenDialector(t, mysql.New(mysql.Config{DSN: config.FormatDSN()}))
}

// TestCheckOfReader: a role that may only select from the tables sees everything but
// triggers on MySQL and MariaDB.
func TestCheckOfReader(t *testing.T) {
	for _, s := range inServers {
		t.Run(s.Name, func(t *testing.T) {
			dsn := gormtest.FreshDatabase(t, s)
			var db *gorm.DB
			if s.Dialect() == "postgres" {
				db = gormtest.OpenDialector(t, postgres.New(postgres.Config{DSN: dsn}))
			} else {
				db = gormtest.OpenDialector(t, mysql.New(mysql.Config{DSN: dsn}))
			}
			if err := db.AutoMigrate(&patient{}, &reviewer{}, &review{}); err != nil {
				t.Fatal(err)
			}
			gormtest.Must(t, db.Create(&reviewer{Name: "a", Reviews: []*review{{Title: "p"}}}))
			ddl := onWards("DROP TABLE wards", "CREATE TABLE wards (id {id} NOT NULL, n int NOT NULL UNIQUE)", "INSERT INTO wards VALUES ({wiji}, 1), ({wiji}, 2)")
			want := []string{"id: duplicate-keys", "id: missing-key"}
			if s.Dialect() == "postgres" {
				ddl = append(ddl, assign("NEW.id := gen_random_uuid();")...)
				want = append(want, rewritten...)
			} else if !s.IsTiDB(t) { // it has no triggers
				ddl = append(ddl, "CREATE TRIGGER change_id BEFORE INSERT ON wards FOR EACH ROW SET NEW.id = {other}")
			}
			for _, statement := range ddl {
				gormtest.Must(t, db.Exec(words(s).Replace(statement)))
			}
			r := reader(t, s, db, dsn)
			if got := gormtest.Problems(t, r, &patient{}, &reviewer{}, &review{}); len(got) > 0 {
				t.Errorf("got %v, want nothing", got)
			}
			if got := gormtest.Problems(t, r, &ward{}); !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
			if s.Dialect() != "mysql" {
				return
			}
			gormtest.Must(t, db.Exec("CREATE TABLE halls (id binary(20) NOT NULL PRIMARY KEY)"))
			gormtest.Must(t, db.Exec(words(s).Replace("CREATE TABLE stays (id {id} NOT NULL PRIMARY KEY, ward_id {id} NOT NULL, "+
				"FOREIGN KEY (ward_id) REFERENCES halls (id))")))
			if got, want := gormtest.Problems(t, r, &stay{}), []string{"ward_id: foreign-key-type"}; !slices.Equal(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}
