package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/gormtype/check"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/internal/dbserver"
	"github.com/sortid/sortid/internal/dbserver/dbtest"
	"gorm.io/gorm"
)

func TestMain(m *testing.M) { dbtest.Main(m) }

// client sends requests to the application.
type client struct {
	t   *testing.T
	url string
	db  *gorm.DB
}

func start(t *testing.T) client {
	t.Helper()
	db, err := open(dbtest.Open(t, dbserver.Postgres).DSN)
	if err != nil {
		t.Fatal(err)
	}
	pool, err := db.DB()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	server := httptest.NewServer(newHandler(db))
	t.Cleanup(server.Close)
	return client{t, server.URL, db}
}

// do sends a request and returns the status code and the body.
func (c client) do(request, body string) (int, string) {
	c.t.Helper()
	method, path, _ := strings.Cut(request, " ")
	r, err := http.NewRequestWithContext(c.t.Context(), method, c.url+path, strings.NewReader(body))
	if err != nil {
		c.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		c.t.Fatal(err)
	}
	defer answer.Body.Close()
	var text json.RawMessage
	if err := json.NewDecoder(answer.Body).Decode(&text); err != nil {
		c.t.Fatalf("%s: %d, %v", request, answer.StatusCode, err)
	}
	if kind := answer.Header.Get("Content-Type"); kind != "application/json" {
		c.t.Errorf("%s: content type %q", request, kind)
	}
	return answer.StatusCode, string(text)
}

// read sends a request that succeeds, and returns what it answers.
func read[T any](c client, request, body string) (v T) {
	c.t.Helper()
	code, text := c.do(request, body)
	if err := json.Unmarshal([]byte(text), &v); err != nil || code != http.StatusOK {
		c.t.Fatalf("%s: %d %s, %v", request, code, text, err)
	}
	return v
}

func TestCreateAndGet(t *testing.T) {
	c := start(t)
	ada := read[User](c, "POST /users", `{"name": "Ada"}`)
	if text := ada.ID.String(); ada.Name != "Ada" || !strings.HasPrefix(text, "user_") {
		t.Errorf("%+v", ada)
	}
	if got := read[User](c, "GET /users/"+ada.ID.String(), ""); got != ada {
		t.Errorf("%+v, want %+v", got, ada)
	}
	order := read[Order](c, "POST /orders", fmt.Sprintf(`{"user_id": %q, "cents": 995}`, ada.ID))
	if order.UserID != ada.ID || order.Cents != 995 || time.Since(order.ID.V().Time()).Abs() > time.Minute {
		t.Errorf("%+v", order)
	}
	if got := read[Order](c, "GET /orders/"+order.ID.String(), ""); got != order {
		t.Errorf("%+v, want %+v", got, order)
	}
	if code, text := c.do("GET /orders/"+order.ID.String(), ""); code != http.StatusOK || !strings.Contains(text, `"id":"order_`) || !strings.Contains(text, `"user_id":"user_`) {
		t.Errorf("%d %s", code, text)
	}
}

// seed stores users with n orders each, made by turns one a minute from base on, and returns
// the orders of each user, the newest first.
func seed(c client, users, n int) (ids []UserID, orders map[UserID][]Order) {
	c.t.Helper()
	orders = map[UserID][]Order{}
	for range users {
		ids = append(ids, read[User](c, "POST /users", `{"name": "x"}`).ID.V())
	}
	for i := range users * n {
		key, err := uuidv7.At(base.Add(time.Duration(i) * time.Minute))
		if err != nil {
			c.t.Fatal(err)
		}
		owner := ids[i%users]
		order := Order{ID: gormtype.Of(OrderID(key)), UserID: gormtype.Of(owner), Cents: int64(i)}
		if err := c.db.Create(&order).Error; err != nil {
			c.t.Fatal(err)
		}
		orders[owner] = slices.Insert(orders[owner], 0, order)
	}
	return ids, orders
}

var base = time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)

