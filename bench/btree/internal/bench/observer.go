package bench

// Observer is told how far the benchmark is. Rows is called by the writers at
// the same time, within the time that is measured, so it has to be quick; the
// other methods are called one after the other.
type Observer interface {
	// Begin is called once, before the first run.
	Begin(Plan)
	// Start is called before a run.
	Start(Cell)
	// Rows is called when so many more rows were committed.
	Rows(n int)
	// Done is called after a run that was finished.
	Done(Trial)
	// End is called once, after the last run or when the plan was stopped.
	End()
}

// silent is the Observer of who wants none.
type silent struct{}

func (silent) Begin(Plan) {}
func (silent) Start(Cell) {}
func (silent) Rows(int)   {}
func (silent) Done(Trial) {}
func (silent) End()       {}
