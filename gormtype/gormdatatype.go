package gormtype

// gormDataType is the name under which GORM knows the column types. It is none of
// GORM's own: "int", "uint" and "bytes" have meanings of their own to it.
const gormDataType = "gormtype"
