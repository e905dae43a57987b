package migrations_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uid11"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/integration_test/gorm/internal/gormtest"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"github.com/sortid/sortid/internal/finding"
	"gorm.io/driver/postgres"
	"gorm.io/gorm"
)

type wijiKey = gormtype.ID[wiji.ID]

// The models below are of the less usual shapes.
type (
	// profile has the key of its account.
	profile struct {
		AccountID wijiKey `gorm:"primaryKey"`
		Account   *account
		Bio       string
	}
	account struct {
		ID      wijiKey
		Name    string
		Profile *profile
		Notes   []note `gorm:"polymorphic:Subject"`
	}
	note struct {
		ID          wijiKey
		SubjectID   wijiKey
		SubjectType string `gorm:"size:20"`
		Body        string
	}
	pointerKey struct {
		ID   *wijiKey `gorm:"primaryKey"`
		Name string
	}
	otherName struct {
		Code gormtype.Text[uid11.ID] `gorm:"primaryKey;column:the_code"`
		Name string
	}
	embeds struct {
		*Deep
		Place Place `gorm:"embedded;embeddedPrefix:place_"`
	}
	Deep struct {
		ID wijiKey
	}
	Place struct {
		Spot *wijiKey
	}
	twoParts struct {
		A wijiKey `gorm:"primaryKey"`
		B wijiKey `gorm:"primaryKey"`
	}
	counted struct {
		ID    uint
		Owner wijiKey
	}
)

func TestShapes(t *testing.T) {
	gormtest.OnEach(t, gormtest.Servers, func(t *testing.T, _ gormtest.Server, db *gorm.DB) {
		models := []any{&account{}, &profile{}, &note{}, &pointerKey{}, &otherName{}, &embeds{}, &twoParts{}, &counted{}}
		if err := db.AutoMigrate(models...); err != nil {
			t.Fatal(err)
		}
		gormtest.MigratesAgain(t, db, models...)
		if got := gormtest.Problems(t, db, models...); len(got) > 0 {
			t.Errorf("findings: %v", got)
		}

		t.Run("shared key", func(t *testing.T) {
			if err := db.Create(&profile{Bio: "b"}).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("error %v", err)
			}
			a := account{Name: "a", Profile: &profile{Bio: "b"}}
			gormtest.Must(t, db.Create(&a))
			gormtest.Equal(t, "key", a.Profile.AccountID, a.ID)
			p := profile{Bio: "c", Account: &account{Name: "c"}}
			gormtest.Must(t, db.Create(&p))
			gormtest.Equal(t, "key", p.AccountID, p.Account.ID)
			var q profile
			gormtest.Must(t, db.Joins("Account").First(&q, p.AccountID))
			gormtest.Equal(t, "account", q.Account.Name, "c")
		})
		t.Run("pointer key", func(t *testing.T) {
			zero := wijiKey{}
			xs := []pointerKey{{Name: "a"}, {Name: "b", ID: &zero}}
			gormtest.Must(t, db.Create(&xs))
			gormtest.Must(t, db.Model(&pointerKey{}).Create(map[string]any{"name": "c"}))
			for _, x := range xs {
				var y pointerKey
				gormtest.Must(t, db.First(&y, x.ID))
				gormtest.Equal(t, "name", y.Name, x.Name)
			}
			var keys []wijiKey
			gormtest.Must(t, db.Model(&pointerKey{}).Pluck("id", &keys))
			if len(keys) != 3 || slices.Contains(keys, zero) {
				t.Errorf("the keys are %v", keys)
			}
		})
		t.Run("other name", func(t *testing.T) {
			x := otherName{Name: "a"}
			gormtest.Must(t, db.Create(&x))
			gormtest.Must(t, db.First(&otherName{}, x.Code))
			gormtest.Must(t, db.Model(&otherName{}).Create([]map[string]any{
				{"Code": gormtype.TextOf(gormtest.GreatAt(1))}, {"the_code": gormtype.TextOf(gormtest.GreatAt(2))}, {"name": "b"}}))
			gormtest.Equal(t, "rows", gormtest.Count(t, db, &otherName{}), 4)
			gormtest.Equal(t, "rows deleted", gormtest.Must(t, db.Delete(&otherName{}, gormtype.TextOf(gormtest.GreatAt(2)))).RowsAffected, 1)
		})
		t.Run("embedded", func(t *testing.T) {
			var x embeds
			gormtest.Must(t, db.Create(&x))
			spot := gormtype.Of(wiji.New())
			y := embeds{Place: Place{Spot: &spot}}
			gormtest.Must(t, db.Create(&y))
			var z embeds
			gormtest.Must(t, db.Where("place_spot = ?", spot).First(&z))
			gormtest.Equal(t, "key", z.ID, y.ID)
			gormtest.Equal(t, "spot", *z.Place.Spot, spot)
		})
		t.Run("two parts", func(t *testing.T) {
			k := gormtype.Of(gormtest.WijiAt(1))
			for _, x := range []twoParts{{}, {A: k}, {B: k}} {
				if err := db.Create(&x).Error; !errors.Is(err, id.ErrZero) {
					t.Errorf("%v: error %v", x, err)
				}
			}
			gormtest.Must(t, db.Create(&twoParts{k, k}))
		})
		t.Run("key that the server counts", func(t *testing.T) {
			if err := db.Create(&counted{}).Error; !errors.Is(err, id.ErrZero) {
				t.Errorf("error %v", err)
			}
			x := counted{Owner: gormtype.Of(gormtest.WijiAt(1))}
			gormtest.Must(t, db.Create(&x))
			gormtest.Equal(t, "counted", x.ID > 0, true)
		})
		t.Run("nothing to join", func(t *testing.T) {
			type owned struct {
				ID      wijiKey
				OwnerID *wijiKey
				Owner   account
			}
			if err := db.AutoMigrate(&owned{}); err != nil {
				t.Fatal(err)
			}
			gormtest.Must(t, db.Exec("INSERT INTO owneds (id) VALUES (?)", gormtype.Of(gormtest.WijiAt(1))))
			x := owned{Owner: account{ID: gormtype.Of(gormtest.WijiAt(2))}}
			gormtest.Must(t, db.Joins("Owner").First(&x))
			gormtest.Equal(t, "ID", x.ID, gormtype.Of(gormtest.WijiAt(1)))
			gormtest.Equal(t, "an owner that is not there", x.Owner.ID.IsZero(), true)
		})
	})
}

