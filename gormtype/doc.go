// Package gormtype makes time-ordered IDs keys of GORM models, on PostgreSQL, MySQL, MariaDB and
// SQLite. The first day takes three lines:
//
//	type User struct {
//		ID     gormtype.ID[uuidv7.ID]  // uuid, BINARY(16) or BLOB; Create fills it
//		BossID *gormtype.ID[uuidv7.ID] // may be NULL
//		Boss   *User
//	}
//
//	err := db.Use(gormtype.New(gormtype.Models(&User{}))) // once, behind gorm.Open, with all models
//	err = db.Create(&user).Error                          // user.ID is set
//	err = db.First(&user, id).Error                       // id, err := uuidv7.Parse(r.PathValue("id"))
//
// With Go 1.27, plain fields of the standard library's uuid.UUID are keys as well:
//
//	type User struct {
//		ID     uuid.UUID
//		BossID *uuid.UUID
//	}
//
//	err := db.Use(gormtype.New(gormtype.Plain[uuid.UUID](), gormtype.Models(&User{})))
//
// The plugin of [New] changes nothing but IDs: db.Dialector, the models without IDs and other plugins
// stay as they are. [ID] is the column that fits an ID best on each server, [Text] holds texts and
// [Binary] raw bytes. An ID type is an array of 8, 16 or 20 bytes or a 64-bit integer that has a text
// form: the formats of this module, and the UUID and ULID types of other libraries. Do not use the
// types of package sqltype with GORM, which takes the bytes of a key for a list of numbers.
//
// # Keys
//
// A row that is created without a key gets one from the default generator of its ID type: a struct, a
// slice, a map or an association, through Create, Save, FirstOrCreate and an upsert, with or without
// hooks. [Generator] sets a generator for a database, which an ID type of another library needs, and
// [Blocks] makes the keys of large batches. In a composite key, GORM's preferred field is generated,
// the one with the name ID. The tag gorm:"generate" makes any other field generated. With a default
// tag the server generates the key, and the struct has it afterwards. MySQL has no RETURNING: there, a row without a key is an
// error, unless the statement Omits the field. A tag beside a named generator is one of db.Use. A zero ID is never stored
// but in a field with the tag gorm:"zero", in which it is a value, as of a root or of everyone: the field stores, compares and reads
// it as any other ID. The tag needs the plugin and a type that reads the zero ID, such as uuid.UUID. It ends the generation of a key.
//
// A typed ID is a key of one kind, which the plugin does not let compare with another one. With a
// method IDPrefix on User, JSON and [Text] columns have the prefix, as in user_069q6zxr…:
//
//	type User struct {
//		ID gormtype.ID[wiji.For[User]]
//	}
//
// A column of the plain type, such as the OwnerID of a polymorphic relation, takes every kind. Write
// wiji.For[User] there, not an alias of it: two structs that use the aliases of both as type
// arguments crash the compilers of Go 1.25 to 1.27 (go.dev/issue/78296).
//
// # Conditions and values
//
// A plain ID, its column type, its text and its raw bytes are right in conditions, assignments, Raw
// and Exec; [New] says where. GORM takes a text in place of a condition for SQL, as in
// First(&user, text), whatever the type of the key: that of an ID is an error there. GORM panics on a
// nil pointer to a column type among the conditions, as on each nil [database/sql/driver.Valuer] with
// a value receiver. The errors match [ErrKind], [ErrValue], [ErrForm], [ErrPlain].
//
// [Before] and [After] read a list page by page.
//
// # Destinations
//
// Find, First, Take, Pluck, Scan and the generics read an ID that a statement returns alone into a column
// type or a plain ID of the models, a value, a pointer, which is nil for NULL, or a list. They read one into a
// plain field of any struct, and into a text, also of a struct, list or map, as its text. Rows and ScanRows
// tell no plugin their destination: call rows.Scan with a column type, and ScanRows, which reads all rows into
// an array, with a struct of column types or of [Models]. Row().Scan(&id) reads the standard library's UUID.
// GORM reads NULL into a pointer of a struct, and into no list of pointers: use a list of [database/sql.Null]
// there. A plain field that is NULL reads as zero.
//
// # Upserts
//
// An upsert that finds its row by another unique key keeps the key of that row. Where the server has
// RETURNING (PostgreSQL, SQLite, MariaDB), the struct has this key afterwards. On MySQL, such an
// upsert of several rows stores nothing and fails with [ErrUpsert]; in a single row, the key is zero
// afterwards, and children are not stored. Find such rows first and set their keys.
// OnConflict{DoNothing: true} and INSERT IGNORE leave rows out, and so does an upsert with a WHERE: the
// generated keys of rows that were not inserted are zero afterwards, and children of such rows are an
// error. A model with a default tag whose value the server computes has zero keys in several rows behind
// a WHERE, and behind DoNothing those that were generated: check RowsAffected there.
//
// # Logs
//
// ToSQL and GORM's log show SQL that the server reads: UUID text or '\x…' on PostgreSQL, UNHEX('…') elsewhere
// (SQLite has it from 3.41 on). PostgreSQL gets the program's own SQL, with a cast only where the server would give a placeholder
// another type by itself. The SQL and Vars of a DryRun can be executed.
//
// # Migrations
//
// AutoMigrate creates the right column and does not change it afterwards. A tag that contradicts the
// type (type, size, serializer, autoIncrement, and a default that is known to make IDs of another
// format) makes migrations fail, and db.Use and statements with [ErrTag]. So does a table that has
// texts where the model has bytes, such as char(36) under an [ID], with [ErrForm]: AutoMigrate does
// not convert values, and statements of the model fail afterwards. Make the field a [Text], or move
// the column first.
// Without the plugin, the migration says so in a syntax error of the server.
// [github.com/sortid/sortid/gormtype/check.Run] examines a schema that was created in another way,
// and its values.
//
// A NOT NULL column without a default cannot be added to a table with rows, which MySQL would fill
// with zeros: add the column as a pointer, fill it, make the field plain and call
// Migrator().AlterColumn; on PostgreSQL, execute ALTER TABLE … ALTER COLUMN … SET NOT NULL. GORM
// panics on a generic model with a many2many relation, but not on one that embeds the generic [Model].
//
// # Without the plugin
//
// Keys are generated and column types are bound, but a plain ID is an error, pass it by [Of],
// [TextOf] or [BinaryOf]; Unscoped().Create needs a key; and the log shows the text of an ID. Models
// with an ID type of another library need the plugin, see [ErrPlugin].
//
// # Versions of GORM
//
// The lowest version is 1.25.0, so that this package does not raise the GORM of a program. Before
// 1.26, a primary key to which only the other model's has-one refers is not recognized as the key of
// another row: such a row, created alone and without a key, gets a generated one.
package gormtype
