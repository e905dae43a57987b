package gormtype

import (
	"errors"
	"testing"

	"gorm.io/gorm"
)

// The models of IDs that GORM takes for lists of numbers: of one type, of two of the same length, and of a shorter one.
type (
	numbersOne struct {
		ID   ID[token]
		Ref  *ID[token]
		N    uint8
		Name string
	}
	numbersTwo struct {
		ID   ID[token]
		Tick ID[ticket]
		N    uint8
		Name string
	}
	numbersShort struct {
		ID  ID[foreignID]
		Tok *Text[token]
		N   uint8
	}
)

// TestNumbers: an ID of another library behind a parenthesis, which GORM makes a list of numbers of, is an ID again.
func TestNumbers(t *testing.T) {
	some, short := someToken, someForeign
	numbers := make([]any, 16)
	for i := range numbers {
		numbers[i] = someToken[i]
	}
	for _, c := range []struct {
		dialect string
		model   any
		sql     string
		args    []any
		want    string
	}{
		{"mysql", &numbersOne{}, "INSERT INTO numbers_ones (id, n, name) VALUES (?, ?, ?)", []any{some, uint8(7), "a"}, "INSERT INTO numbers_ones (id, n, name) VALUES (?, ?, ?) | RAW, 7, 'a'"},
		{"mysql", &numbersOne{}, "INSERT INTO numbers_ones (n, id, name) VALUES (?, ?, ?)", []any{uint8(7), some, "a"}, "INSERT INTO numbers_ones (n, id, name) VALUES (?, ?, ?) | 7, RAW, 'a'"},
		{"mysql", &numbersOne{}, "INSERT INTO numbers_ones (id, ref) VALUES (?, ?)", []any{some, some}, "INSERT INTO numbers_ones (id, ref) VALUES (?, ?) | RAW, RAW"},
		{"mysql", &numbersOne{}, "INSERT INTO numbers_ones (id, ref, n) VALUES (?,?,?)", []any{some, some, uint8(7)}, "INSERT INTO numbers_ones (id, ref, n) VALUES (?,?,?) | RAW, RAW, 7"},
		{"postgres", &numbersOne{}, "INSERT INTO numbers_ones (n, id, ref, name) VALUES (?, ?, ?, ?)", []any{uint8(7), some, some, "a"}, "INSERT INTO numbers_ones (n, id, ref, name) VALUES ($1, $2, $3, $4) | 7, UUID, UUID, 'a'"},
		{"postgres", &numbersOne{}, "INSERT INTO numbers_ones (id, n, name) VALUES (?, ?, ?)", []any{some, uint8(7), "a"}, "INSERT INTO numbers_ones (id, n, name) VALUES ($1, $2, $3) | UUID, 7, 'a'"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?)", []any{some}, "DELETE FROM numbers_ones WHERE id IN (?) | RAW"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?, ?) AND n = ?", []any{some, some, uint8(7)}, "DELETE FROM numbers_ones WHERE id IN (?, ?) AND n = ? | RAW, RAW, 7"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?)", []any{[]token{some, some}}, "DELETE FROM numbers_ones WHERE id IN (?,?) | RAW, RAW"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE n IN (?)", []any{some}, "DELETE FROM numbers_ones WHERE n IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) | 6, 0, 0, 171, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 7"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE n IN ?", []any{some[:]}, "DELETE FROM numbers_ones WHERE n IN ? | RAW"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE n IN ?", []any{some[:7]}, "DELETE FROM numbers_ones WHERE n IN ? | x'060000ab000000'"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE name IN (?)", []any{some}, "error: gormtype.ID[gormtype.token]: numbers_ones.name gormtype.token: ID of another type: the column holds no IDs: compare one that does, or, if it holds the text, pass id.String()"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE lower(?) = name", []any{some}, "DELETE FROM numbers_ones WHERE lower(?) = name | 'HEX'"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?) AND name = ?", []any{some[:15], "a"}, "error: gormtype.ID[gormtype.token]: numbers_ones.id uint8 6: not an ID: the column holds a gormtype.token: pass one, or its text"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?, ?)", numbers, "error: gormtype.ID[gormtype.token]: numbers_ones.id uint8 6: not an ID: …"},
		{"mysql", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?, ?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", numbers, "error: gormtype.ID[gormtype.token]: numbers_ones.id uint8 6: not an ID: …"},
		{"sqlite", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)", numbers, "DELETE FROM numbers_ones WHERE id IN (?) | RAW"},
		{"sqlite", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?2,?1,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16)", numbers, "error: gormtype.ID[gormtype.token]: numbers_ones.id uint8 0: not an ID: …"},
		{"sqlite", &numbersOne{}, "DELETE FROM numbers_ones WHERE id IN (?1,?2,?3,?4,?5,?6,?7,?8,?9,?10,?11,?12,?13,?14,?15,?16) OR n = ?16", numbers, "error: gormtype.ID[gormtype.token]: numbers_ones.id uint8 6: not an ID: …"},
		{"mysql", &numbersTwo{}, "INSERT INTO numbers_twos (id, tick) VALUES (?, ?)", []any{some, ticket(some)}, "INSERT INTO numbers_twos (id, tick) VALUES (?, ?) | RAW, RAW"},
		{"mysql", &numbersTwo{}, "SELECT * FROM others WHERE id IN (?)", []any{some}, "error: gormtype.ID[gormtype.token]: condition: plain ID: GORM makes numbers of an ID behind a parenthesis, and several of your types have as many: pass gormtype.Of(id)"},
		{"mysql", &numbersTwo{}, "SELECT * FROM others WHERE id IN ( ?)", []any{Of(some)}, "SELECT * FROM others WHERE id IN ( ?) | RAW"},
		{"mysql", &numbersShort{}, "INSERT INTO numbers_shorts (id, n) VALUES (?, ?)", []any{short, uint8(7)}, "INSERT INTO numbers_shorts (id, n) VALUES (?, ?) | x'0100000000000008', 7"},
		{"mysql", &numbersShort{}, "INSERT INTO numbers_shorts (id, n) VALUES (?, ?), (?, ?)", []any{short, uint8(7), short, uint8(8)}, "INSERT INTO numbers_shorts (id, n) VALUES (?, ?), (?, ?) | x'0100000000000008', 7, x'0100000000000008', 8"},
		{"mysql", &numbersShort{}, "INSERT INTO numbers_shorts (tok, id) VALUES (?, ?)", []any{some, short}, "INSERT INTO numbers_shorts (tok, id) VALUES (?, ?) | 'HEX', x'0100000000000008'"},
		{"mysql", &numbersShort{}, "DELETE FROM numbers_shorts WHERE tok IN (?)", []any{some}, "DELETE FROM numbers_shorts WHERE tok IN (?) | 'HEX'"},
	} {
		s := &server{dialect: c.dialect}
		if got := s.outcome(s.open(t, Models(c.model)).Exec(c.sql, c.args...).Error); !matches(got, c.want) {
			t.Errorf("%s: %s with %v:\n<<%s>>%s<</>>", c.dialect, c.sql, c.args, c.want, got)
		}
	}
}

