package dev

import (
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/encoder"
	"counterpoise/policies/encoder/samples"
)

const encoderAbout = `
encoder trains the encoder of policies that observe pictures. A training sample is a random scene, in which robot,
blocks, doors and lamps are placed at random, as both cameras' pictures, most of them in random colours and light and
from displaced cameras; the features learn where the objects are. No demonstration and no task is involved. The result
is part of the program (policies/encoder/encoder.bin); policies trained with one encoder cannot be used with another,
so there is seldom a reason to run this.

At the end it prints how well a linear read-out of the features locates the objects of new scenes.`

func init() { registerBelow("dev", program.encoder) }

// encoder is the command that trains the picture encoder anew (package policies/encoder).
func (p program) encoder() *cobra.Command {
	out, cfg, device := "", encoder.DefaultConfig(), shared.Auto
	cfg.Objects = samples.Objects()
	c := &cobra.Command{
		Use:     "encoder",
		Short:   "Train the picture encoder of policies anew",
		Long:    encoderAbout,
		Example: p.Named("  NAME dev encoder --out policies/encoder/encoder.bin"),
		Args:    cli.NoArguments,
	}
	f := c.Flags()
	f.StringVar(&out, "out", out, "`FILE` to write")
	f.IntVar(&cfg.Steps, "steps", cfg.Steps, "`N` training steps")
	shared.DeviceFlag(f, &device, "trains")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if out == "" {
			return cli.Misused("encoder needs --out, the file to write")
		}
		if cfg.Steps < 1 {
			return cli.Misused("--steps must be 1 or more, not %d", cfg.Steps)
		}
		defer backend.Use(backend.GoCPU)
		if err := p.Use(device); err != nil {
			return err
		}
		unready, err := cli.ReadyFor("out", out)
		if err != nil {
			return err
		}
		defer unready()
		return p.trainEncoder(c.Context(), cfg, out)
	}
	return cli.InOrder(c)
}

// trainEncoder trains an encoder, writes it, and prints how well its features tell what new scenes show.
func (p program) trainEncoder(ctx context.Context, cfg encoder.Config, out string) error {
	key := seed.Of("encoder", 1) // of the encoder that is part of the program
	stream, stop := samples.Start(ctx, key.With("lessons"))
	defer stop()
	progress, end := cli.Counter(p.Err, "steps")
	showStep := func(step int, _ float64) { progress(step, cfg.Steps) }
	e, found, err := encoder.Train(ctx, cfg, stream.Next, key, showStep)
	end()
	if ctx.Err() != nil {
		fmt.Fprintln(p.Err, "stopped; nothing was written")
		return cli.ErrStopped
	}
	if err != nil {
		return err
	}
	if err := e.Save(out); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%-28s %12s %12s %8s\n", "what new scenes show", "median error", "RMS error", "scenes")
	for _, j := range found {
		if j.Unit == "" {
			fmt.Fprintf(p.Out, "%-28s %25s %8d\n", j.Name, fmt.Sprintf("%.1f %% wrong", 100*j.Error), j.N)
			continue
		}
		unit := func(v float64) string { return fmt.Sprintf("%.1f %s", v, j.Unit) }
		fmt.Fprintf(p.Out, "%-28s %12s %12s %8d\n", j.Name, unit(j.Median), unit(j.Error), j.N)
	}
	fmt.Fprintf(p.Out, "wrote  %s, encoder %s\n", out, e.ID())
	return nil
}
