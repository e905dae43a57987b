package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/sortid/sortid/id/wiji"
)

func TestRequests(t *testing.T) {
	user, order := wiji.NewFor[User]().String(), wiji.NewFor[Order]().String()
	const jsonType, formType = "application/json", "application/x-www-form-urlencoded"
	for name, h := range map[string]http.Handler{"http": HTTP(), "gin": Gin(), "echo": Echo(), "schema": Schema()} {
		t.Run(name, func(t *testing.T) {
			for _, c := range []struct {
				target, kind, body string
				answer             string // empty for 400
			}{
				{"/users/" + user + "/orders", "", "", user + " before true"},
				{"/users/" + user + "/orders?before=" + order, "", "", user + " before false"},
				{"/users/" + user + "/orders?before=" + user, "", "", ""},
				{"/users/" + user + "/orders?before=" + order + "0", "", "", ""},
				{"/users/" + order + "/orders", "", "", ""},
				{"/users/7/orders", "", "", ""},
				{"/orders", jsonType, `{"user": "` + user + `"}`, user},
				{"/orders", jsonType + "; charset=utf-8", `{"user": "` + user + `"}`, user},
				{"/orders", jsonType, `{"user": "` + order + `"}`, ""},
				{"/orders", jsonType, `{"user": null}`, ""},
				{"/orders", jsonType, `{"user": 7}`, ""},
				{"/orders", jsonType, `{"user": ""}`, ""},
				{"/orders", jsonType, `{}`, ""},
				{"/orders", formType, "user=" + user, user},
				{"/orders", formType, "user=" + order, ""},
				{"/orders", formType, "user=", ""},
				{"/orders", formType, "", ""},
			} {
				if name == "schema" && strings.HasPrefix(c.kind, jsonType) {
					continue // it reads forms
				}
				method := http.MethodGet
				if c.kind != "" {
					method = http.MethodPost
				}
				r := httptest.NewRequest(method, c.target, strings.NewReader(c.body))
				r.Header.Set("Content-Type", c.kind)
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				code := http.StatusOK
				if c.answer == "" {
					code = http.StatusBadRequest
				}
				if got := w.Body.String(); w.Code != code || code == http.StatusOK && got != c.answer {
					t.Errorf("%s %s %s: %d %s, want %d %s", c.target, c.kind, c.body, w.Code, got, code, c.answer)
				}
			}
		})
	}
}

// TestEmptyCursor: a parameter without a value is for the first page in ParseCursor. Gin and
// echo refuse it, because UnmarshalParam reads an ID.
func TestEmptyCursor(t *testing.T) {
	for name, c := range map[string]struct {
		handler http.Handler
		code    int
	}{"http": {HTTP(), http.StatusOK}, "schema": {Schema(), http.StatusOK}, "gin": {Gin(), http.StatusBadRequest}, "echo": {Echo(), http.StatusBadRequest}} {
		w := httptest.NewRecorder()
		c.handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/users/"+wiji.NewFor[User]().String()+"/orders?before=", nil))
		if w.Code != c.code {
			t.Errorf("%s: %d %s, want %d", name, w.Code, w.Body, c.code)
		}
	}
}
