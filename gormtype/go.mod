module github.com/sortid/sortid/gormtype

go 1.25.0

require (
	github.com/sortid/sortid v0.0.0
	// The lowest version on which the tests pass, so that gormtype never raises the GORM
	// of a program. Versions before 1.25.0 are not tested. Do not update it: the workspace
	// tests the newest.
	gorm.io/gorm v1.25.0
)

require (
	github.com/jinzhu/inflection v1.0.0 // indirect
	github.com/jinzhu/now v1.1.5 // indirect
)

replace github.com/sortid/sortid => ..
