package demos

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
)

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
	path                 string         // of the validation dataset
	added                map[string]int // demonstrations by behaviour
}

// Names of the two datasets in the folder of one that is split, as CALVIN has them.
const (
	trainingPart   = "training"
	validationPart = "validation"
)

// Split returns a writer that gives each demonstration to one of two datasets by Validates, counted for each behaviour.
// create starts them, below a path that does not exist, is an empty folder, or holds two such datasets. Each has a card
// of its own, which says what part of the whole it is. The validation dataset is removed if the training dataset cannot
// be completed.
func Split(path string, create func(path string) (Writer, error)) (Writer, error) {
	if err := checkParts(path); err != nil {
		return nil, err
	}
	training, err := create(filepath.Join(path, trainingPart))
	if err != nil {
		return nil, err
	}
	w := &splitWriter{training: training, path: filepath.Join(path, validationPart), added: map[string]int{}}
	if w.validation, err = create(w.path); err != nil {
		training.Abort()
		return nil, err
	}
	return w, nil
}

// checkParts returns an error, as NewStagingDir and Commit do, if a path holds anything but the datasets of a split and
// what a writer that was killed has left of them, which the next one removes.
func checkParts(path string) error {
	if free, err := isVacant(path); err != nil {
		return fmt.Errorf("demos: %w", err)
	} else if free {
		return nil
	}
	if old, err := OpenAny(context.Background(), path); err == nil {
		defer old.Close()
		return occupied(path, old.Card())
	}
	entries, _ := os.ReadDir(path) // none of a file
	foreign := len(entries) == 0
	for _, e := range entries {
		name := e.Name()
		foreign = foreign || name != trainingPart && name != validationPart && !durable.Temporary(name)
	}
	if foreign {
		return noDataset(path)
	}
	return nil
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

// Close implements Writer. It completes neither dataset if no behaviour has two demonstrations, or if one of the two
// cannot be completed. A validation dataset that was there before, which is the same, stays.
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
	vacant, err := isVacant(w.path)
	if err != nil {
		return fmt.Errorf("demos: %w", err)
	}
	card.Part = validationPart
	if err := w.validation.Close(card); err != nil {
		return err
	}
	card.Part = trainingPart
	if err = w.training.Close(card); err != nil && vacant {
		err = errors.Join(err, w.removeValidation())
	}
	return err
}

// removeValidation removes the validation dataset. Where its path is a link, the dataset is at the link's end.
func (w *splitWriter) removeValidation() error {
	path, err := filepath.EvalSymlinks(w.path)
	if err == nil {
		err = durable.RemoveAll(path)
	}
	if err != nil {
		return fmt.Errorf("demos: the validation dataset %s has no training dataset; remove it: %w", w.path, err)
	}
	return nil
}

// Abort implements Writer. The dataset that was begun first is the last to go, with the folder that was made for both.
func (w *splitWriter) Abort() {
	w.validation.Abort()
	w.training.Abort()
}
