module github.com/sortid/sortid

go 1.25.0
