package plain_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"gorm.io/gorm"
)

// The join table of a person and addresses has its own model.
type (
	joinPerson struct {
		ID        wiji.ID
		Addresses []joinAddress `gorm:"many2many:join_homes"`
	}
	joinAddress struct {
		ID   wiji.ID
		Name string
	}
	joinHome struct {
		JoinPersonID  wiji.ID `gorm:"primaryKey"`
		JoinAddressID wiji.ID `gorm:"primaryKey"`
		Since         *time.Time
	}
)

// TestJoinModel: a join model that the plugin does not know is an error that says where it belongs.
func TestJoinModel(t *testing.T) {
	option := func() gormtype.Option { return gormtype.Plain[wiji.ID]() }
	run := func(db *gorm.DB) error {
		if err := db.AutoMigrate(&joinPerson{}, &joinAddress{}, &joinHome{}); err != nil {
			return err
		}
		p := joinPerson{Addresses: []joinAddress{{Name: "a"}, {Name: "b"}}}
		if err := db.Create(&p).Error; err != nil {
			return err
		}
		var found joinPerson
		if err := db.Preload("Addresses").First(&found, p.ID).Error; err != nil {
			return err
		}
		if len(found.Addresses) != 2 {
			return errors.New("the addresses are missing")
		}
		return nil
	}
	for _, s := range gormtest.Servers {
		for name, open := range map[string]func(*gorm.DB) error{
			"named in Models": func(db *gorm.DB) error {
				return db.Use(gormtype.New(option(), gormtype.Models(&joinPerson{}, &joinHome{})))
			},
			"set up before": func(db *gorm.DB) error {
				return errors.Join(db.SetupJoinTable(&joinPerson{}, "Addresses", &joinHome{}), db.Use(gormtype.New(option(), gormtype.Models(&joinPerson{}))))
			},
			"named and set up": func(db *gorm.DB) error {
				return errors.Join(db.Use(gormtype.New(option(), gormtype.Models(&joinPerson{}, &joinHome{}))), db.SetupJoinTable(&joinPerson{}, "Addresses", &joinHome{}))
			},
		} {
			t.Run(s.Name+"/"+name, func(t *testing.T) {
				db := gormtest.OpenBare(t, s)
				if err := errors.Join(open(db), run(db)); err != nil {
					t.Error(err)
				}
			})
		}
		t.Run(s.Name+"/unknown", func(t *testing.T) {
			db := gormtest.Use(t, gormtest.OpenBare(t, s), option(), gormtype.Models(&joinPerson{}))
			err := db.SetupJoinTable(&joinPerson{}, "Addresses", &joinHome{})
			if err == nil {
				err = run(db)
			}
			if err == nil || !strings.Contains(err.Error(), "use gormtype.Models: name the join model there, or call SetupJoinTable before db.Use") || strings.Contains(err.Error(), "add gormtype.Plain") {
				t.Errorf("got %v", err)
			}
			gormtest.Must(t, db.Exec("CREATE TABLE join_homes (join_person_id varchar(40), join_address_id varchar(40), since varchar(40))"))
			for what, err := range map[string]error{
				"Create": db.Create(&joinHome{JoinPersonID: gormtest.WijiAt(1), JoinAddressID: gormtest.WijiAt(2)}).Error,
				"Find":   db.Find(&[]joinHome{}).Error,
			} {
				if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "add joinHome to it") {
					t.Errorf("%s: %v", what, err)
				}
			}
			err = db.Model(&joinPerson{ID: gormtest.WijiAt(1)}).Association("Addresses").Append(&joinAddress{ID: gormtest.WijiAt(2)})
			if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "add joinHome to it") || strings.Contains(err.Error(), "database/sql") {
				t.Errorf("Append: %v", err)
			}
			person := joinPerson{Addresses: []joinAddress{{Name: "a"}}}
			for what, err := range map[string]error{
				"Create of the owner": db.Create(&person).Error, "Save": db.Save(&joinPerson{ID: gormtest.WijiAt(1), Addresses: person.Addresses}).Error,
				"Preload": db.Preload("Addresses").Find(&[]joinPerson{}).Error,
			} {
				if !errors.Is(err, gormtype.ErrPlain) || strings.Count(err.Error(), "add joinHome to it") != 1 || strings.Contains(err.Error(), "database/sql") {
					t.Errorf("%s: %v", what, err)
				}
			}
			var n int64
			gormtest.Must(t, db.Table("join_people").Count(&n))
			gormtest.Equal(t, "people", n, 0)
		})
	}
}

type (
	unlistedOwner struct {
		ID   uuid.UUID
		Name string `gorm:"size:20"`
	}
	unlistedPet struct {
		ID      uuid.UUID
		OwnerID uuid.UUID
	}
)

// TestUnlistedModel: the columns of a model that gormtype.Models misses are unknown in the SQL of others, also when a
// statement of the model has failed: a text in a column of bytes would find nothing.
func TestUnlistedModel(t *testing.T) {
	gormtest.OnEachBare(t, gormtest.Servers, func(t *testing.T, s gormtest.Server, db *gorm.DB) {
		gormtest.Use(t, db, gormtype.Plain[uuid.UUID](), gormtype.Generator(uuid.NewV7), gormtype.Models(&unlistedOwner{}))
		if err := db.AutoMigrate(&unlistedOwner{}); err != nil {
			t.Fatal(err)
		}
		owner := unlistedOwner{Name: "a"}
		gormtest.Must(t, db.Create(&owner))
		bytes := map[string]string{"sqlite": "blob", "postgres": "uuid", "mysql": "binary(16)"}[s.Dialect()]
		gormtest.Must(t, db.Exec("CREATE TABLE unlisted_pets (id "+bytes+" PRIMARY KEY, owner_id "+bytes+")"))
		gormtest.Must(t, db.Exec("INSERT INTO unlisted_pets SELECT id, id FROM unlisted_owners"))
		err := db.First(&unlistedPet{}).Error
		if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "add unlistedPet to it") || !strings.Contains(err.Error(), "gormtype.ID[uuid.UUID]") {
			t.Errorf("a statement of the model: %v", err)
		}
		join := "JOIN unlisted_pets p ON p.owner_id = unlisted_owners.id AND p.owner_id = ?"
		err = db.Joins(join, owner.ID).Find(&[]unlistedOwner{}).Error
		if !errors.Is(err, gormtype.ErrPlain) || !strings.Contains(err.Error(), "gormtype.Of(id)") {
			t.Errorf("a join with its table: %v", err)
		}
		gormtest.Equal(t, "joined", gormtest.Must(t, db.Joins(join, gormtype.Of(owner.ID)).Find(&[]unlistedOwner{})).RowsAffected, 1)
	})
}
