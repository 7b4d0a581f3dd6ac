package shared

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/remote/environments"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies"
	"counterpoise/policies/elsewhere"
)

// Portion is the most rollouts that advance in step on a connection.
const Portion = 16

// MaxProcesses is the most environments that are started side by side: each is a Python with a simulator.
const MaxProcesses = 32

// EnvEvaluation is what eval --out keeps of rollouts in an environment of others, with the members of LeRobot's
// eval_info.json, so that whatever reads that reads this.
type EnvEvaluation struct {
	Policy      string             `json:"policy"`
	Digest      string             `json:"policy_sha256"`
	Environment environments.Space `json:"environment"`
	Seed        uint64             `json:"seed"`
	Seeded      bool               `json:"seeded"` // whether seeds decide the starts
	Episodes    []envEpisode       `json:"per_episode"`
	Chance      *[2]int            `json:"chance,omitempty"` // successes and rollouts of untrained policies
}

// envEpisode is a rollout.
type envEpisode struct {
	Seed    *uint64 `json:"seed"` // null where seeds do not decide the starts
	Success bool    `json:"success"`
	Steps   int     `json:"steps"`
	Reward  float64 `json:"sum_reward"`
}

// NewEnvEvaluation returns the evaluation of some rollouts.
func NewEnvEvaluation(path, digest string, space environments.Space, of uint64, seeded bool,
	rollouts []environments.Rollout) EnvEvaluation {
	space.Low, space.High = slices.Clone(space.Low), slices.Clone(space.High) // the environment keeps its own
	for _, bounds := range [][]float32{space.Low, space.High} {
		for i, v := range bounds {
			bounds[i] = min(max(v, -3.4e38), 3.4e38) // JSON has no infinity
		}
	}
	kept := EnvEvaluation{Policy: path, Digest: digest, Environment: space, Seed: of, Seeded: seeded}
	for _, r := range rollouts {
		e := envEpisode{Success: r.Success, Steps: r.Steps, Reward: r.Reward}
		if seeded {
			e.Seed = &r.Seed
		}
		kept.Episodes = append(kept.Episodes, e)
	}
	return kept
}

// Bytes returns the evaluation as JSON.
func (e EnvEvaluation) Bytes() ([]byte, error) {
	b, err := json.MarshalIndent(e, "", " ")
	return append(b, '\n'), err
}

// ActorIn returns a policy of a file as it acts in an environment, whose widths must be its own.
func ActorIn(policy *policies.Neural, task string, env environments.Space) (a elsewhere.Actor, err error) {
	s := policy.Space()
	reads, shows := elsewhere.Cameras(s.State), elsewhere.Cameras(env.State)
	switch {
	case s.Encoder != "" && !slices.Equal(reads, shows):
		return a, fmt.Errorf("%s has the cameras %s, and the policy reads %s: let keys of the observation have the "+
			"names that the demonstrations have", env.Name, wording.List(shows), wording.List(reads))
	case len(s.State) != len(env.State):
		return a, fmt.Errorf("%s has states of %d numbers (%s), and the policy reads %d: record the demonstrations "+
			"there, or let the environment give the numbers that they have", env.Name, len(env.State),
			abridgedList(env.State), len(s.State))
	case len(s.Action) != len(env.Low):
		return a, fmt.Errorf("%s takes actions of %d numbers, and the policy gives %d", env.Name, len(env.Low),
			len(s.Action))
	case task == "" && len(s.Tasks) > 1:
		return a, cli.Misused("the policy knows %d tasks: --task chooses among %s", len(s.Tasks),
			printable.Line(strings.Join(s.Tasks, "; ")))
	case task != "" && !slices.Contains(s.Tasks, task):
		return a, cli.Misused("--task %s is none of the policy's: %s", task, printable.Line(strings.Join(s.Tasks,
			"; ")))
	}
	return elsewhere.Actor{Neural: policy, Task: max(0, slices.Index(s.Tasks, task))}, nil
}

// abridgedList is the first and the last of some names.
func abridgedList(names []string) string {
	if len(names) > 6 {
		names = slices.Concat(names[:3], []string{"..."}, names[len(names)-2:])
	}
	return printable.Line(strings.Join(names, ", "))
}
