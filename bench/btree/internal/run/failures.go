package run

import (
	"errors"
	"slices"
)

// failures are the engines that failed, each with its error.
type failures []failure

type failure struct {
	engine string
	err    error
}

// has reports whether an engine failed.
func (f failures) has(engine string) bool {
	return slices.ContainsFunc(f, func(one failure) bool { return one.engine == engine })
}

// messages returns the errors as texts.
func (f failures) messages() []string {
	var list []string
	for _, one := range f {
		list = append(list, one.err.Error())
	}
	return list
}

// err joins the errors.
func (f failures) err() error {
	var list []error
	for _, one := range f {
		list = append(list, one.err)
	}
	return errors.Join(list...)
}

// add adds the error of an engine, whose trials are left out from now on.
func (f *failures) add(engine string, err error) { *f = append(*f, failure{engine, err}) }

// logFailures logs the failures after the first n.
func (c *job) logFailures(f failures, n int) {
	for _, one := range f[n:] {
		c.Log(one.engine + " failed, and its trials are left out: " + one.err.Error())
	}
}
