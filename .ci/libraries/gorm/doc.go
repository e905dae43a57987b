// Package gorm runs plugins, drivers and mocks of GORM beside that of gormtype.
package gorm