// TestOrderInAnotherLocale: the texts have the order of the IDs in a database that
// compares texts by the rules of a language.
func TestOrderInAnotherLocale(t *testing.T) {
	d := dbtest.OpenWith(t, dbserver.Postgres, dbserver.DatabaseOptions{Locale: "en-US"})
	db := gormtest.OpenDialector(t, postgres.New(postgres.Config{DSN: d.DSN}))
	type row struct{ ID gormtype.Text[uid11.ID] }
	if err := db.AutoMigrate(&row{}); err != nil {
		t.Fatal(err)
	}
	if got := gormtest.Problems(t, db, &row{}); len(got) > 0 {
		t.Errorf("findings: %v", got)
	}
	var want []uid11.ID
	for i := range 500 {
		x := uid11.ID(uint64(i+1) * 0x2545F4914F6CDD1D)
		want = append(want, x)
		gormtest.Must(t, db.Create(&row{gormtype.TextOf(x)}))
	}
	slices.Sort(want)
	var got []gormtype.Text[uid11.ID]
	gormtest.Must(t, db.Model(&row{}).Order("id").Pluck("id", &got))
	for i := range want {
		gormtest.Equal(t, "ID in order", got[i].V(), want[i])
	}
	gormtest.Must(t, db.Exec("CREATE TABLE others (id text PRIMARY KEY)"))
	if got := gormtest.Problems(t, db, &other{}); !slices.Equal(got, []string{"id: " + string(finding.LanguageOrder)}) {
		t.Errorf("findings on a column with the database's collation: %v", got)
	}
}

type other struct{ ID gormtype.Text[uid11.ID] }