// walk reads the pages of a list, and checks that each but the last one is full.
func walk(c client, path string, limit int) (all []Order) {
	c.t.Helper()
	path = fmt.Sprintf("GET %s%climit=%d", path, separator(path), limit)
	for cursor := ""; ; {
		p := read[page](c, path+cursor, "")
		if all = append(all, p.Orders...); p.Before.IsZero() {
			return all
		}
		if len(p.Orders) != limit {
			c.t.Fatalf("%s: a page of %d orders", path, len(p.Orders))
		}
		cursor = "&before=" + p.Before.String()
	}
}

func separator(path string) rune {
	if strings.Contains(path, "?") {
		return '&'
	}
	return '?'
}

// TestPages: the pages have each order once, the newest first.
func TestPages(t *testing.T) {
	c := start(t)
	if got := walk(c, "/orders", 3); len(got) != 0 {
		t.Errorf("an empty table: %v", got)
	}
	if code, text := c.do("GET /orders", ""); code != http.StatusOK || text != `{"orders":[]}` {
		t.Errorf("an empty table: %d %s", code, text)
	}
	users, orders := seed(c, 3, 12)
	var all []Order
	for _, of := range orders {
		all = append(all, of...)
	}
	slices.SortFunc(all, func(a, b Order) int { return cmp.Compare(b.Cents, a.Cents) })
	for _, limit := range []int{1, 5, 12, 36, 100} {
		if got := walk(c, "/orders", limit); !slices.Equal(got, all) {
			t.Errorf("limit %d: %v, want %v", limit, got, all)
		}
		if got := walk(c, "/users/"+users[1].String()+"/orders", limit); !slices.Equal(got, orders[users[1]]) {
			t.Errorf("limit %d: %v, want %v", limit, got, orders[users[1]])
		}
	}
	if p := read[page](c, "GET /orders?before=", ""); !slices.Equal(p.Orders, all[:20]) || p.Before != all[19].ID.V() {
		t.Errorf("an empty cursor: %+v", p)
	}
}

func TestTimeRange(t *testing.T) {
	c := start(t)
	users, orders := seed(c, 1, 30)
	all := orders[users[0]] // the newest first, that of minute 29
	at := func(minute int) string { return base.Add(time.Duration(minute) * time.Minute).Format(time.RFC3339) }
	for _, r := range []struct {
		query string
		want  []Order
	}{
		{"from=" + at(10), all[:20]},
		{"to=" + at(10), all[20:]},
		{"from=" + at(10) + "&to=" + at(20), all[10:20]},
		{"from=" + at(10) + "&to=" + at(10), nil},
		{"from=" + at(-5) + "&to=" + at(500), all},
		{"from=" + strings.Replace(at(10), "Z", "%2B00:00", 1) + "&to=" + at(11), all[19:20]},
	} {
		if got := walk(c, "/orders?"+r.query, 4); !slices.Equal(got, r.want) {
			t.Errorf("%s: %v, want %v", r.query, got, r.want)
		}
	}
}

// inside matches names of Go types and packages, and advice to programmers.
var inside = regexp.MustCompile(`json:|Go |For\[|ParseFor|main\.|uuidv7\.|struct|int64|FromBytes|: use `)

