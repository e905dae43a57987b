package main

import (
	"encoding/json"
	"errors"
	"log"
	"net/http"

	"github.com/sortid/sortid/id"
	"gorm.io/gorm"
)

// answer returns what a request asks for, or an error.
type answer func(*gorm.DB, *http.Request) (any, error)

// endpoint writes an answer as JSON.
type endpoint struct {
	db     *gorm.DB
	answer answer
}

func (e endpoint) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	code := http.StatusOK
	v, err := e.answer(e.db.WithContext(r.Context()), r)
	if err != nil {
		code, err = fault(err)
		v = map[string]string{"error": err.Error()}
	}
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(code)
	_ = json.NewEncoder(w).Encode(v) // an error means that the client is gone
}

// inputError is an error of the client, with a text for it: one that shows nothing of the program.
type inputError string

func (e inputError) Error() string { return string(e) }

// badInput returns the error of a parser as one of the client. The errors of package id and of
// encoding/json contain names of Go types, and the log has them.
func badInput(err error) error {
	log.Print(err)
	var field *json.UnmarshalTypeError
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &field):
		return inputError(field.Field + ": a JSON " + field.Value + " does not fit")
	case errors.As(err, &tooLarge):
		return inputError("the body is too large")
	}
	return inputError(id.Summary(err))
}

// fault returns the status code of an error, and the error that the client sees.
func fault(err error) (int, error) {
	switch input := inputError(""); {
	case errors.As(err, &input):
		return http.StatusBadRequest, input
	case errors.Is(err, id.ErrZero): // the body has no such field
		return http.StatusBadRequest, errors.New("an ID is missing")
	case errors.Is(err, gorm.ErrForeignKeyViolated):
		return http.StatusBadRequest, errors.New("nothing has the ID")
	case errors.Is(err, gorm.ErrRecordNotFound):
		return http.StatusNotFound, errors.New("not found")
	}
	log.Print(err)
	return http.StatusInternalServerError, errors.New("internal error")
}

// decode reads the body of a request. An ID refuses null, a number and the text of another
// kind. An absent or empty one is zero.
func decode(r *http.Request, v any) error {
	body := json.NewDecoder(http.MaxBytesReader(nil, r.Body, 1<<20))
	body.DisallowUnknownFields()
	if err := body.Decode(v); err != nil {
		return badInput(err)
	}
	return nil
}
