// Package trial describes trials: the coordinates of each, what it measured, and the
// result that holds all trials of a plan.
package trial

// Coordinates locate a trial in its plan: one value on each axis, and the number of the
// repeat. Trials with equal coordinates but for Repeat are repeats of one another.
type Coordinates struct {
	// Engine is the engine's name, such as "postgres".
	Engine string `json:"engine"`
	// Layout names one of the engine's layouts.
	Layout string `json:"layout"`
	// Scenario is what happens to the table.
	Scenario Scenario `json:"scenario"`
	// Rows is the number of rows in the tree at the end.
	Rows int `json:"rows"`
	// Payload is the size in bytes of the column beside the key.
	Payload int `json:"payload_bytes"`
	// BufferPool is the size of the buffer pool that was asked for, such as "64MB"; ""
	// is the engine's default.
	BufferPool string `json:"buffer_pool,omitempty"`
	// Checkpoints is whether the server makes checkpoints during the trial: "none" or "several".
	Checkpoints string `json:"checkpoints"`
	// Writers is the number of clients that insert at the same time.
	Writers int `json:"writers"`
	// Batch is the number of rows in a transaction.
	Batch int `json:"batch"`
	// Key is the name of the kind of key.
	Key string `json:"key"`
	// Generators is the number of key generators of all writers together. Older results
	// have trials that differ in it alone.
	Generators int `json:"generators"`
	// Make says when the keys of a transaction are made.
	Make Make `json:"make"`
	// Repeat counts the trials with otherwise equal coordinates, from 0.
	Repeat int `json:"repeat"`
}

// WithoutKey returns the coordinates without the key, the way its keys are made, and the
// repeat. Trials that agree in the rest may be compared with one another.
func (c Coordinates) WithoutKey() Coordinates {
	c.Key, c.Generators, c.Make, c.Repeat = "", 0, "", 0
	return c
}

// WithoutRepeat returns the coordinates that all repeats of a trial share.
func (c Coordinates) WithoutRepeat() Coordinates {
	c.Repeat = 0
	return c
}
