package gorm_test

import (
	"fmt"
	"hash/crc32"
	"testing"

	"gorm.io/gorm"
	"gorm.io/gorm/logger"
	"gorm.io/sharding"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/uuidv7"
)

// sharded is a model of a table that is split by its user.
type sharded struct {
	ID      gormtype.ID[uuidv7.ID]
	UserID  gormtype.ID[uuidv7.ID]
	Product string `gorm:"size:40"`
}

func (sharded) TableName() string { return "sharded" }

// suffixOf returns the suffix of a shard: the value is what the driver gets.
func suffixOf(value any) (string, error) {
	switch v := value.(type) {
	case string:
		return fmt.Sprintf("_%d", crc32.ChecksumIEEE([]byte(v))%4), nil
	case []byte:
		return fmt.Sprintf("_%d", crc32.ChecksumIEEE(v)%4), nil
	case int: // of the numbers of all shards
		return fmt.Sprintf("_%d", v%4), nil
	}
	return "", fmt.Errorf("a user is a %T", value)
}

// TestSharding: a table of IDs is split as any other, in both orders of Use. The plugin of sharding reads each statement by itself,
// and passes on to the whole table what it cannot read.
func TestSharding(t *testing.T) {
	for name, d := range dialectors(t) {
		for _, isFirst := range []bool{true, false} {
			t.Run(fmt.Sprintf("%s/%t", name, isFirst), func(t *testing.T) {
				db, err := gorm.Open(d, &gorm.Config{Logger: logger.Discard})
				if err != nil {
					t.Fatal(err)
				}
				for i := range 4 {
					db.Exec(fmt.Sprintf("DROP TABLE IF EXISTS sharded_%d", i))
				}
				db.Exec("DROP TABLE IF EXISTS sharded")
				ours := gormtype.New(gormtype.Models(&sharded{}))
				theirs := sharding.Register(sharding.Config{ShardingKey: "user_id", NumberOfShards: 4, ShardingAlgorithm: suffixOf,
					PrimaryKeyGenerator: sharding.PKCustom, PrimaryKeyGeneratorFn: func(int64) int64 { return 0 }}, "sharded")
				if isFirst {
					use(t, db, ours, theirs)
				} else {
					use(t, db, theirs, ours)
				}
				if err := db.AutoMigrate(&sharded{}); err != nil {
					t.Fatal(err)
				}
				check := func(tx *gorm.DB, rows int64) {
					t.Helper()
					if tx.Error != nil || tx.RowsAffected != rows {
						t.Errorf("%d rows, want %d, error %v", tx.RowsAffected, rows, tx.Error)
					}
				}
				for i := range 12 {
					user := gormtype.Of(uuidv7.New())
					rows := []sharded{{UserID: user, Product: "a"}, {UserID: user, Product: "b"}}
					check(db.Create(&rows), 2)
					for _, form := range []any{user, user.V(), user.String()} {
						var n int64
						if tx := db.Model(&sharded{}).Where("user_id = ?", form).Count(&n); tx.Error != nil || n != 2 {
							t.Errorf("Count by a %T: %d, error %v", form, n, tx.Error)
						}
					}
					var one sharded
					check(db.Where("user_id = ? AND product = ?", user, "b").First(&one), 1)
					if one != rows[1] {
						t.Errorf("First: %v, want %v", one, rows[1])
					}
					check(db.Model(&sharded{}).Where("user_id = ? AND product = ?", user, "a").Update("product", "c"), 1)
					if i%2 == 0 {
						check(db.Where("user_id = ? AND product = ?", user, "c").Delete(&sharded{}), 1)
					}
				}
				var all int64
				for i := range 4 {
					var n int64
					if err := db.Raw(fmt.Sprintf("SELECT count(*) FROM sharded_%d", i)).Scan(&n).Error; err != nil {
						t.Error(err)
					}
					all += n
				}
				if all != 18 || db.Migrator().HasTable("sharded") {
					t.Errorf("the shards have %d rows; the whole table exists: %t", all, db.Migrator().HasTable("sharded"))
				}
			})
		}
	}
}
