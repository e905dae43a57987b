package public_test

import (
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"sync"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/id/wiji"
	"github.com/sortid/sortid/ops/public"
)

// Keys is the type of the program that leads to its keys.
type Keys struct{}

// ring reads the keys of the program once. A real one comes from a store of secrets.
var ring = sync.OnceValue(func() *public.Ring {
	key, err := hex.DecodeString("8c3f0a7be1d94652b07a5e1f3c6d28e4")
	if err != nil {
		panic(err)
	}
	r, err := public.NewRing(public.Key{Number: 1, AES: public.NewSecret(key)})
	if err != nil {
		panic(err)
	}
	return r
})

func (Keys) PublicRing() *public.Ring { return ring() }

type Order struct{}

func (Order) IDPrefix() string { return "order" }

type OrderID = wiji.For[Order]

// A handler's structs have public IDs, and the rest of the program has plain ones.
func Example() {
	type answer struct {
		ID public.ID[OrderID, Keys] `json:"id"`
	}
	stored, err := wiji.ParseFor[Order]("order_069q6zxr120002m45bsqqg28t5")
	if err != nil {
		panic(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /orders/{id}", func(w http.ResponseWriter, r *http.Request) {
		asked, err := public.Parse[OrderID](ring(), r.PathValue("id"))
		if err != nil {
			http.Error(w, id.Summary(err), http.StatusBadRequest)
			return
		}
		fmt.Println("the handler sees", asked)
		_ = json.NewEncoder(w).Encode(answer{ID: public.Of[Keys](asked)})
	})
	get := func(id string) {
		w := httptest.NewRecorder()
		mux.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/orders/"+id, nil))
		fmt.Print(w.Code, " ", w.Body)
	}
	get(public.Of[Keys](stored).String())
	get(stored.String())
	// Output:
	// the handler sees order_069q6zxr120002m45bsqqg28t5
	// 200 {"id":"order_010462b6da2b2dd2cccd93e4dbf50f4e15"}
	// 400 text "order_069q6zxr120002m45bsqqg28t5": wrong length
}
