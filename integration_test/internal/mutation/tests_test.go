package main

import (
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestOutcome(t *testing.T) {
	for _, tt := range []struct {
		name, output string
		seconds      map[string]float64
		failed       []string
	}{
		{"a subtest fails", `{"Action":"run","Test":"TestA"}
{"Action":"pass","Test":"TestA/x","Elapsed":1.5}
{"Action":"fail","Test":"TestA/y/z","Elapsed":1}
{"Action":"fail","Test":"TestA/y","Elapsed":1}
{"Action":"fail","Test":"TestA","Elapsed":3}
{"Action":"fail","Test":"TestAB","Elapsed":4}
{"Action":"skip","Test":"TestC","Elapsed":0}
{"Action":"fail","Elapsed":9}`,
			map[string]float64{"./a TestA/x": 1.5, "./a TestA/y/z": 1, "./a TestA/y": 1, "./a TestA": 3, "./a TestAB": 4, "./a": 9},
			[]string{"./a TestA/y/z", "./a TestAB"}},
		{"no test fails, the package does", "no JSON\n" + `{"Action":"pass","Test":"TestA","Elapsed":1}
{"Action":"fail","Elapsed":2}`, map[string]float64{"./a TestA": 1, "./a": 2}, []string{"./a"}},
		{"nothing", "", map[string]float64{}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := outcomeOf("./a", []byte(tt.output)); !maps.Equal(got.seconds, tt.seconds) || !slices.Equal(got.failed, tt.failed) {
				t.Errorf("%+v", got)
			}
		})
	}
}

func TestReportTests(t *testing.T) {
	seconds := map[string]float64{
		"./a": 9, "./a TestA": 0, "./a TestA/x": 1, "./a TestA/x/1": 1, "./a TestB": 3, "./b TestA": 2, "./b TestAB": 2, "./b TestQuick": 0.04,
	}
	verdicts := []verdict{
		{killed: true, by: []string{"./a TestA/x/1", "./a TestB"}}, // by two tests
		{killed: true, by: []string{"./a TestA/x/1", "./a TestA/y"}},
		{killed: true, by: []string{"./b TestA"}},
		{},
	}
	var out strings.Builder
	if err := reportTests(&out, seconds, verdicts); err != nil {
		t.Fatal(err)
	}
	want := `seconds kills alone test
3.0 1 0 ./a TestB
2.0 1 1 ./b TestA
2.0 0 0 ./b TestAB
1.0 2 1 ./a TestA
1.0 2 0 ./a TestA/x
`
	var got strings.Builder
	for line := range strings.Lines(out.String()) {
		got.WriteString(oneLine(line) + "\n")
	}
	if got.String() != want {
		t.Errorf("the report is\n%swant\n%s", got.String(), want)
	}
}
