package environment

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/remote/environments"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/policies/elsewhere"
)

// Open starts the environments of the tasks. There is a place for each training that runs at a time, of at most n, with
// a connection to each, which looks at the pictures if the policy does.
func (t Trainings) Open(ctx context.Context, p shared.Program, tasks []string, n int) (
	places [][]*environments.Client, done func(), err error) {
	var closers []func()
	all := func() {
		for _, end := range slices.Backward(closers) {
			end()
		}
	}
	e := t.EnvFlags
	e.Workers = max(1, min(t.Workers, n, shared.MaxProcesses/len(tasks)))
	places = make([][]*environments.Client, e.Workers)
	for _, task := range tasks {
		e.Env = strings.ReplaceAll(t.Env, shared.TaskWord, task)
		clients, end, err := e.Open(ctx)
		if err != nil {
			all()
			return nil, nil, err
		}
		closers = append(closers, end)
		if elsewhere.Looks(t.Config) {
			if err := shared.AskPictures(clients); err != nil {
				all()
				return nil, nil, err
			}
		}
		if err := clients[0].CheckSeeds(ctx); errors.Is(err, environments.ErrUnsteady) {
			fmt.Fprintf(p.Err, "warning: %s\n", printable.Line(err.Error()))
		} else if err != nil {
			all()
			if errors.Is(err, environments.ErrUnseeded) {
				err = fmt.Errorf("%w; arms are compared from the same starts, and not without them", err)
			}
			return nil, nil, err
		}
		for i, c := range clients {
			places[i] = append(places[i], c)
		}
	}
	return places, all, nil
}
