// Package gorm runs plugins, drivers, mocks and generators of GORM, and libraries on it, beside the plugin of gormtype.
package gorm
