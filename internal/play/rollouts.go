package play

import (
	"context"

	"counterpoise/internal/num"
	"counterpoise/scenes"
	"counterpoise/stats"
)

// level is that of the intervals of success.
const level = 0.95

// Row counts the rollouts of a behaviour.
type Row struct {
	Behaviour string  `json:"behaviour"`
	Right     int     `json:"right"`    // successes, by the gripper
	Rollouts  int     `json:"rollouts"` // of them all
	Low       float64 `json:"low"`      // Wilson's interval of the rate of success, in [0, 1]
	High      float64 `json:"high"`
	Steps     []int   `json:"steps"` // of each rollout: at which control step it succeeded; 0: it did not
}

// Roll plays the starts of each behaviour under a policy and counts successes. The start of rollout r is that of
// rollout r of "counterpoise eval" with the same seed, and so is its outcome. progress gets the rows so far after each
// rollout, and may be nil.
func Roll(ctx context.Context, s Setting, p Actor, progress func([]Row)) ([]Row, error) {
	task, err := scenes.ParseTask(s.Task)
	if err != nil {
		return nil, err
	}
	table := scenes.NewTabletop()
	var rows []Row
	for _, name := range task.Behaviours() {
		rows = append(rows, Row{Behaviour: name, High: 1, Steps: []int{}})
	}
	for r := range s.Starts { // behaviours in turn, so that all rows are there early
		for b := range rows {
			if err := context.Cause(ctx); err != nil {
				return nil, err
			}
			if err := (Start{s.Task, rows[b].Behaviour, r, s.Seed}).reset(task, table, b); err != nil {
				return nil, err
			}
			at, err := roll(task, table, p, nil)
			if err != nil {
				return nil, err
			}
			rows[b].Add(at)
			if progress != nil {
				progress(rows)
			}
		}
	}
	return rows, nil
}

// Add counts a rollout that succeeded at a control step, or with 0 not at all.
func (r *Row) Add(at int) {
	r.Steps = append(r.Steps, at)
	r.Rollouts++
	if at > 0 {
		r.Right++
	}
	if w, err := stats.Wilson(r.Right, r.Rollouts, level); err == nil {
		r.Low, r.High = w.CI.Low.Or(0), w.CI.High.Or(1)
	}
}

// roll plays a rollout to its end: to success, to a failure that cannot be undone, before an action that is not finite,
// or to the horizon. It returns the control step of the success, 0 without one. observe, which may be nil, is called
// with each action once it is executed.
func roll(task scenes.Task, t *scenes.Tabletop, p Actor, observe func(scenes.Action)) (int, error) {
	chunk := make([]scenes.Action, p.Execute())
	o := make([]scenes.Observation, 1)
	for at := 0; at < task.Horizon(); {
		t.Observe(&o[0])
		if err := p.Act([][]scenes.Action{chunk}, o); err != nil {
			return 0, err
		}
		for _, a := range chunk[:min(len(chunk), task.Horizon()-at)] {
			if num.FirstNonFinite(a[:]) >= 0 {
				return 0, nil
			}
			if err := t.Step(a); err != nil {
				return 0, err
			}
			at++
			if observe != nil {
				observe(a)
			}
			switch task.Outcome(t).Earned {
			case scenes.Right:
				return at, nil
			case scenes.Wrong:
				return 0, nil
			}
		}
	}
	return 0, nil
}
