package look

import (
	"context"
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/remote/simulator"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/scenes/demos"
)

const simulateAbout = `
simulate steps environments for another program, which starts it, writes requests to its standard input and reads
replies from its standard output. The program is as a rule the Gymnasium package in bench/remote/python:

  pip install ./bench/remote/python
  python -c 'import counterpoise, gymnasium; print(gymnasium.make("counterpoise/picking-v0").reset(seed=0))'

Many environments advance in one process, in parallel over the cores. Rollouts are those of eval: the same initial
states, observations and verdicts. bench/remote/simulator/protocol.go defines the requests.

It ends when its input does, when the process that started it ends, and when a request cannot be understood.`

func init() { register(program.simulate) }

// simulate is the command that serves environments over the standard streams (simulator.Service).
func (p program) simulate() *cobra.Command {
	var workers int
	c := &cobra.Command{
		Use:   "simulate",
		Short: "Step environments for another program, such as Gymnasium's users",
		Long:  simulateAbout,
		Example: p.Named("  NAME simulate --workers 1              started by a program, not by hand\n" +
			"  NAME simulate < requests > replies      the requests of a file"),
		Args: cli.NoArguments,
	}
	c.Flags().IntVar(&workers, "workers", 0, "`N` environments at a time, 0 for one a core; changes no result")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if workers < 0 {
			return cli.Misused("--workers must be 0 or more, not %d", workers)
		}
		if _, ok := cli.Terminal(p.Out); ok {
			return cli.Misused("simulate speaks with a program through pipes, not with a person; " +
				"simulate --help names the Python package that starts it")
		}
		return p.serveSimulator(c.Context(), workers)
	}
	return c
}

// serveSimulator serves until the client has gone. A client that is gone in order, and one whose process has ended, are
// no errors.
func (p program) serveSimulator(ctx context.Context, workers int) error {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	simulator.Watch(ctx, stop)
	out := p.Out
	if text, ok := out.(*printable.Writer); ok {
		out = text.Unwrap() // frames are binary
	}
	s := simulator.Service{
		Program: strings.TrimSpace(cli.VersionText()), Workers: workers,
		NewRenderer: func() (demos.Renderer, error) { return shared.NewPictures() },
	}
	err := s.Serve(ctx, p.In, out)
	if errors.Is(err, simulator.ErrOrphaned) {
		return nil
	}
	return err
}
