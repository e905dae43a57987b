package gormtype

import (
	"time"

	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
)

// Model is [gorm.Model] with a key of type [ID], to be embedded:
//
//	type User struct {
//		gormtype.Model[wiji.ID]
//		Name string
//	}
type Model[T id.Fixed] struct {
	ID        ID[T] `gorm:"primaryKey"`
	CreatedAt time.Time
	UpdatedAt time.Time
	DeletedAt gorm.DeletedAt `gorm:"index"`
}
