package api_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/sortid/sortid/internal/format"
)

// formats lists the packages that have typed IDs.
var formats = format.Names()

// program is type-checked for each format. The compiler must refuse the lines that end in
// the comment "refused", and no other line.
const program = `package program

import (
	"time"

	"github.com/sortid/sortid/gormtype"
	"github.com/sortid/sortid/id/%[1]s"
	"github.com/sortid/sortid/sqltype"
)

type User struct {
	ID     UserID
	Orders []OrderID
}

func (User) IDPrefix() string { return "user" }

type Order struct {
	ID   gormtype.ID[%[1]s.For[Order]]
	User *UserID
}

type (
	UserID  = %[1]s.For[User]
	OrderID = %[1]s.For[Order]
)

func userOnly(UserID)      {}
func plainOnly(%[1]s.ID)   {}
func column(sqltype.Binary[UserID]) {}

func conversions(user UserID, order OrderID, plain %[1]s.ID) {
	userOnly(user)
	userOnly(order) // refused
	userOnly(plain) // refused
	plainOnly(user) // refused
	userOnly(UserID(plain))
	plainOnly(%[1]s.ID(user))
	user = order // refused
	user = plain // refused
	plain = order // refused
	var _ OrderID = user // refused
}

func comparisons(user UserID, order OrderID, plain %[1]s.ID) {
	_ = user == user
	_ = user == order // refused
	_ = user == plain // refused
	_ = user.Compare(user)
	_ = user.Compare(order) // refused
	_ = user.Compare(plain) // refused
	_ = plain.Compare(user) // refused
	_ = map[UserID]int{user: 1}[order] // refused
	_ = append([]UserID{user}, order) // refused
}

func results(user UserID, order OrderID) {
	user = %[1]s.NewFor[User]()
	user = %[1]s.NewFor[Order]() // refused
	user = %[1]s.New() // refused
	user, _ = %[1]s.ParseFor[User]("")
	order, _ = %[1]s.ParseFor[User]("") // refused
	order, _ = %[1]s.FromBytes(nil) // refused
	order, _ = %[1]s.MinAt(time.Time{}) // refused
}

func columns(user UserID, order OrderID) {
	column(sqltype.BinaryOf(user))
	column(sqltype.BinaryOf(order)) // refused
	_ = Order{ID: gormtype.Of(order), User: &user}
	_ = Order{ID: gormtype.Of(user)} // refused
	_ = Order{User: &order} // refused
	_ = User{Orders: []OrderID{user}} // refused
}
`

// TestKindsDoNotMix: one kind of ID is not another, and not a plain one.
func TestKindsDoNotMix(t *testing.T) {
	for _, format := range formats {
		t.Run(format, func(t *testing.T) {
			source := fmt.Sprintf(program, format)
			var want []int
			for i, line := range strings.Split(source, "\n") {
				if strings.HasSuffix(line, "// refused") {
					want = append(want, i+1)
				}
			}
			if got := refused(t, source); !slices.Equal(got, want) {
				t.Errorf("the compiler refuses the lines %v, want %v", got, want)
			}
		})
	}
}

// refused returns the lines of a file in which the compiler finds errors.
func refused(t *testing.T, source string) (lines []int) {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "program", "program.go")
	loaded, err := packages.Load(&packages.Config{
		Mode:    packages.LoadTypes | packages.NeedSyntax | packages.NeedTypesInfo,
		Overlay: map[string][]byte{file: []byte(source)},
	}, "file="+file)
	if err != nil {
		t.Fatal(err)
	}
	if len(loaded) != 1 || len(loaded[0].Syntax) != 1 {
		t.Fatalf("%d packages: %v", len(loaded), loaded)
	}
	for _, e := range loaded[0].Errors {
		if e.Kind != packages.TypeError { // the go command compiles the program as well
			t.Logf("%v", e)
			continue
		}
		var line, column int
		if _, err := fmt.Sscanf(strings.TrimPrefix(e.Pos, file), ":%d:%d", &line, &column); err != nil {
			t.Fatalf("%v: %v", e, err)
		}
		if !slices.Contains(lines, line) {
			lines = append(lines, line)
		}
	}
	slices.Sort(lines)
	return lines
}
