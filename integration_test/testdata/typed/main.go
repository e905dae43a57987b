// The program instantiates typed IDs, so that TestTypedInlining sees what the compiler
// makes of their methods.
package main

import (
	"fmt"

	"github.com/sortid/sortid/id/ulid"
	"github.com/sortid/sortid/id/ulidflake"
	"github.com/sortid/sortid/id/uuidv7"
	"github.com/sortid/sortid/id/wiji"
)

type user struct{}

func main() {
	fmt.Println(wiji.NewFor[user](), ulid.NewFor[user](), ulidflake.NewFor[user](), uuidv7.NewFor[user]())
}
