package run

import (
	"context"
	"time"

	"github.com/sortid/sortid/bench/btree/internal/engine"
	"github.com/sortid/sortid/bench/btree/internal/metric"
)

// working calls do, which returns how long the clients took, and adds to the trial the processor
// time that the database used meanwhile.
func (run *runner) working(ctx context.Context, do func() (time.Duration, error)) (time.Duration, error) {
	e, ok := run.engine.(engine.Processor)
	if !ok {
		return do()
	}
	before := processorTime(ctx, e)
	took, err := do()
	if err != nil {
		return took, err
	}
	used := engine.Delta(before, processorTime(ctx, e))
	if used.Missing == "" && run.processor.Missing == "" {
		used.Value += run.processor.Value
	}
	run.processor = used
	return took, nil
}

// processorTime reads the processor time in microseconds. If it cannot be read, the trial goes on.
func processorTime(ctx context.Context, e engine.Processor) metric.Reading {
	d, err := e.ProcessorTime(ctx)
	if why, missing := engine.MissingReason(err); missing {
		return metric.Missing(why)
	}
	if err != nil {
		return metric.Missing("the processor time was not read: " + err.Error())
	}
	return metric.Value(float64(d) / float64(time.Microsecond))
}

// processorReading adds the processor time a row, if the engine has one.
func (run *runner) processorReading(r metric.Readings, rows int) {
	_, ok := run.engine.(engine.Processor)
	switch {
	case run.about.Simulated:
		r[metric.ProcessorTime] = metric.Missing("a simulation has no times")
	case ok:
		r[metric.ProcessorTime] = engine.PerRow(run.processor, rows)
	}
}
