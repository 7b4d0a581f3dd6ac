package bench

import (
	"bytes"
	"encoding/json"
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/internal/budget"
	"counterpoise/scenes"
)

// LoadEvaluation reads a file that record.Evaluation.Save has written, checks it and knows its task. Errors contain the
// path.
func LoadEvaluation(path string) (e record.Evaluation, err error) {
	b := budget.New(0)
	if err := b.ReadJSON(path, &e); err != nil {
		return e, err
	}
	if e.Format != record.EvaluationFormat {
		return e, fmt.Errorf("%s: it is no evaluation in a form that this program reads", path)
	}
	task, err := scenes.ParseTask(e.Task)
	if err == nil {
		err = e.Check(task.Behaviours())
	}
	if err != nil {
		return e, fmt.Errorf("%s: %w", path, err)
	}
	if len(e.Policy.Metadata) > 0 {
		var compact bytes.Buffer
		if err := json.Compact(&compact, e.Policy.Metadata); err != nil {
			return e, fmt.Errorf("%s: %w", path, err)
		}
		e.Policy.Metadata = compact.Bytes()
	}
	return e, nil
}

// Behaviours returns the behaviours of a task in their order; none of a task that does not exist.
func Behaviours(name string) []string {
	task, err := scenes.ParseTask(name)
	if err != nil {
		return nil
	}
	return task.Behaviours()
}
