module github.com/sortid/sortid/gormtype

go 1.25.0

require (
	github.com/google/uuid v1.6.0
	github.com/sortid/sortid v0.0.0
	gorm.io/gorm v1.26.0
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
	golang.org/x/text v0.20.0 // indirect
)

replace github.com/sortid/sortid => ..
