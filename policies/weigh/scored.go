package weigh

import (
	"context"
	"fmt"
	"maps"

	"counterpoise/policies/curate"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Scored is the demonstrations of a dataset as package curate scores them, with the groups that they are in.
type Scored struct {
	*Groups
	Pool *curate.Pool
	Good []bool // ScoreOptions.Good of each demonstration; nil without it
}

// ScoreOptions say what scores may know.
type ScoreOptions struct {
	By       []string              // labels of the groups; none: behaviour, task, or one group of all
	Known    func(*demos.Raw) bool // whether a demonstration is known to be good; nil: nobody knows
	Good     func(*demos.Raw) bool // whether it is good, which no score sees; nil: not asked
	Rollouts demos.Reader          // of a policy cloned from the demonstrations, with the label success; nil: none
	Rate     float64               // frames a second; 0: curate.DefaultRate
	State    []string              // names of the numbers of a state; nil: unknown
	Progress func(done, total int) // demonstrations read
}

// ReadScored reads a dataset to be scored. One group is no error here.
func ReadScored(ctx context.Context, r demos.Reader, o ScoreOptions) (*Scored, error) {
	s := &Scored{Groups: &Groups{LabelledGroups: demos.LabelledGroups{By: demos.Labels(o.By)}}}
	var known []bool
	oneGroup := false // no label makes groups
	read := func(i int) (*curate.Demo, error) {
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		if i == len(s.Of) { // for the first time
			if i == 0 && len(o.By) == 0 {
				s.By = skillOf(raw)
			}
			if len(s.By) == 0 || oneGroup {
				oneGroup, s.By = true, []string{allLabel}
				labels := map[string]string{allLabel: "all"}
				maps.Copy(labels, raw.Labels)
				raw.Labels = labels
			}
			if err := s.add(demos.Place(r, i), raw); err != nil {
				return nil, err
			}
			if o.Known != nil {
				known = append(known, o.Known(raw))
			}
			if o.Good != nil {
				s.Good = append(s.Good, o.Good(raw))
			}
		}
		return demoOf(raw), nil
	}
	var err error
	s.Pool, err = curate.NewPool(ctx, curate.Options{N: r.Episodes(), Read: read, Rate: o.Rate, State: o.State,
		Progress: o.Progress,
		Place:    func(i int) string { return demos.Place(r, i) }})
	if err != nil {
		return nil, err
	}
	s.Pool.Known, s.Pool.Group = known, s.Of
	if o.Rollouts == nil {
		return s, nil
	}
	return s, trainset.Each(ctx, o.Rollouts, false, o.Progress, func(i int, raw *demos.Raw) error {
		text, _ := raw.Label("success")
		success, ok := demos.Truth(text)
		if !ok {
			return fmt.Errorf("rollout %s does not say whether it succeeded: its label success is %.40q; rollouts are "+
				"a dataset with the label success", demos.Place(o.Rollouts, i), text)
		}
		if err := s.Pool.AddRollout(demoOf(raw), success); err != nil {
			return fmt.Errorf("rollout %s: %w", demos.Place(o.Rollouts, i), err)
		}
		return nil
	})
}

// allLabel is the label that makes one group of all demonstrations.
const allLabel = "dataset"

// skillOf is the label of a demonstration that says what is shown; none where it has none. Lists of robomimic, which
// may be of good ones, are what scores are to find, and make no groups unless the user asks for them.
func skillOf(r *demos.Raw) []string {
	for _, name := range []string{"behaviour", "task"} {
		if _, ok := r.Labels[name]; ok {
			return []string{name}
		}
	}
	return nil
}

// demoOf returns the numbers of a demonstration.
func demoOf(r *demos.Raw) *curate.Demo {
	return &curate.Demo{Actions: r.Actions, State: r.State, Scene: r.Scene}
}

// Sampling returns the weights of demonstrations and of their frames by a rule. With v_e what the rule gives a frame,
//
//	f_e = v_e T_g / (T sum_{e in g} v_e T_e),   or v_e / sum_e v_e T_e   where the rule sets the shares of groups
//
// with T_e, T_g and T the frames of the demonstration, of its group and of all. A group of which a rule keeps nothing
// keeps no share.
func (s *Scored) Sampling(rule curate.Rule, scores []float64) []Sample {
	v := rule.Values(scores, s.Of)
	sum := make([]float64, len(s.Names)) // of v_e T_e
	all, whole := 0.0, 0.0
	for e, of := range s.Of {
		sum[of] += v[e] * float64(s.Lengths[e])
		whole += v[e] * float64(s.Lengths[e])
	}
	for g, n := range s.Frames {
		if sum[g] > 0 {
			all += float64(n)
		}
	}
	out := make([]Sample, len(s.Of))
	for e, of := range s.Of {
		frame := v[e] / whole
		if !rule.About().Mixes {
			if frame = 0; sum[of] > 0 {
				frame = v[e] * float64(s.Frames[of]) / all / sum[of]
			}
		}
		out[e] = Sample{Episode: e, Group: s.Names[of], Frames: s.Lengths[e], Weight: frame * float64(s.Lengths[e]),
			FrameWeight: frame}
	}
	return out
}
