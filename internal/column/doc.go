// Package column holds the rules that sqltype, pgxtype and gormtype share: which IDs a
// column accepts, and how it writes them as raw bytes, UUID text, decimal digits and
// text. The packages add the types, the drivers' conventions and the error messages.
//
// A newer version of this module must compile and work with older versions of pgxtype
// and gormtype, which are modules of their own, since builds mix them. Only add to the
// exported names of this package. Never remove or rename one, and never change its
// signature or its meaning. The same holds for every other package in internal that
// pgxtype and gormtype import.
package column
