package web

import (
	"encoding/json"
	"errors"
	"fmt"
	"mime"
	"net/http"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
)

// HTTP uses net/http alone.
func HTTP() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /users/{user}/orders", func(w http.ResponseWriter, r *http.Request) {
		user, err := wiji.ParseFor[User](r.PathValue("user"))
		if err != nil {
			http.Error(w, id.Summary(err), http.StatusBadRequest)
			return
		}
		before, err := id.ParseCursor[OrderID](r.FormValue("before"))
		if err != nil {
			http.Error(w, id.Summary(err), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, List{user, before})
	})
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		order, err := readOrder(r)
		if err != nil {
			http.Error(w, id.Summary(err), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, order)
	})
	return mux
}

var errMissing = errors.New("user is missing")

func readOrder(r *http.Request) (order NewOrder, err error) {
	if kind, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type")); kind != "application/json" {
		order.User, err = wiji.ParseFor[User](r.FormValue("user"))
		return order, err
	}
	err = json.NewDecoder(r.Body).Decode(&order)
	if err == nil && order.User.IsZero() {
		err = errMissing
	}
	return order, err
}
