// Package gormtype has the column types for GORM: [ID], which lives in the column
// that fits an identifier best on each server, [Text] and [Binary]. The types of
// package sqltype are not for GORM, which takes the bytes of a key for a list of
// numbers and may delete other rows by it.
//
//	type User struct {
//		ID     gormtype.ID[wiji.ID]  // the primary key, which fills itself
//		Name   string
//		BossID *gormtype.ID[wiji.ID] // may be NULL
//		Boss   *User
//	}
//
//	user := User{Name: "Ada"}
//	err := db.Create(&user).Error
//	err = db.First(&user, gormtype.Of(id)).Error
//
// Any identifier fits that is an array of 8, 16 or 20 bytes or a 64-bit integer and
// has a text form: those of this module, and UUID and ULID types of other libraries,
// such as gormtype.ID[uuid.UUID].
//
// # Keys that fill themselves
//
// A row that is created without a key gets one from the default generator of its ID
// type: a struct, a slice, a map, an association, through Create, Save, FirstOrCreate
// and an upsert, with hooks or without. A type of another library has no default
// generator, and gets one for a database by the plugin [Generator], which also
// serves to set a node number or a clock. Of a composite key only the field that
// GORM prefers is filled, the one with the name ID. Another field asks for it with
// the tag gorm:"generate".
//
// With a default tag it is the server that generates, and its key is in the struct
// afterwards where the server has RETURNING, which MySQL has not.
//
// A zero ID is never stored: where none is generated, the statement fails. GORM
// leaves column types out of Unscoped().Create: see [FillUnscoped].
//
// An upsert that finds its row keeps the row's key. Of a single row it is read back
// where the server has RETURNING; on MySQL, and of several rows, read the rows
// again. After OnConflict{DoNothing: true} a key may be one that was not stored,
// which RowsAffected tells.
//
// # NULL
//
// A plain field is NOT NULL in the schema. A column that can be NULL is a pointer:
// GORM reads NULL past a plain field, which becomes zero.
//
// # Arguments
//
// Pass an ID to GORM in its column type, by [Of], [TextOf] or [BinaryOf]. A plain ID
// in a condition is refused with an error that matches [ErrPlain]: GORM takes an
// array of bytes for a list of numbers, and pgx an ID for its text. In the map of a
// Create or an Update it is taken for what it is. In raw SQL and in Joins nobody
// looks.
//
// An ID that comes as text, from a URL or a form, is parsed first:
//
//	id, err := wiji.Parse(r.PathValue("id")) // err: 400 Bad Request
//	err = db.First(&user, gormtype.Of(id)).Error
//
// Never pass the text alone, as in First(&user, text), whatever the type of the key:
// GORM takes it for SQL. As an argument, as in First(&user, "id = ?", text), it goes
// with the column of a [Text] alone. A column of bytes equals no text, so that a row
// which exists is not found, and Delete deletes nothing and returns no error; MySQL
// makes a number of a text that it compares with an integer.
//
// The text of an ID in one of these places is an error that matches [ErrPlain],
// where the condition is about the field for certain: in a map, a list of keys, a
// clause of package clause, and in SQL that compares a column of the model's own
// table by =, <>, <, >, IN or BETWEEN. Not looked at are other expressions,
// subqueries, SQL with a quoted text or a comment in it, tables that the statement
// names itself; digits alone that are compared with an integer column; and, on
// PostgreSQL, a text that is compared with a uuid or bigint column, which the server
// reads or reports. Neither is a text that is no ID, which Parse would have refused.
//
// Outside GORM, use package sqltype: as an argument of database/sql a column type of
// this package is an error. A nil pointer to one among the conditions, as in
// First(&user, (*gormtype.ID[wiji.ID])(nil)), makes GORM panic, as does every nil
// pointer to a type that knows its own value.
//
// # Migrations
//
// AutoMigrate makes the right column and leaves it alone afterwards. A tag that
// contradicts the type (type, size, serializer, autoIncrement) makes migrations
// fail, and statements with an error that matches [ErrTag]. [Check] looks at a schema
// that was made otherwise, and at what is stored there.
//
// A generic model with a relation of many to many makes GORM panic; one that embeds
// the generic [Model] does not.
package gormtype
