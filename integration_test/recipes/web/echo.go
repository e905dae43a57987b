package web

import (
	"net/http"

	"github.com/go-playground/validator/v10"
	"github.com/labstack/echo/v4"
	"github.com/sortid/sortid/id"
)

// Echo binds paths, queries and forms by UnmarshalParam.
func Echo() http.Handler {
	server := echo.New()
	server.Validator = tags{validator.New()}
	server.GET("/users/:user/orders", func(c echo.Context) error {
		var list List
		if err := c.Bind(&list); err != nil {
			return err // its code is 400
		}
		return c.String(http.StatusOK, list.String())
	})
	server.POST("/orders", func(c echo.Context) error {
		var order NewOrder
		if err := c.Bind(&order); err != nil {
			return err
		}
		if err := c.Validate(&order); err != nil {
			return echo.NewHTTPError(http.StatusBadRequest, id.Summary(err))
		}
		return c.String(http.StatusOK, order.String())
	})
	return server
}

// tags checks the tags "validate".
type tags struct{ validator *validator.Validate }

// Validate is what echo calls.
func (t tags) Validate(v any) error { return t.validator.Struct(v) }
