package shared

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
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/policies/elsewhere"
)

// EnvFlags name an environment of others, and say how it is started. eval, try and demos collect have them.
type EnvFlags struct {
	Env     string // ws://HOST:PORT, gymnasium:ID?key=value, or MODULE:FUNCTION?key=value; empty: the tabletop
	Python  string
	Success string
	Horizon int
	Expert  string // of demos collect
	Timeout time.Duration
	Workers int
}

// envNames are the flags that mean nothing without --env.
var envNames = []string{"python", "success", "horizon"}

func (e *EnvFlags) Flags(f *pflag.FlagSet) {
	f.StringVar(&e.Env, "env", "", "`ENV` of others, in place of the tabletop: gymnasium:ID?key=value, or "+
		"MODULE:FUNCTION?key=value that returns one, or ws://HOST:PORT of counterpoise.environments")
	f.StringVar(&e.Python, "python", "python3", "`PATH` of the Python that has the environment")
	f.StringVar(&e.Success, "success", "",
		"`FUNCTION` of a step, as MODULE:FUNCTION, that says whether the task is solved")
	f.Lookup("success").DefValue = "what info says: success or is_success"
	f.IntVar(&e.Horizon, "horizon", 0, "at most `N` steps a rollout")
	f.Lookup("horizon").DefValue = "the environment's"
}

// Served reports whether the environment is that of a server at an address.
func (e *EnvFlags) Served() bool {
	return strings.HasPrefix(e.Env, "ws://") || strings.HasPrefix(e.Env, "wss://")
}

// Check returns an error for flags that mean nothing without --env, or are wrong by themselves.
func (e *EnvFlags) Check(c *cobra.Command) error {
	if e.Env == "" {
		return cli.Foreign(c, "is about an environment of others, and there is no --env", envNames...)
	}
	switch {
	case e.Horizon < 0 || c.Flags().Changed("horizon") && e.Horizon == 0:
		return cli.Misused("--horizon must be 1 or more, not %d", e.Horizon)
	case !e.Served() && !strings.Contains(e.Env, ":"):
		return cli.Misused("--env %s is no environment: one is gymnasium:ID, MODULE:FUNCTION or ws://HOST:PORT", e.Env)
	case e.Served() && e.Success != "":
		return cli.Misused("--success is for an environment that this program starts; the server at %s decides", e.Env)
	}
	return nil
}

// Open starts the environment, or finds it at its address, and connects workers times. close ends all.
func (e EnvFlags) Open(ctx context.Context) (clients []*environments.Client, close func(), err error) {
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
	for _, name := range []string{e.Env, e.Expert} {
		if word := definition.Placeholder.FindString(name); word != "" {
			return nil, nil, cli.Misused("%s has %s, for which nothing stands here", name, word)
		}
	}
	options := wire.DefaultOptions()
	options.Idle = cmp.Or(e.Timeout, options.Idle)
	for range e.Workers {
		address := e.Env
		if !e.Served() {
			var stop func()
			process := environments.Process{Python: e.Python, Env: e.Env, Success: e.Success, Horizon: e.Horizon,
				Expert: e.Expert}
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

// AskPictures makes connections see pictures, as policies do that read them.
func AskPictures(clients []*environments.Client) error {
	for _, c := range clients {
		if err := c.Look(environments.Eyes{Names: elsewhere.PictureNames, See: elsewhere.SeePicture}); err != nil {
			return err
		}
	}
	return nil
}

// CheckStarts tests whether seeds decide the starts. An environment where they do not is a warning.
func (p Program) CheckStarts(ctx context.Context, c *environments.Client) (seeded bool, err error) {
	err = c.CheckSeeds(ctx)
	if errors.Is(err, environments.ErrUnsteady) {
		fmt.Fprintf(p.Err, "warning: %s\n", printable.Line(err.Error()))
		return true, nil
	}
	if errors.Is(err, environments.ErrUnseeded) {
		fmt.Fprintf(p.Err, "warning: %s\n", printable.Line(err.Error()))
		return false, nil
	}
	return err == nil, err
}

// StartSeeds are the seeds of the first n starts of a stream: from a whole number, 31 bits each, as every generator of
// random numbers takes them.
func StartSeeds(words string, of uint64, n int) (all []uint64) {
	for i := range n {
		all = append(all, uint64(seed.Of(words, of, i).Rand().Uint32()>>1))
	}
	return all
}

// TaskWord stands for a task of the dataset in the environment's name.
const TaskWord = definition.TaskWord
