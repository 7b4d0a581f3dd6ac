package advice

import (
	"fmt"
	"maps"
	"slices"

	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// rewardLabel is a column of episodes whose values of 0 and 1 are rewards.
const rewardLabel = "reward"

// tellsOutcome reports whether a label says how a demonstration ended. One that says good or bad judges it.
func tellsOutcome(name string) bool {
	_, judges := demos.TellsGood(name)
	return demos.TellsOutcome(name) && !judges
}

// outcomeOf is what labels and rewards say of success; labels such as good and bad, which judge, and marks that do not
// tell by their names how a demonstration ended, aside.
func outcomeOf(all []filter.Episode, marks ...string) demos.Outcome {
	said := slices.Clone(all)
	for i := range said {
		said[i].Labels = maps.Clone(said[i].Labels)
		maps.DeleteFunc(said[i].Labels, func(name, _ string) bool {
			_, judges := demos.TellsGood(name)
			return judges || slices.Contains(marks, name) && !demos.TellsOutcome(name)
		})
		if reward, has := said[i].Labels[rewardLabel]; has && said[i].Labels[demos.MaxReward] == "" {
			said[i].Labels[demos.MaxReward] = reward
		}
	}
	return filter.OutcomeOf(said)
}

// oppose drops the labels of success and of judgements where every demonstration failed or is marked bad, though some
// are said to have succeeded: one of the labels is wrong, and which is not known.
func (l *Labels) oppose(outcome demos.Outcome, m Marks) {
	n := 0
	for i, said := range outcome.Of {
		switch {
		case said == demos.Succeeded && m.Bad[i]:
			n++
		case said != demos.Failed && !m.Bad[i]:
			return
		}
	}
	if n == 0 {
		return
	}
	l.Opposed = fmt.Sprintf("%s says that %d of %d succeeded, and label %s that these are bad", outcome.Source, n,
		len(outcome.Of), wording.List(l.Marks))
	l.Doubtful = append(l.Doubtful, l.Opposed)
	l.Success, l.Inverted, l.Marks = "", false, nil
}

// failedGood says of which labels the good values are more frequent among the demonstrations that failed than among
// those that succeeded, so that either label may be wrong; empty where there is none.
func (r Report) failedGood() string {
	type count struct{ failed, succeeded int }
	good := map[string]*count{} // by label=value
	all := count{}
	for _, g := range r.Groups {
		add := func(c *count) {
			if g.Failed {
				c.failed += g.Demonstrations
			} else {
				c.succeeded += g.Demonstrations
			}
		}
		add(&all)
		for label, value := range g.labels {
			if grade, word := wordGrade(wording.NameWords(value)); word && grade > 0 && label != string(demos.ByStyle) {
				if good[label+"="+value] == nil {
					good[label+"="+value] = &count{}
				}
				add(good[label+"="+value])
			}
		}
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(good)) {
		if c := good[name]; c.failed*all.succeeded > c.succeeded*all.failed || all.succeeded == 0 && c.failed > 0 {
			parts = append(parts, fmt.Sprintf("%d of the %d failed are %s, and %d of the %d others", c.failed,
				all.failed, name, c.succeeded, all.succeeded))
		}
	}
	return wording.List(shortened(parts))
}

// Judges reports whether a label of the dataset says how well single demonstrations are, or whether they are to be
// used, even if it says the same of all: what a gripper seems to say does not overrule that. A label by which it is
// known how some demonstrations ended says nothing of the others.
func (l Labels) Judges(all []filter.Episode) bool {
	read := outcomeOf(all).Source != ""
	for name, values := range valuesOf(all) {
		_, use := demos.TellsUse(name)
		number := name != rewardLabel && name != demos.MaxReward && !demos.TellsOutcome(name) &&
			hasWord(wording.NameWords(name), scaleWords)
		for v := range values {
			number = number && isNumber(v)
		}
		if use || number || demos.MeasuresSuccess(name) || demos.TellsOutcome(name) && !read {
			return true
		}
	}
	return false
}

// Opposes says why labels speak against it that some demonstrations failed, which nothing else says: the good values of
// one are more frequent among them, or a label that does not say which value is better, such as an operator or an
// object, has them and no others under a value, so that they may be a way of doing the task. It is empty where none
// speaks against it.
func (l Labels) Opposes(all []filter.Episode, some []bool) string {
	for _, label := range slices.Sorted(maps.Keys(valuesOf(all))) {
		if slices.Contains(l.Skills, label) {
			continue
		}
		better, n := [2]int{}, [2]int{} // of the others, and of some
		in, out := map[string]bool{}, map[string]bool{}
		word := ""
		for i := range all {
			value, k := valueOf(&all[i], label), 0
			if some[i] {
				k, in[value] = 1, true
			} else {
				out[value] = true
			}
			n[k]++
			if grade, known := wordGrade(wording.NameWords(value)); known && grade > 0 {
				better[k], word = better[k]+1, value
			}
		}
		if better[1]*n[0] > better[0]*n[1] {
			return fmt.Sprintf("%d of %d of these are %s=%s, and %d of the %d others", better[1], n[1], label, word,
				better[0], n[0])
		}
		apart := len(in) > 0 && len(out) > 0
		for value := range in {
			apart = apart && !out[value]
		}
		few := len(in)+len(out) <= min(maxKinds, len(all)/2) // names of episodes are many
		if apart && word == "" && (slices.Contains(l.Quality, label) || few) {
			return fmt.Sprintf("label %s has these and no others as %s", label,
				wording.List(shortened(slices.Sorted(maps.Keys(in)))))
		}
	}
	return ""
}
