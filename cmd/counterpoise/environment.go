package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"counterpoise/bench/definition"
	"counterpoise/bench/remote/environments"
	"counterpoise/bench/remote/wire"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/policies/elsewhere"
)

// envFlags name an environment of others, and say how it is started. eval, try and demos collect have them.
type envFlags struct {
	env     string // ws://HOST:PORT, gymnasium:ID?key=value, or MODULE:FUNCTION?key=value; empty: the tabletop
	python  string
	success string
	horizon int
	expert  string // of demos collect
	timeout time.Duration
	workers int
}

// envNames are the flags that mean nothing without --env.
var envNames = []string{"python", "success", "horizon"}

func (e *envFlags) flags(f *pflag.FlagSet) {
	f.StringVar(&e.env, "env", "", "`ENV` of others, in place of the tabletop: gymnasium:ID?key=value, or "+
		"MODULE:FUNCTION?key=value that returns one, or ws://HOST:PORT of counterpoise.environments")
	f.StringVar(&e.python, "python", "python3", "`PATH` of the Python that has the environment")
	f.StringVar(&e.success, "success", "",
		"`FUNCTION` of a step, as MODULE:FUNCTION, that says whether the task is solved")
	f.Lookup("success").DefValue = "what info says: success or is_success"
	f.IntVar(&e.horizon, "horizon", 0, "at most `N` steps a rollout")
	f.Lookup("horizon").DefValue = "the environment's"
}

// served reports whether the environment is that of a server at an address.
func (e *envFlags) served() bool {
	return strings.HasPrefix(e.env, "ws://") || strings.HasPrefix(e.env, "wss://")
}

// check returns an error for flags that mean nothing without --env, or are wrong by themselves.
func (e *envFlags) check(c *cobra.Command) error {
	if e.env == "" {
		return foreign(c, "is about an environment of others, and there is no --env", envNames...)
	}
	switch {
	case e.horizon < 0 || c.Flags().Changed("horizon") && e.horizon == 0:
		return misused("--horizon must be 1 or more, not %d", e.horizon)
	case !e.served() && !strings.Contains(e.env, ":"):
		return misused("--env %s is no environment: one is gymnasium:ID, MODULE:FUNCTION or ws://HOST:PORT", e.env)
	case e.served() && e.success != "":
		return misused("--success is for an environment that this program starts; the server at %s decides", e.env)
	}
	return nil
}

// open starts the environment, or finds it at its address, and connects workers times. close ends all.
func (e envFlags) open(ctx context.Context) (clients []*environments.Client, close func(), err error) {
	var closers []func()
	all := func() {
		for _, c := range slices.Backward(closers) {
			c()
		}
	}
	defer func() {
		if err != nil {
			all()
		}
	}()
	options := wire.DefaultOptions()
	options.Idle = cmp.Or(e.timeout, options.Idle)
	for range e.workers {
		address := e.env
		if !e.served() {
			var stop func()
			process := environments.Process{Python: e.python, Env: e.env, Success: e.success, Horizon: e.horizon,
				Expert: e.expert}
			if address, stop, err = process.Start(ctx); err != nil {
				return nil, nil, err
			}
			closers = append(closers, stop)
		}
		c, err := environments.Dial(ctx, address, options)
		if err != nil {
			return nil, nil, err
		}
		closers = append(closers, c.Close)
		clients = append(clients, c)
	}
	return clients, all, nil
}

// look makes connections see pictures, as policies do that read them.
func look(clients []*environments.Client) error {
	for _, c := range clients {
		if err := c.Look(environments.Eyes{Names: elsewhere.PictureNames, See: elsewhere.SeePicture}); err != nil {
			return err
		}
	}
	return nil
}

// checkStarts tests whether seeds decide the starts. An environment where they do not is a warning.
func (p program) checkStarts(ctx context.Context, c *environments.Client) (seeded bool, err error) {
	err = c.CheckSeeds(ctx)
	if errors.Is(err, environments.ErrUnseeded) {
		fmt.Fprintf(p.err, "warning: %s\n", printable.Line(err.Error()))
		return false, nil
	}
	return err == nil, err
}

// startSeeds are the seeds of the first n starts of a stream: from a whole number, 31 bits each, as every generator of
// random numbers takes them.
func startSeeds(words string, of uint64, n int) (all []uint64) {
	for i := range n {
		all = append(all, uint64(seed.Of(words, of, i).Rand().Uint32()>>1))
	}
	return all
}

// taskWord stands for a task of the dataset in the environment's name.
const taskWord = definition.TaskWord
