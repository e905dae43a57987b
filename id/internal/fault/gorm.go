package fault

// DataType is the GormDataType of a plain ID. GORM uses it as the type of the column, and
// would take an array for bytes without it. It is a syntax error on every server: NULL must
// follow NOT. The servers show the text in quotes, MySQL and MariaDB its first 80 characters.
func DataType(typeName string) string {
	return `text NOT "use gormtype.ID[` + typeName + `] for a column, not the plain ` + typeName + `"`
}
