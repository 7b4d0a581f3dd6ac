package main

import (
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

const traceAbout = `trace plays one rollout and prints what happened, control step by control step: where the tool
centre point is, how far it is from what it should take hold of, how far that still has to move, who touches whom, and
how far the rollout has come:

  reaching   the robot doesn't touch the thing
  touching   it does, but not with both fingers
  gripping   both fingers are on it
  moving     and it has begun to go where it should
  done       success

A rollout that stays in one phase shows what it could not do.`

// tracing is what the flags of trace ask for.
type tracing struct {
	style, policy string
	seed          uint64
	every         int
}

func (p program) trace() *cobra.Command {
	o := tracing{style: expert.Optimal, seed: 1, every: 5}
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

func (p program) playTrace(name, behaviour string, o tracing) error {
	task, err := scenes.Tasks.Get(name)
	if err != nil {
		return misused("%v", err)
	}
	b := slices.Index(task.Behaviours(), behaviour)
	if b < 0 {
		return misused("%s has no behaviour %q; it has %s", name, behaviour, strings.Join(task.Behaviours(), ", "))
	}
	if o.every < 1 {
		return misused("--every %d; use 1 or more", o.every)
	}
	table := scenes.NewTabletop()
	r := seed.Of("trace", name, behaviour, o.seed).Rand()
	if err := task.Reset(table, b, r); err != nil {
		return err
	}
	var act actor
	if o.policy != "" {
		policy, err := policies.Load(o.policy)
		if err != nil {
			return err
		}
		act = (&cloned{policy: policy}).act
	} else {
		demonstrator, err := expert.New(name, o.style, table, b, r)
		if err != nil {
			return misused("%v", err)
		}
		act = func(t *scenes.Tabletop) (scenes.Action, string, bool, error) {
			a, phase, done := demonstrator.Act(t)
			return a, phase, done, nil
		}
	}
	return p.writeTrace(task, table, act, o.every)
}

// actor chooses the next action, says what it is at, and whether it has finished.
type actor func(*scenes.Tabletop) (a scenes.Action, doing string, done bool, err error)

// cloned plays the chunks of a policy.
type cloned struct {
	policy *policies.Policy
	chunk  []scenes.Action
}

func (c *cloned) act(t *scenes.Tabletop) (scenes.Action, string, bool, error) {
	if len(c.chunk) == 0 {
		var o scenes.Observation
		t.Observe(&o)
		c.chunk = make([]scenes.Action, c.policy.Execute())
		if err := c.policy.Act([][]scenes.Action{c.chunk}, []scenes.Observation{o}); err != nil {
			return scenes.Action{}, "", false, err
		}
	}
	a := c.chunk[0]
	c.chunk = c.chunk[1:]
	return a, "", false, nil
}

func (p program) writeTrace(task scenes.Task, table *scenes.Tabletop, act actor, every int) error {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	defer w.Flush()
	fmt.Fprintln(w, "step\tphase\tdoing\ttool x y z (m)\tgripper (mm)\tto reach (mm)\tto move (mm)\ttouching")
	last := scenes.Phase("")
	for range task.Horizon() {
		a, doing, done, err := act(table)
		if err != nil || done {
			return err
		}
		if err := table.Step(a); err != nil {
			return err
		}
		m := table.Trace(task)
		if m.Step%every == 0 || m.Phase != last {
			fmt.Fprintf(w, "%d\t%s\t%s\t%.3f %.3f %.3f\t%.0f\t%.0f\t%.0f\t%s\n", m.Step, m.Phase, doing,
				m.TCP.X, m.TCP.Y, m.TCP.Z, m.Width*1e3, m.Reach*1e3, m.Missing*1e3, strings.Join(m.Touches, "; "))
		}
		last = m.Phase
		if m.Success && doing == "" {
			return nil
		}
	}
	return nil
}
