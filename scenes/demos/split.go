package demos

import "errors"

// validEvery is the reciprocal of the share of demonstrations that validate: a tenth, as robomimic's script
// split_train_val.py has it.
const validEvery = 10

// Validates reports whether demonstration i of a behaviour, counted from 0 in the order of the dataset, is one to
// validate on when a dataset is split. It is the second of every ten: every behaviour with two demonstrations has one,
// styles, which follow one another in blocks, keep their shares, and a writer need not know how many are to come.
func Validates(i int) bool { return i%validEvery == 1 }

// splitWriter implements Writer over two datasets, whose demonstrations are disjoint.
type splitWriter struct {
	training, validation Writer
	added                map[string]int // demonstrations by behaviour
}

// Split returns a writer that gives each demonstration to one of two writers by Validates, counted for each behaviour.
// Each dataset has a card of its own, which says what part of the whole it is.
func Split(training, validation Writer) Writer {
	return &splitWriter{training, validation, map[string]int{}}
}

// Add implements Sink.
func (w *splitWriter) Add(e *Episode) error {
	i := w.added[e.Behaviour]
	w.added[e.Behaviour]++
	if Validates(i) {
		return w.validation.Add(e)
	}
	return w.training.Add(e)
}

// Close implements Writer. It completes neither dataset if no behaviour has two demonstrations.
func (w *splitWriter) Close(card Card) error {
	defer w.Abort()
	most := 0
	for _, n := range w.added {
		most = max(most, n)
	}
	if most < 2 {
		return errors.New("demos: nothing to split: a behaviour needs two demonstrations at least, one to train on " +
			"and one to validate on")
	}
	card.Hash, card.Groups = "", nil
	for _, part := range []struct {
		name string
		to   Writer
	}{{"validation", w.validation}, {"training", w.training}} {
		card.Part = part.name
		if err := part.to.Close(card); err != nil {
			return err
		}
	}
	return nil
}

// Abort implements Writer.
func (w *splitWriter) Abort() {
	w.training.Abort()
	w.validation.Abort()
}
