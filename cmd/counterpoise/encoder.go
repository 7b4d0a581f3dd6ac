package main

import (
	"context"
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

const encoderAbout = `encoder trains the eyes of policies that look at pictures: it scatters robot, blocks, doors and lamps at random,
draws both cameras' pictures, and learns features that tell where things are. No demonstration and no task is
involved. The result is part of the program (policies/encoder.bin); policies trained with one encoder cannot be
used with another, so there is seldom a reason to run this.

At the end it says how well the features tell what the pictures of new scenes show.`

// encoderParts are what encoders learn to see.
var encoderParts = func() (parts []encoder.Object) {
	for _, p := range []struct {
		id   render.ObjectID
		name string
	}{
		{render.IDRed, "red block"}, {render.IDBlue, "blue block"}, {render.IDPink, "pink block"},
		{render.IDDoor, "door"}, {render.IDDrawer, "drawer"}, {render.IDButton, "button"}, {render.IDSwitch, "switch"},
		{render.IDHand, "hand"}, {render.IDFingerLeft, "left finger"}, {render.IDFingerRight, "right finger"},
	} {
		parts = append(parts, encoder.Object{Number: uint8(p.id), Name: p.name})
	}
	return parts
}()

func (p program) encoder() *cobra.Command {
	out, cfg := "", encoder.DefaultConfig()
	cfg.Objects = encoderParts
	c := &cobra.Command{
		Use:     "encoder",
		Short:   "Train the eyes of policies anew",
		Long:    encoderAbout,
		Example: p.named("  NAME encoder --out policies/encoder.bin"),
		Args:    noArguments,
	}
	f := c.Flags()
	f.StringVar(&out, "out", out, "`FILE` to write")
	f.IntVar(&cfg.Steps, "steps", cfg.Steps, "`N` training steps")
	c.RunE = func(c *cobra.Command, _ []string) error {
		if out == "" {
			return misused("encoder needs --out, the file to write")
		}
		if cfg.Steps < 1 {
			return misused("--steps must be 1 or more, not %d", cfg.Steps)
		}
		return p.school(c.Context(), cfg, out)
	}
	return c
}

// school trains an encoder and says what it has learned.
func (p program) school(ctx context.Context, cfg encoder.Config, out string) error {
	key := seed.Of("encoder", 1)
	class, stop := startClass(ctx, key.With("lessons"))
	defer stop()
	progress, end := counter(p.err, "steps")
	e, found, err := encoder.Train(ctx, cfg, class.lesson, key, func(step int, _ float64) { progress(step, cfg.Steps) })
	end()
	if ctx.Err() != nil {
		fmt.Fprintln(p.err, "stopped; nothing was written")
		return errStopped
	}
	if err != nil {
		return err
	}
	if err := e.Save(out); err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%-28s %12s %12s %8s\n", "what new scenes show", "median error", "RMS error", "scenes")
	for _, j := range found {
		if j.Unit == "" {
			fmt.Fprintf(p.out, "%-28s %25s %8d\n", j.Name, fmt.Sprintf("%.1f %% wrong", 100*j.Error), j.N)
			continue
		}
		unit := func(v float64) string { return fmt.Sprintf("%.1f %s", v, j.Unit) }
		fmt.Fprintf(p.out, "%-28s %12s %12s %8d\n", j.Name, unit(j.Median), unit(j.Error), j.N)
	}
	fmt.Fprintf(p.out, "wrote  %s, encoder %s\n", out, e.ID())
	return nil
}

// class draws lessons ahead of the training, in order.
type class struct {
	lessons chan *encoder.Sample
	failed  error // set before lessons is closed
}

// startClass begins to draw, until stop.
func startClass(ctx context.Context, key seed.Key) (c *class, stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	c = &class{lessons: make(chan *encoder.Sample, 64)}
	go func() {
		defer close(c.lessons)
		c.failed = c.draw(ctx, key)
	}()
	return c, cancel
}

// lesson is the next one; they come in order.
func (c *class) lesson(int) (*encoder.Sample, error) {
	l, ok := <-c.lessons
	if !ok {
		return nil, c.failed
	}
	return l, nil
}

func (c *class) draw(ctx context.Context, key seed.Key) error {
	table, pen := scenes.NewTabletop(), soft.New()
	for n := 0; ; n++ {
		l := new(encoder.Sample)
		if err := errors.Join(table.Scatter(key.With(n).Rand()), paintLesson(pen, table, l)); err != nil {
			return err
		}
		select {
		case c.lessons <- l:
		case <-ctx.Done():
			return context.Cause(ctx)
		}
	}
}

// paintLesson draws both pictures and what is where in them.
func paintLesson(r render.Renderer, t *scenes.Tabletop, l *encoder.Sample) error {
	t.Observe(&l.Observation)
	s := t.Snapshot()
	static := render.NewFrame(render.StaticSize, render.StaticSize)
	ego := render.NewFrame(render.GripperSize, render.GripperSize)
	static.IDs = make([]uint8, render.StaticSize*render.StaticSize)
	ego.IDs = make([]uint8, render.GripperSize*render.GripperSize)
	l.Static, l.StaticObjects, l.Gripper, l.GripperObjects = static.RGB, static.IDs, ego.RGB, ego.IDs
	return errors.Join(r.View(&s, render.StaticCamera(), static), r.View(&s, render.GripperCamera(&s), ego))
}