// TestFaults: each fault of a client has its status code, and a text that helps.
func TestFaults(t *testing.T) {
	c := start(t)
	user := read[User](c, "POST /users", `{"name": "Ada"}`).ID.String()
	order := read[Order](c, "POST /orders", fmt.Sprintf(`{"user_id": %q}`, user)).ID.String()
	noUser, noOrder := uuidv7.NewFor[User]().String(), uuidv7.NewFor[Order]().String()
	for _, f := range []struct {
		request, body string
		code          int
		text          string
	}{
		{"GET /users/" + noUser, "", http.StatusNotFound, "not found"},
		{"GET /orders/" + noOrder, "", http.StatusNotFound, "not found"},
		{"GET /users/" + noUser + "/orders", "", http.StatusNotFound, "not found"},
		{"GET /users/" + order, "", http.StatusBadRequest, "wrong prefix"},
		{"GET /orders/" + user, "", http.StatusBadRequest, "wrong prefix"},
		{"GET /users/" + order + "/orders", "", http.StatusBadRequest, "wrong prefix"},
		{"GET /orders/7", "", http.StatusBadRequest, "wrong prefix"},
		{"GET /orders/" + order[:len(order)-1], "", http.StatusBadRequest, "wrong length"},
		{"GET /orders/" + order + "%20", "", http.StatusBadRequest, "wrong length"},
		{"GET /orders/" + order[:len(order)-1] + "!", "", http.StatusBadRequest, "character outside the alphabet"},
		{"GET /orders?before=" + user, "", http.StatusBadRequest, "wrong prefix"},
		{"GET /orders?limit=0", "", http.StatusBadRequest, "limit"},
		{"GET /orders?limit=101", "", http.StatusBadRequest, "limit"},
		{"GET /orders?limit=x", "", http.StatusBadRequest, "limit"},
		{"GET /orders?from=yesterday", "", http.StatusBadRequest, "yesterday"},
		{"POST /users", `{"name": 7}`, http.StatusBadRequest, "Name: a JSON number does not fit"},
		{"POST /orders", `[]`, http.StatusBadRequest, "a JSON array does not fit"},
		{"POST /orders", `{"cents": "x"}`, http.StatusBadRequest, "Cents: a JSON string does not fit"},
		{"POST /orders", `{"cents": 1e40}`, http.StatusBadRequest, "Cents: a JSON number 1e40 does not fit"},
		{"GET /orders?to=1969-07-20T00:00:00Z", "", http.StatusBadRequest, "outside the format's lifetime"},
		{"POST /orders", `{"cents": 995}`, http.StatusBadRequest, "an ID is missing"},
		{"POST /orders", `{"user_id": null}`, http.StatusBadRequest, "not the text form"},
		{"POST /orders", `{"user_id": 7}`, http.StatusBadRequest, "not the text form"},
		{"POST /orders", `{"user_id": ""}`, http.StatusBadRequest, "an ID is missing"},
		{"POST /orders", fmt.Sprintf(`{"user_id": %q}`, order), http.StatusBadRequest, "wrong prefix"},
		{"POST /orders", fmt.Sprintf(`{"user_id": %q}`, noUser), http.StatusBadRequest, "nothing has the ID"},
		{"POST /orders", `{"user": 7}`, http.StatusBadRequest, "invalid input"},
		{"POST /users", `{"name": `, http.StatusBadRequest, "invalid input"},
		{"POST /users", `{"name": "` + strings.Repeat("x", 1<<20) + `"}`, http.StatusBadRequest, "too large"},
	} {
		if code, text := c.do(f.request, f.body); code != f.code || !strings.Contains(text, `{"error":`) || !strings.Contains(text, f.text) {
			t.Errorf("%s %.60s: %d %s, want %d %s", f.request, f.body, code, text, f.code, f.text)
		} else if inside.MatchString(text) {
			t.Errorf("%s %.60s: %s shows what is inside of the program", f.request, f.body, text)
		}
	}
	var n int64
	if err := c.db.Model(&Order{}).Count(&n).Error; err != nil || n != 1 {
		t.Errorf("%d orders, %v, want 1", n, err)
	}
}

// TestInternalError: the text of a fault of the server does not reach the client.
func TestInternalError(t *testing.T) {
	c := start(t)
	if err := c.db.Migrator().DropTable(&Order{}); err != nil {
		t.Fatal(err)
	}
	if code, text := c.do("GET /orders", ""); code != http.StatusInternalServerError || text != `{"error":"internal error"}` {
		t.Errorf("%d %s", code, text)
	}
}

// TestSchema: the live schema keeps the IDs and their order.
func TestSchema(t *testing.T) {
	findings, err := check.Run(start(t).db, &User{}, &Order{})
	if err != nil || len(findings) > 0 {
		t.Errorf("%v, %v", findings, err)
	}
}
