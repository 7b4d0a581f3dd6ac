package playback

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/expert"
)

// TraceOptions say which rollout Trace plays, and who acts.
type TraceOptions struct {
	Task, Behaviour string
	Style           string          // of the scripted demonstrator: an entry of expert.Styles
	Policy          policies.Policy // acts in place of the demonstrator, unless nil
	Seed            uint64          // of the initial state and of the demonstrator's variation
	Oracle          scenes.Oracle   // decides when a policy has succeeded
}

// Step is one control step of a trace: what the scene reports after the step, and the phase of the demonstrator's
// script during it, which is empty for a policy.
type Step struct {
	scenes.Moment
	Doing string
}

// actor returns the next action, the phase of a script that it belongs to, and whether the actor has finished. A
// finished actor's action is not executed.
type actor func(*scenes.Tabletop) (a scenes.Action, doing string, done bool, err error)

// Ending is how a traced rollout ended: the decisions of both oracles, and who moved what.
type Ending struct {
	CALVIN, Earned scenes.Decision
	Moved          []scenes.Attribution // at the end; empty if nothing has moved
}

// Trace plays one rollout and calls yield after each control step. It ends when the demonstrator has finished, when a
// policy has succeeded by the oracle of the options, or at the task's horizon. Unknown tasks, behaviours and styles are
// errors.
func Trace(o TraceOptions, yield func(Step)) (end Ending, err error) {
	task, err := scenes.ParseTask(o.Task)
	if err != nil {
		return end, err
	}
	b, err := behaviourNumber(task, o.Task, o.Behaviour)
	if err != nil {
		return end, err
	}
	w := scenes.NewTabletop()
	// One generator draws the initial state and then the demonstrator's variation.
	r := seed.Of("trace", scenes.TaskName(o.Task), o.Behaviour, o.Seed).Rand()
	if err := task.Reset(w, b, r); err != nil {
		return end, err
	}
	var act actor
	if o.Policy != nil {
		act = policyActor(o.Policy)
	} else {
		demonstrator, err := expert.New(o.Task, o.Style, w, b, r)
		if err != nil {
			return end, err
		}
		act = func(w *scenes.Tabletop) (scenes.Action, string, bool, error) {
			a, phase, done := demonstrator.Act(w)
			return a, phase, done, nil
		}
	}
	for range task.Horizon() {
		a, doing, done, err := act(w)
		if err != nil || done {
			return end, err
		}
		if err := w.Step(a); err != nil {
			return end, err
		}
		s := Step{Moment: w.Trace(task, o.Oracle), Doing: doing}
		yield(s)
		end.CALVIN.Add(s.Outcome.CALVIN, s.Step)
		end.Earned.Add(s.Outcome.Earned, s.Step)
		end.Moved = w.Attributions()
		if s.Phase == scenes.Done && doing == "" { // a demonstrator finishes its script, a policy has none
			return end, nil
		}
	}
	return end, nil
}

// policyActor returns an actor that executes the chunks of a policy one after the other. It observes before each chunk
// and never finishes.
func policyActor(p policies.Policy) actor {
	var chunk []scenes.Action
	eyes := newObserver(p)
	return func(w *scenes.Tabletop) (scenes.Action, string, bool, error) {
		if len(chunk) == 0 {
			obs, err := eyes.observe(w)
			chunk = make([]scenes.Action, p.Execute())
			if err == nil {
				err = p.Act([][]scenes.Action{chunk}, obs)
			}
			if err != nil {
				return scenes.Action{}, "", false, err
			}
		}
		a := chunk[0]
		chunk = chunk[1:]
		return a, "", false, nil
	}
}

// behaviourNumber returns the index of a behaviour in its task's list. The error for an unknown one names those that
// the task has.
func behaviourNumber(task scenes.Task, name, behaviour string) (int, error) {
	all := task.Behaviours()
	b := slices.Index(all, behaviour)
	if b < 0 {
		return b, fmt.Errorf("%s has no behaviour %q; it has %s", name, behaviour, strings.Join(all, ", "))
	}
	return b, nil
}
