package sqltype

// gormDataType is what GORM finds where it looks for the name of a column's type.
// It must be an error on every server, and one that says why. SQLite takes any
// words for a type, so a wrong name alone would not do: NOT wants a NULL after
// it, and the word that stands there instead is the one that each server's
// message of a syntax error shows.
const gormDataType = "sqltype NOT sqltype_is_not_for_GORM_use_gormtype"
