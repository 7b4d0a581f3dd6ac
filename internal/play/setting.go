package play

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Setting says which demonstrations policies are cloned from, and how the policies are rolled out.
type Setting struct {
	Task   string `json:"task"`   // a name of scenes.Tasks, without knobs
	Demos  []int  `json:"demos"`  // demonstrations of each behaviour, 0 to MaxDemos, in the task's order
	Bad    int    `json:"bad"`    // percent of each behaviour's demonstrations that are bad, 0 to MaxBad
	Style  string `json:"style"`  // how these are bad: a name of expert.Styles
	Named  int    `json:"named"`  // good demonstrations of each behaviour that are named as good, 0 to MaxNamed
	Good   int    `json:"good"`   // percent of the weight that good demonstrations have under fixed weights, 0 to 100
	Starts int    `json:"starts"` // rollouts of each behaviour, 1 to MaxRollouts
	Seed   uint64 `json:"seed"`   // of demonstrations, policies and starts; below 2^53, as numbers of a page are
}

// Bounds of a Setting. At 60 demonstrations of each of three behaviours a policy takes seconds in a browser; the bad
// share stays below 100 so that every behaviour keeps a good demonstration.
const (
	MaxDemos    = 60
	MaxBad      = 90
	MaxNamed    = 20
	MaxRollouts = 200
	maxSeed     = 1<<53 - 1
)

// DefaultSetting is what the page shows first: of one behaviour of picking a fifth of the others' demonstrations, all
// good.
func DefaultSetting() Setting {
	return Setting{Task: "picking", Demos: []int{4, 20, 20}, Style: "erratic", Named: 3, Good: 90, Starts: 50, Seed: 1}
}

// Check returns an error that names the first value out of range.
func (s Setting) Check() error {
	task, err := scenes.Tasks.Get(s.Task)
	if err != nil {
		return err
	}
	if _, err := expert.Styles.Get(s.Style); err != nil {
		return err
	} else if s.Style == expert.Optimal {
		return fmt.Errorf("style %q is no bad one", s.Style)
	}
	n := len(task.Behaviours())
	switch {
	case len(s.Demos) != n:
		return fmt.Errorf("%d numbers of demonstrations for the %d behaviours of %s", len(s.Demos), n, s.Task)
	case slices.Min(s.Demos) < 0 || slices.Max(s.Demos) > MaxDemos:
		return fmt.Errorf("demonstrations of a behaviour are 0 to %d, not %v", MaxDemos, s.Demos)
	case slices.Max(s.Demos) == 0:
		return fmt.Errorf("there are no demonstrations to learn from: give one behaviour some")
	case s.Bad < 0 || s.Bad > MaxBad:
		return fmt.Errorf("the bad share is 0 to %d percent, not %d", MaxBad, s.Bad)
	case s.Named < 0 || s.Named > MaxNamed:
		return fmt.Errorf("named good demonstrations are 0 to %d of each behaviour, not %d", MaxNamed, s.Named)
	case s.Good < 0 || s.Good > 100:
		return fmt.Errorf("the weight of good demonstrations is 0 to 100 percent, not %d", s.Good)
	case s.Starts < 1 || s.Starts > MaxRollouts:
		return fmt.Errorf("starts are 1 to %d, not %d", MaxRollouts, s.Starts)
	case s.Seed > maxSeed:
		return fmt.Errorf("the seed is 0 to %d, not %d", uint64(maxSeed), s.Seed)
	}
	return nil
}

// bad returns how many of n demonstrations are bad: the share, rounded, and at most n - 1.
func (s Setting) bad(n int) int {
	return min(max(0, n-1), int(math.Round(float64(n*s.Bad)/100)))
}

// Recipe returns the recipe of the demonstrations, as demos.ParseRecipe reads it.
func (s Setting) Recipe() string {
	task, _ := scenes.Tasks.Get(s.Task)
	var good, bad []string
	for b, name := range task.Behaviours() {
		n := s.Demos[b]
		if k := s.bad(n); k > 0 {
			bad = append(bad, fmt.Sprintf("%s:%s=%d", name, s.Style, k))
			n -= k
		}
		if n > 0 {
			good = append(good, fmt.Sprintf("%s=%d", name, n))
		}
	}
	return s.Task + " " + strings.Join(append(good, bad...), ",")
}

// Balanced returns the recipe of as many demonstrations in all, all of them good and equally many of each behaviour;
// where the number has a remainder the first behaviours have one more.
func (s Setting) Balanced() string {
	task, _ := scenes.Tasks.Get(s.Task)
	sum := 0
	for _, n := range s.Demos {
		sum += n
	}
	names := task.Behaviours()
	var parts []string
	for b, name := range names {
		n := sum / len(names)
		if b < sum%len(names) {
			n++
		}
		if n > 0 {
			parts = append(parts, fmt.Sprintf("%s=%d", name, n))
		}
	}
	return s.Task + " " + strings.Join(parts, ",")
}

// AnyBad reports whether one demonstration is bad.
func (s Setting) AnyBad() bool {
	return slices.ContainsFunc(s.Demos, func(n int) bool { return s.bad(n) > 0 })
}

// named returns which demonstrations of a dataset are named as good: the first good ones of each behaviour.
func (s Setting) named(d *demos.Dataset) []bool {
	out, of := make([]bool, len(d.Episodes)), map[string]int{}
	for i := range d.Episodes {
		e := &d.Episodes[i]
		if e.Style == expert.Optimal && of[e.Behaviour] < s.Named {
			out[i] = true
			of[e.Behaviour]++
		}
	}
	return out
}
