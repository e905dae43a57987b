package sqltype

// gormDataType is the name that GORM uses as the type of a column. It must be a syntax
// error with a readable message on every server. SQLite accepts any words as a type, but
// expects NULL after NOT, and every server's message shows the word at which it stopped.
const gormDataType = "sqltype NOT sqltype_is_not_for_GORM_use_gormtype"
