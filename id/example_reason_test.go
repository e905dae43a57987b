package id_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/sortid/sortid/id"
	"github.com/sortid/sortid/sqltype"
)

// errCheck is a rule of accountID's texts.
var errCheck = id.NewReason("wrong check digit")

// accountID is an ID of a program's own, whose texts end in a check digit.
type accountID int64

func (a accountID) MarshalText() ([]byte, error) { return fmt.Appendf(nil, "%d-%d", a, a%7), nil }

func (a *accountID) UnmarshalText(text []byte) error {
	number, check, _ := strings.Cut(string(text), "-")
	n, err := strconv.ParseInt(number, 10, 64)
	if err != nil || strconv.FormatInt(n%7, 10) != check {
		return &id.SyntaxError{Format: "account", Form: "text", Input: strconv.Quote(string(text)), Reason: errCheck}
	}
	*a = accountID(n)
	return nil
}

// A type of your own has errors like those of the formats: a column type returns its reason, and
// Summary shows it to the client of an API.
func ExampleNewReason() {
	var column sqltype.Text[accountID]
	err := column.Scan("1234-5")
	fmt.Println(errors.Is(err, errCheck))
	fmt.Println(id.Summary(err))
	// Output:
	// true
	// text "1234-5": wrong check digit
}
