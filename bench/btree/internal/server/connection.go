package server

import (
	"context"
	"errors"
)

// connection is what a Writer and a Reader have of their own.
type connection struct {
	client  client
	closing string // a statement that Close runs first; empty for none
	closed  bool
}

// Report runs the closing statement, if there is one and the client is open.
func (c *connection) Report(ctx context.Context) error {
	if c.closed || c.closing == "" {
		return nil
	}
	return c.client.run(ctx, c.closing)
}

// Close ends the connection.
func (c *connection) Close() error {
	ctx, cancel := context.WithTimeout(context.Background(), closeTimeout)
	defer cancel()
	err := c.Report(ctx)
	c.closed = true
	return errors.Join(err, c.client.close(ctx))
}
