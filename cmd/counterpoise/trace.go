package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/policies"
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
  done       success

A rollout that stays in one phase shows what it could not do.`

// traceFlags are the values of trace's flags.
type traceFlags struct {
	style  string // of the scripted demonstrator
	policy string // file of the policy that acts in its place; empty for the demonstrator
	seed   uint64 // of the initial state
	every  int    // print every nth control step
}

func init() { register(program.trace) }

// trace is the command that prints one rollout as playback.Trace plays it.
func (p program) trace() *cobra.Command {
	o := traceFlags{style: expert.Optimal, seed: 1, every: 5}
	c := &cobra.Command{
		Use:   "trace TASK BEHAVIOUR",
		Short: "Print a rollout step by step, to see why it failed",
		Long:  traceAbout,
		Example: p.named(`  NAME trace picking left
  NAME trace picking right --style miss --every 1
  NAME trace picking middle --policy policy.bin --seed 7`),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return misused("trace takes a task and a behaviour, such as picking left")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error { return p.playTrace(args[0], args[1], o) },
	}
	f := c.Flags()
	f.StringVar(&o.style, "style", o.style, "`STYLE` of the demonstrator: "+strings.Join(expert.Styles.Names(), ", "))
	f.StringVar(&o.policy, "policy", "", "`FILE` of a policy that acts in the demonstrator's place")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of the initial state")
	f.IntVar(&o.every, "every", o.every, "print every `N`th step, and every change of phase")
	return c
}

// playTrace plays the rollout and prints every o.every-th control step and every change of phase.
func (p program) playTrace(name, behaviour string, o traceFlags) error {
	task, err := scenes.ParseTask(name)
	if err != nil {
		return misused("%v", err)
	}
	if !slices.Contains(task.Behaviours(), behaviour) {
		return misused("%s has no behaviour %q; it has %s", name, behaviour, strings.Join(task.Behaviours(), ", "))
	}
	if o.every < 1 {
		return misused("--every %d; use 1 or more", o.every)
	}
	rollout := playback.TraceOptions{Task: name, Behaviour: behaviour, Style: o.style, Seed: o.seed}
	if o.policy != "" {
		if rollout.Policy, err = policies.Load(o.policy); err != nil {
			return err
		}
	} else if _, err := expert.Styles.Get(o.style); err != nil {
		return misused("%v", err)
	}
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintln(w, "step\tphase\tdoing\ttool x y z (m)\tgripper (mm)\tto reach (mm)\tto move (mm)\ttouching")
	last := scenes.Phase("")
	return playback.Trace(rollout, func(m playback.Step) {
		if m.Step%o.every == 0 || m.Phase != last {
			fmt.Fprintf(w, "%d\t%s\t%s\t%.3f %.3f %.3f\t%.0f\t%.0f\t%.0f\t%s\n", m.Step, m.Phase, m.Doing,
				m.TCP.X, m.TCP.Y, m.TCP.Z, m.Width*1e3, m.Reach*1e3, m.Missing*1e3, strings.Join(m.Touches, "; "))
		}
		last = m.Phase
	})
}
