package look

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/playback"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

const traceAbout = `
trace plays one rollout and prints what happened, control step by control step: where the tool
centre point is, how far it is from what it should take hold of, how far that still has to move, who touches whom, and
how far the rollout has come:

  reaching   the robot doesn't touch the thing
  touching   it does, but not with both fingers
  gripping   both fingers are on it
  moving     and it has begun to go where it should
  done       success, by the oracle of --oracle

A rollout that stays in one phase shows what it could not do. render and view show other rollouts under the same seed.

The last lines say how both oracles decide, and for every part that has moved who touched it meanwhile: finger, hand
without a finger, a link of the arm with neither, or nothing of the robot (other). The shares add up to 100 %, and are
of the distance of a mechanism along its rail and of a block upwards. The distance is earned if fingers made at least
80 % of it.`

// traceFlags are the values of trace's flags.
type traceFlags struct {
	style  string // of the scripted demonstrator
	policy string // file of the policy that acts in its place; empty for the demonstrator
	seed   uint64 // of the initial state
	every  int    // print every nth control step
	oracle string // decides about success
}

func init() { register(program.trace) }

// trace is the command that prints one rollout as playback.Trace plays it.
func (p program) trace() *cobra.Command {
	o := traceFlags{style: expert.Optimal, seed: 1, every: 5, oracle: string(scenes.Earned)}
	c := &cobra.Command{
		Use:   "trace TASK BEHAVIOUR",
		Short: "Print a rollout step by step, to see why it failed",
		Long:  traceAbout,
		Example: p.Named(`  NAME trace picking left
  NAME trace picking right --style miss --every 1
  NAME trace picking middle --policy policy.bin --seed 7`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return cli.Misused("trace takes a task and a behaviour, such as picking left")
			}
			return nil
		},
	}
	f := c.Flags()
	c.RunE = func(_ *cobra.Command, args []string) error {
		return p.playTrace(c.Context(), args[0], args[1], o, f.Changed)
	}
	f.StringVar(&o.style, "style", o.style, "`STYLE` of the demonstrator: "+strings.Join(expert.Styles.Names(), ", "))
	f.StringVar(&o.policy, "policy", "", "`FILE` of a policy that acts in the demonstrator's place")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of the initial state and of the demonstrator's variation")
	shared.OracleFlag(f, &o.oracle)
	f.IntVar(&o.every, "every", o.every, "print every `N`th step, every change of phase, and the last step")
	return c
}

// playTrace plays the rollout and prints every o.every-th control step, every change of phase, and the last step.
func (p program) playTrace(ctx context.Context, name, behaviour string, o traceFlags, given func(string) bool) error {
	task, err := scenes.ParseTask(name)
	if err != nil {
		return cli.Misused("%v", err)
	}
	if !slices.Contains(task.Behaviours(), behaviour) {
		return cli.Misused("%s has no behaviour %q; it has %s", name, behaviour, strings.Join(task.Behaviours(), ", "))
	}
	if o.every < 1 {
		return cli.Misused("--every %d; use 1 or more", o.every)
	}
	if err := cli.CheckChoice("oracle", o.oracle, scenes.Oracles()); err != nil {
		return err
	}
	rollout := playback.TraceOptions{
		Task: name, Behaviour: behaviour, Style: o.style, Seed: o.seed, Oracle: scenes.Oracle(o.oracle),
	}
	if given("policy") {
		if rollout.Policy, err = actingPolicy(ctx, o.policy, name, given); err != nil {
			return err
		}
	} else if _, err := expert.Styles.Get(o.style); err != nil {
		return cli.Misused("%v", err)
	}
	w := p.NewTable(0)
	fmt.Fprintln(w, "step\tphase\tdoing\ttool x y z (m)\tgripper (mm)\tto reach (mm)\tto move (mm)\ttouching")
	var last playback.Step
	printed := 0 // the step that was printed last
	end, err := playback.Trace(rollout, func(m playback.Step) {
		if m.Step%o.every == 0 || m.Phase != last.Phase {
			printStep(w, m)
			printed = m.Step
		}
		last = m
	})
	if last.Step != printed {
		printStep(w, last)
	}
	if err := errors.Join(err, w.Flush()); err != nil {
		return err
	}
	p.printEnding(end)
	return nil
}

// printStep prints a control step as a row.
func printStep(w io.Writer, m playback.Step) {
	fmt.Fprintf(w, "%d\t%s\t%s\t%.3f %.3f %.3f\t%.0f\t%.0f\t%.0f\t%s\n", m.Step, m.Phase, m.Doing,
		m.TCP.X, m.TCP.Y, m.TCP.Z, m.Width*1e3, m.Reach*1e3, m.Missing*1e3, strings.Join(m.Touches, "; "))
}

// printEnding prints the decisions of both oracles, and who moved each part.
func (p program) printEnding(e playback.Ending) {
	fmt.Fprintln(p.Out)
	for _, d := range []struct {
		oracle scenes.Oracle
		scenes.Decision
	}{{scenes.Earned, e.Earned}, {scenes.CALVIN, e.CALVIN}} {
		text := "neither success nor another behaviour"
		switch d.Verdict {
		case scenes.Right:
			text = fmt.Sprintf("success at step %d", d.Step)
		case scenes.Wrong:
			text = fmt.Sprintf("another behaviour than the requested one at step %d", d.Step)
		}
		fmt.Fprintf(p.Out, "oracle %s: %s\n", d.oracle, text)
	}
	for _, m := range e.Moved {
		var touched []string
		for _, t := range m.Touched {
			touched = append(touched, fmt.Sprintf("%s %.0f %%", t.Name, 100*t.Share))
		}
		earned := "not earned"
		if m.Earned {
			earned = "earned"
		}
		fmt.Fprintf(p.Out, "%s moved %.0f mm: finger %.0f %%, hand %.0f %%, arm link %.0f %%, other %.0f %%; %s\n",
			m.Part, m.Distance*1e3, 100*m.Finger, 100*m.Hand, 100*m.Arm, 100*m.Other, earned)
		if len(touched) > 0 {
			fmt.Fprintf(p.Out, "  touched by %s\n", strings.Join(touched, ", "))
		}
	}
}
