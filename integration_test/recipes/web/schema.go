package web

import (
	"fmt"
	"net/http"

	"github.com/gorilla/schema"
	"github.com/sortid/sortid/id"
)

// Schema decodes queries and forms by UnmarshalText, with gorilla/schema.
func Schema() http.Handler {
	decoder := schema.NewDecoder()
	decoder.ZeroEmpty(true) // "before=" is for the first page
	mux := http.NewServeMux()
	mux.HandleFunc("GET /users/{user}/orders", func(w http.ResponseWriter, r *http.Request) {
		var list List
		err := list.User.UnmarshalParam(r.PathValue("user"))
		if err == nil {
			err = decoder.Decode(&list, r.URL.Query())
		}
		if err != nil {
			http.Error(w, id.Summary(err), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, list)
	})
	mux.HandleFunc("POST /orders", func(w http.ResponseWriter, r *http.Request) {
		var order NewOrder
		err := r.ParseForm()
		if err == nil {
			err = decoder.Decode(&order, r.PostForm)
		}
		if err == nil && order.User.IsZero() { // the tag required accepts "user="
			err = errMissing
		}
		if err != nil {
			http.Error(w, id.Summary(err), http.StatusBadRequest)
			return
		}
		fmt.Fprint(w, order)
	})
	return mux
}
