package play

import (
	"fmt"

	"counterpoise/scenes"
)

// Gallery lists policies whose rollouts are kept as actions. The page links no tensor library, and so computes no
// neural policy; the simulator is the same everywhere, so that a start and the actions determine the rollout.
type Gallery struct {
	Command  string   `json:"command"` // that made it
	Commit   string   `json:"commit"`  // of the program that made it
	Device   string   `json:"device"`  // that trained the policies
	Seed     uint64   `json:"seed"`    // of the starts
	Policies []Member `json:"policies"`
}

// Member is one policy of a gallery.
type Member struct {
	Name     string     `json:"name"`  // for addresses: "picking-left-rare"
	About    string     `json:"about"` // what it was trained on
	Task     string     `json:"task"`
	Commands []string   `json:"commands"`         // that make the policy again, and count what Rows counts
	Rows     []Row      `json:"rows"`             // its rollouts, one row a behaviour
	Record   *Committed `json:"record,omitempty"` // committed results of the same recipe; nil: there are none
	At       int        `json:"at"`               // where its rollouts begin in the gallery's file
	Bytes    int        `json:"bytes"`            // of its rollouts there
}

// Committed are committed results of a recipe and a method: several trainings, each rolled out.
type Committed struct {
	Folder     string      `json:"folder"`     // of the records
	Experiment string      `json:"experiment"` // that has them
	Trainings  int         `json:"trainings"`
	Rows       []Successes `json:"rows"`
}

// Successes counts the rollouts of a behaviour over several trainings.
type Successes struct {
	Behaviour string `json:"behaviour"`
	Right     int    `json:"right"` // successes, by the gripper
	Rollouts  int    `json:"rollouts"`
}

// Actor is a policy that observes states. It answers each observation with a chunk of actions.
type Actor interface {
	Act(dst [][]scenes.Action, obs []scenes.Observation) error
	Execute() int // actions of a chunk that are executed
}

// Rollout is a rollout that is kept as its actions.
type Rollout struct {
	Start
	Actions []scenes.Action `json:"-"`
	Steps   int             `json:"steps"`   // number of actions
	Success int             `json:"success"` // the control step at which it succeeded; 0: it did not
}

// Record rolls a policy out from a start and keeps the actions, the gripper's as 1 or -1: the gripper opens for any
// command above 0 and closes for any other, so that both do the same, and these take less room.
func Record(s Start, p Actor) (Rollout, error) {
	task, _, t, err := s.open()
	if err != nil {
		return Rollout{}, err
	}
	r := Rollout{Start: s}
	r.Success, err = roll(task, t, p, func(a scenes.Action) {
		grip := float32(-1)
		if a[scenes.ActionGripper] > 0 {
			grip = 1
		}
		a[scenes.ActionGripper] = grip
		r.Actions = append(r.Actions, a)
	})
	r.Steps = len(r.Actions)
	return r, err
}

// Replay executes the actions of a rollout from its start.
func (r Rollout) Replay() (*Episode, error) {
	task, _, t, err := r.open()
	if err != nil {
		return nil, err
	}
	e := newEpisode(task, t)
	for _, a := range r.Actions {
		if err := t.Step(a); err != nil {
			return nil, err
		}
		e.add(task, t)
		if e.Success == 0 && task.Outcome(t).Earned == scenes.Right {
			e.Success = len(e.Moments) - 1
		}
	}
	if e.Success != r.Success {
		return nil, fmt.Errorf("start %d of %s: the actions succeed at step %d here, and did at %d", r.Start.Start,
			r.Behaviour, e.Success, r.Success)
	}
	return e, nil
}