// TestNumbersOfModel: the same in conditions and maps of models, and in subqueries.
func TestNumbersOfModel(t *testing.T) {
	for what, c := range map[string]struct {
		run  func(db, part *gorm.DB) *gorm.DB
		want string
	}{
		"a key":          {func(db, _ *gorm.DB) *gorm.DB { return db.Delete(&numbersOne{}, someToken) }, "DELETE FROM `numbers_ones` WHERE `numbers_ones`.`id` IN (?) | RAW"},
		"a list of keys": {func(db, _ *gorm.DB) *gorm.DB { return db.Delete(&numbersOne{}, []token{someToken, someToken}) }, "DELETE FROM `numbers_ones` WHERE `numbers_ones`.`id` IN (?,?) | RAW, RAW"},
		"a map": {func(db, _ *gorm.DB) *gorm.DB { return db.Where(map[string]any{"id": someToken}).Delete(&numbersOne{}) }, "DELETE FROM `numbers_ones` WHERE `numbers_ones`.`id` = ? | RAW" + gorm125 +
			"DELETE FROM `numbers_ones` WHERE `id` IN (?) | RAW"},
		"a map of numbers": {func(db, _ *gorm.DB) *gorm.DB { return db.Where(map[string]any{"n": someToken}).Delete(&numbersOne{}) }, "DELETE FROM `numbers_ones` WHERE `numbers_ones`.`n` IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) | 6, 0, 0, 171, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 7" + gorm125 +
			"DELETE FROM `numbers_ones` WHERE `n` IN (?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?) | 6, 0, 0, 171, 0, 0, 0, 0, 0, 16, 0, 0, 0, 0, 0, 7"},
		"a map of too few": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": someForeign}).Delete(&numbersOne{})
		}, "error: gormtype.ID[gormtype.token]: numbers_ones.id gormtype.foreignID: ID of another type: the column holds a gormtype.token: pass the ID of that type"},
		"a map of integers": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"n": []int{1, 2, 3, 4, 5, 6, 7, 8}}).Delete(&numbersOne{})
		}, "DELETE FROM `numbers_ones` WHERE `numbers_ones`.`n` IN (?,?,?,?,?,?,?,?) | 1, 2, 3, 4, 5, 6, 7, 8" + gorm125 +
			"DELETE FROM `numbers_ones` WHERE `n` IN (?,?,?,?,?,?,?,?) | 1, 2, 3, 4, 5, 6, 7, 8"},
		"a map, Not": {func(db, _ *gorm.DB) *gorm.DB { return db.Not(map[string]any{"id": someToken}).Delete(&numbersOne{}) }, "DELETE FROM `numbers_ones` WHERE `numbers_ones`.`id` NOT IN (?) | RAW" + gorm125 +
			"DELETE FROM `numbers_ones` WHERE `id` NOT IN (?) | RAW"},
		"a map among conditions": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where(db.Where("n = 1").Where(map[string]any{"id": someToken})).Delete(&numbersOne{})
		}, "DELETE FROM `numbers_ones` WHERE n = 1 AND `numbers_ones`.`id` = ? | RAW" + gorm125 +
			"DELETE FROM `numbers_ones` WHERE (n = 1 AND `id` IN (?)) | RAW"},
		"a map of 8 bytes": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where(map[string]any{"id": someForeign}).Delete(&numbersShort{})
		}, "DELETE FROM `numbers_shorts` WHERE `numbers_shorts`.`id` = ? | x'0100000000000008'" + gorm125 +
			"DELETE FROM `numbers_shorts` WHERE `id` IN (?) | x'0100000000000008'"},
		"a subquery": {func(db, part *gorm.DB) *gorm.DB {
			return db.Where("n = ? AND ref IN (?)", 7, part.Model(&numbersOne{}).Select("id").Where("id IN (?)", someToken)).Delete(&numbersOne{})
		}, "DELETE FROM `numbers_ones` WHERE n = ? AND ref IN (SELECT `id` FROM `numbers_ones` WHERE id IN (?)) | 7, RAW"},
		"a subquery of numbers": {func(db, part *gorm.DB) *gorm.DB {
			return db.Where("n IN ? AND ref IN (?)", someToken[:], part.Model(&numbersOne{}).Select("id").Where("id IN (?)", someToken)).Delete(&numbersOne{})
		}, "DELETE FROM `numbers_ones` WHERE n IN ? AND ref IN (SELECT `id` FROM `numbers_ones` WHERE id IN (?)) | RAW, RAW"},
		"Attrs of a map": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where("n = 1").Attrs(map[string]any{"ref": someToken}).FirstOrInit(&numbersOne{})
		}, "error: gormtype.Text[gormtype.token]: Attrs and Assign gormtype.token: plain ID: GORM drops it in a map: pass a struct, or gormtype.Of(id) in the map"},
		"Assign of a map": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where("n = 1").Assign(map[string]any{"ref": someToken}).FirstOrCreate(&numbersOne{})
		}, "SELECT * FROM `numbers_ones` WHERE n = 1 ORDER BY `numbers_ones`.`id` LIMIT ? | 1\nerror: gormtype.Text[gormtype.token]: Attrs and Assign gormtype.token: plain ID: …" + gorm125 + "SELECT * FROM `numbers_ones` WHERE n = 1 ORDER BY `numbers_ones`.`id` LIMIT 1\nerror: gormtype.Text[gormtype.token]: Attrs and Assign gormtype.token: plain ID: …"},
		"Attrs of IDs": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where("n = 1").Attrs(map[string]token{"ref": someToken}).FirstOrInit(&numbersOne{})
		}, "error: gormtype.Text[gormtype.token]: Attrs and Assign gormtype.token: plain ID: …"},
		"Attrs of a struct": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where("n = 1").Attrs(numbersOne{N: 7}).FirstOrInit(&numbersOne{})
		}, "SELECT * FROM `numbers_ones` WHERE n = 1 ORDER BY `numbers_ones`.`id` LIMIT …"},
		"Attrs of others": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Where("n = 1").Attrs(map[string]any{"name": "a", "n": nil, "ref": Of(someToken)}).FirstOrInit(&numbersOne{})
		}, "SELECT * FROM `numbers_ones` WHERE n = 1 ORDER BY `numbers_ones`.`id` LIMIT …"},
		"Attrs of names": {func(db, _ *gorm.DB) *gorm.DB { return db.Where("n = 1").Attrs("name", "a").FirstOrInit(&numbersOne{}) }, "SELECT * FROM `numbers_ones` WHERE n = 1 ORDER BY `numbers_ones`.`id` LIMIT …"},
		"Create in another table": {func(db, _ *gorm.DB) *gorm.DB {
			return db.Table("others").Create(map[string]any{"a": uint8(1), "b": uint8(2), "c": uint8(3), "d": uint8(4), "e": uint8(5), "f": uint8(6), "g": uint8(7), "h": uint8(8)})
		}, "INSERT INTO `others` (`a`,`b`,`c`,`d`,`e`,`f`,`g`,`h`) VALUES (?,?,?,?,?,?,?,?) | 1, 2, 3, 4, 5, 6, 7, 8"},
		"Create": {func(db, _ *gorm.DB) *gorm.DB { return db.Create(&numbersOne{ID: Of(someToken), N: 7}) }, "INSERT INTO `numbers_ones` (`id`,`ref`,`n`,`name`) VALUES (?,?,?,?) | RAW, NULL, 7, ''"},
	} {
		s := &server{dialect: "mysql"}
		db := s.open(t, Models(&numbersOne{}, &numbersShort{}))
		if got := s.outcome(c.run(db, db.Session(&gorm.Session{NewDB: true})).Error); !matches(got, c.want) {
			t.Errorf("%s:\n<<%s>>%s<</>>", what, c.want, got)
		}
	}
}

// TestLostInMap: GORM drops an ID in a map of Attrs, also if the models have IDs of one type.
func TestLostInMap(t *testing.T) {
	db := (&server{dialect: "mysql"}).open(t, Models(&plainKey{}), Plain[token]())
	if err := db.Where("n = 1").Attrs(map[string]any{"ref": someToken}).FirstOrInit(&plainKey{}).Error; !errors.Is(err, ErrPlain) {
		t.Errorf("the error is %v", err)
	}
}

// TestNumbersOf: how many numbers of one byte follow each other.
func TestNumbersOf(t *testing.T) {
	b := uint8(1)
	for _, c := range []struct {
		args []any
		want int
	}{{nil, 0}, {[]any{b}, 1}, {[]any{b, b, "x", b}, 2}, {[]any{b, "x", b, b, b}, 3}, {[]any{"x", 1}, 0}} {
		if got := numbers(c.args); got != c.want {
			t.Errorf("%v: %d, want %d", c.args, got, c.want)
		}
	}
}
