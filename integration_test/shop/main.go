// Shop is an example of a web application whose keys are IDs of sortid: users and their
// orders, with net/http, GORM and PostgreSQL. It listens on port 8080:
//
//	docker compose up -d --wait postgres
//	go run ./integration_test/shop
//
//	curl localhost:8080/users -d '{"name": "Ada"}'
//	curl localhost:8080/orders -d '{"user_id": "user_…", "cents": 995}'
//	curl localhost:8080/orders/order_…
//	curl 'localhost:8080/users/user_…/orders?limit=50&before=order_…'
//	curl 'localhost:8080/orders?from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z'
package main

import (
	"cmp"
	"log"
	"net/http"
	"os"
	"time"
)

func main() {
	db, err := open(cmp.Or(os.Getenv("SORTID_POSTGRES_DSN"), "postgres://sortid:sortid@127.0.0.1:55432/sortid"))
	if err != nil {
		log.Fatal(err)
	}
	server := http.Server{Addr: "127.0.0.1:8080", Handler: newHandler(db), ReadHeaderTimeout: time.Minute}
	log.Print("listening on http://" + server.Addr)
	log.Fatal(server.ListenAndServe())
}
