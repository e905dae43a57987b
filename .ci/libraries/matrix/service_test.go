package matrix

import (
	"context"
	"database/sql"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"testing"
	"time"

	"connectrpc.com/connect"
	"github.com/riverqueue/river"
	"github.com/riverqueue/river/riverdriver/riversqlite"
	"github.com/riverqueue/river/rivermigrate"
	"github.com/sortid/sortid/id/wiji"
	"google.golang.org/protobuf/types/known/wrapperspb"
)

// testConnect: a message has the text of an ID, which the handler parses.
func testConnect(t *testing.T) {
	mux := http.NewServeMux()
	const procedure = "/orders.v1.Orders/Get"
	mux.Handle(procedure, connect.NewUnaryHandler(procedure,
		func(_ context.Context, r *connect.Request[wrapperspb.StringValue]) (*connect.Response[wrapperspb.StringValue], error) {
			x, err := wiji.ParseFor[user](r.Msg.GetValue())
			if err != nil {
				return nil, connect.NewError(connect.CodeInvalidArgument, err)
			}
			return connect.NewResponse(wrapperspb.String(x.String())), nil
		}))
	server := httptest.NewServer(mux)
	defer server.Close()
	for name, option := range map[string]connect.ClientOption{"binary": connect.WithClientOptions(), "JSON": connect.WithProtoJSON()} {
		client := connect.NewClient[wrapperspb.StringValue, wrapperspb.StringValue](server.Client(), server.URL+procedure, option)
		x := wiji.NewFor[user]().String()
		if answer, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String(x))); err != nil || answer.Msg.GetValue() != x {
			t.Errorf("%s: %v, %v", name, answer, err)
		}
		if _, err := client.CallUnary(t.Context(), connect.NewRequest(wrapperspb.String("wrong"))); connect.CodeOf(err) != connect.CodeInvalidArgument {
			t.Errorf("%s, a wrong text: %v", name, err)
		}
	}
}

// job has IDs as the arguments of a job, which is unique by the first one.
type job struct {
	ID     wiji.ID        `json:"id"     river:"unique"`
	User   wiji.For[user] `json:"user"`
	Parent *wiji.ID       `json:"parent"`
}

func (job) Kind() string { return "job" }

type worker struct {
	river.WorkerDefaults[job]
	done chan job
}

func (w worker) Work(_ context.Context, j *river.Job[job]) error {
	w.done <- j.Args
	return nil
}

func testRiver(t *testing.T) {
	db, err := sql.Open("sqlite", "file:"+filepath.Join(t.TempDir(), "test.db")+"?_pragma=busy_timeout(10000)")
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	driver := riversqlite.New(db)
	migrator, err := rivermigrate.New(driver, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := migrator.Migrate(t.Context(), rivermigrate.DirectionUp, nil); err != nil {
		t.Fatal(err)
	}
	workers := river.NewWorkers()
	w := worker{done: make(chan job, 2)}
	river.AddWorker(workers, w)
	client, err := river.NewClient(driver, &river.Config{Queues: map[string]river.QueueConfig{river.QueueDefault: {MaxWorkers: 1}}, Workers: workers})
	if err != nil {
		t.Fatal(err)
	}
	args := job{ID: wiji.New(), User: wiji.NewFor[user]()}
	for i, skipped := range []bool{false, true} {
		unique := &river.InsertOpts{UniqueOpts: river.UniqueOpts{ByArgs: true}}
		if inserted, err := client.Insert(t.Context(), args, unique); err != nil || inserted.UniqueSkippedAsDuplicate != skipped {
			t.Fatalf("insert %d: %v, %v", i+1, inserted, err)
		}
	}
	if err := client.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	select {
	case got := <-w.done:
		if got != args {
			t.Errorf("the worker has %v, want %v", got, args)
		}
	case <-time.After(time.Minute):
		t.Error("the job did not run")
	}
	if err := client.Stop(context.WithoutCancel(t.Context())); err != nil {
		t.Error(err)
	}
}
