package main

import (
	"net/http"
	"strconv"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/uuidv7"
	"gorm.io/gorm"
)

func newHandler(db *gorm.DB) http.Handler {
	mux := http.NewServeMux()
	for pattern, answer := range map[string]answer{
		"POST /users":            createUser,
		"GET /users/{id}":        get[User],
		"GET /users/{id}/orders": listOrdersOfUser,
		"POST /orders":           createOrder,
		"GET /orders":            listOrders,
		"GET /orders/{id}":       get[Order],
	} {
		mux.Handle(pattern, endpoint{db, answer})
	}
	return mux
}

// get returns the user or order whose ID is in the path.
func get[T any](db *gorm.DB, r *http.Request) (any, error) {
	key, err := uuidv7.ParseFor[T](r.PathValue("id"))
	if err != nil {
		return nil, badInput(err)
	}
	var row T
	err = db.First(&row, key).Error
	return row, err
}

func createUser(db *gorm.DB, r *http.Request) (any, error) {
	var in struct{ Name string }
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	user := User{Name: in.Name}
	err := db.Create(&user).Error
	return user, err
}

// createOrder leaves an ID that is missing, or that no user has, to the error of Create.
func createOrder(db *gorm.DB, r *http.Request) (any, error) {
	var in struct {
		UserID UserID `json:"user_id"`
		Cents  int64
	}
	if err := decode(r, &in); err != nil {
		return nil, err
	}
	order := Order{UserID: gormtype.Of(in.UserID), Cents: in.Cents}
	err := db.Create(&order).Error
	return order, err
}

func listOrdersOfUser(db *gorm.DB, r *http.Request) (any, error) {
	user, err := get[User](db, r)
	if err != nil {
		return nil, err
	}
	return listOrders(db.Where("user_id = ?", user.(User).ID), r)
}

// page is a page of orders, the newest first.
type page struct {
	Orders []Order `json:"orders"`
	Before OrderID `json:"before,omitzero"` // the parameter of the next page, if there can be one
}

// listOrders returns up to limit orders before the last one that the client has, made at
// from or later and before to.
func listOrders(db *gorm.DB, r *http.Request) (any, error) {
	last, err := id.ParseCursor[OrderID](r.FormValue("before"))
	if err != nil {
		return nil, badInput(err)
	}
	limit := 20
	if s := r.FormValue("limit"); s != "" {
		if limit, err = strconv.Atoi(s); err != nil || limit < 1 || limit > 100 {
			return nil, inputError("limit: not a number from 1 to 100")
		}
	}
	for _, bound := range [][2]string{{"from", "id >= ?"}, {"to", "id < ?"}} {
		if s := r.FormValue(bound[0]); s != "" {
			least, err := leastAt(s)
			if err != nil {
				return nil, err
			}
			db = db.Where(bound[1], least)
		}
	}
	var p page
	err = db.Scopes(gormtype.Before(last)).Limit(limit).Find(&p.Orders).Error
	if n := len(p.Orders); n == limit {
		p.Before = p.Orders[n-1].ID.V()
	}
	return p, err
}

// leastAt returns the least ID of an order that is made at a time.
func leastAt(text string) (OrderID, error) {
	t, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return OrderID{}, inputError(strconv.QuoteToASCII(text) + ": not a time of RFC 3339")
	}
	x, err := uuidv7.MinAt(t)
	if err != nil {
		return OrderID{}, badInput(err)
	}
	return OrderID(x), nil
}
