package web

import (
	"net/http"

	"github.com/gin-gonic/gin"
	"github.com/sortid/sortid/id"
)

// Gin binds paths, queries and forms by UnmarshalParam.
func Gin() http.Handler {
	gin.SetMode(gin.ReleaseMode)
	router := gin.New()
	router.GET("/users/:user/orders", func(c *gin.Context) {
		var list List
		if err := c.ShouldBindUri(&list); err != nil {
			c.String(http.StatusBadRequest, "%s", id.Summary(err))
			return
		}
		if err := c.ShouldBindQuery(&list); err != nil {
			c.String(http.StatusBadRequest, "%s", id.Summary(err))
			return
		}
		c.String(http.StatusOK, "%v", list)
	})
	router.POST("/orders", func(c *gin.Context) {
		var order NewOrder
		if err := c.ShouldBind(&order); err != nil {
			c.String(http.StatusBadRequest, "%s", id.Summary(err))
			return
		}
		c.String(http.StatusOK, "%v", order)
	})
	return router
}
