package scenes

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
)

// knobEnds returns the texts of all tasks with one knob at one end of its range.
func knobEnds(t *testing.T) (texts []string) {
	for _, name := range Tasks.Names() {
		task, err := Tasks.Get(name)
		if err != nil {
			t.Fatal(err)
		}
		knobs := Knobs(task)
		if len(knobs) < 2 {
			t.Errorf("%s has %d knobs; difficulty needs two different ones", name, len(knobs))
		}
		for _, k := range knobs {
			for _, end := range strings.Split(strings.Trim(k.Range, "[]"), ", ") {
				texts = append(texts, fmt.Sprintf("%s:%s=%s", name, k.Key, end))
			}
		}
	}
	return texts
}

// At both ends of every knob a task has initial states that are at rest, are no success, and agree with the requested
// behaviour and its goal.
func TestKnobEndsConform(t *testing.T) {
	for _, text := range knobEnds(t) {
		t.Run(text, func(t *testing.T) {
			task, err := ParseTask(text)
			if err != nil {
				t.Fatal(err)
			}
			w := NewTabletop()
			for b := range task.Behaviours() {
				for i := range 8 {
					if err := task.Reset(w, b, seed.Of("knobs", i).Rand()); err != nil {
						t.Fatal(err)
					}
					if task.Outcome(w).CALVIN != Neither {
						t.Fatalf("start %d is decided already", i)
					}
					checkGoal(t, w, task, b)
					checkStays(t, w, i)
				}
			}
		})
	}
}

// Every knob changes the initial states.
func TestEveryKnobActs(t *testing.T) {
	hash := func(text string) (all []uint64) {
		task, err := ParseTask(text)
		if err != nil {
			t.Fatal(err)
		}
		w := NewTabletop()
		for b := range task.Behaviours() {
			for i := range 8 {
				if err := task.Reset(w, b, seed.Of("knobs", i).Rand()); err != nil {
					t.Fatal(err)
				}
				// Approach and pace of a demonstrator are part of the grasp point alone.
				g := task.GraspPoint(w, b)
				all = append(all, w.Hash(), uint64(1e6*g.Tilt), uint64(1e6*g.Speed))
			}
		}
		return all
	}
	texts := knobEnds(t)
	for i := 0; i < len(texts); i += 2 {
		if slices.Equal(hash(texts[i]), hash(texts[i+1])) {
			t.Errorf("%s and %s have the same initial states", texts[i], texts[i+1])
		}
	}
}

// A task's text has one canonical spelling.
func TestCanonicalTask(t *testing.T) {
	for text, want := range map[string]string{
		"picking":                         "picking",
		"picking:Yaw=75":                  "picking",
		"picking:Opening=50,Yaw=90":       "picking:Yaw=90,Opening=50",
		"picking:Yaw=0":                   "picking:Yaw=0",
		"opening:Ambiguity=.2,Approach=0": "opening:Approach=0,Ambiguity=0.2",
		"opening:Noise=2.50,Opening=50":   "opening:Opening=50,Noise=2.5",
		"picking:Noise=0":                 "picking",
		"opening:Speed=1":                 "opening",
		"picking:Speed=.5,LookAlike=1.0":  "picking:LookAlike=1,Speed=0.5",
	} {
		got, err := CanonicalTask(text)
		if err != nil || got != want {
			t.Errorf("%s is spelled %q, %v; want %q", text, got, err, want)
		}
	}
	for text, want := range map[string]string{
		"juggling":              `unknown task "juggling"; known: opening, picking`,
		"picking:Fog=1":         `no setting "Fog"; known: Yaw, Opening, Start, Clutter, LookAlike, Speed, Noise`,
		"picking:Yaw=91":        `want a number in [0, 90]`,
		"picking:Noise=11":      `want a number in [0, 10]`,
		"opening:Noise=-1":      `want a number in [0, 10]`,
		"opening:Speed=.4":      `want a number in [0.5, 1]`,
		"picking:LookAlike=1.1": `want a number in [0, 1]`,
		"picking:":              `no setting ""`,
		"picking:Yaw=1,Yaw=2":   `setting Yaw is given twice; give it once`,
	} {
		if _, err := ParseTask(text); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want %s", text, err, want)
		}
	}
}

// A knob is changed whatever it was before, and the others stay.
func TestChangedTask(t *testing.T) {
	for _, c := range [][3]string{
		{"opening", "Ambiguity=0.2", "opening:Ambiguity=0.2"},
		{"opening:Noise=2.50,Ambiguity=.1", "Ambiguity=0.2", "opening:Ambiguity=0.2,Noise=2.5"},
		{"opening:Ambiguity=.1", "Ambiguity=0", "opening"},
		{"picking:Yaw=90", "", "picking:Yaw=90"},
	} {
		if got, err := ChangedTask(c[0], c[1]); err != nil || got != c[2] {
			t.Errorf("%s with %q is %q, %v; want %q", c[0], c[1], got, err, c[2])
		}
	}
	for _, c := range [][2]string{{"juggling", "Yaw=1"}, {"picking", "Fog=1"}, {"picking", "Yaw=1,Yaw=2"}} {
		if got, err := ChangedTask(c[0], c[1]); err == nil {
			t.Errorf("%s with %q is %q", c[0], c[1], got)
		}
	}
}

// The bulb misleads in the share of episodes that the knob says, and the episodes of a small share are among those of
// a larger one. The requested behaviour stays what Reset was asked for.
func TestAmbiguity(t *testing.T) {
	const n = 100
	w := NewTabletop()
	misled := func(share float64) (episodes []bool) {
		task, err := ParseTask(fmt.Sprintf("opening:Ambiguity=%g", share))
		if err != nil {
			t.Fatal(err)
		}
		for i := range n {
			b := i % 2
			if err := task.Reset(w, b, seed.Of("ambiguity", i).Rand()); err != nil {
				t.Fatal(err)
			}
			if goal := task.Goal(w); goal.Part != task.GraspPoint(w, b).Part {
				t.Fatalf("episode %d requests behaviour %d, and the goal is to move the %s", i, b, partName(goal.Part))
			}
			episodes = append(episodes, w.Bulb() != (b == 1))
		}
		return episodes
	}
	few, many := misled(0.1), misled(0.3)
	counts := map[bool]int{}
	for i := range few {
		counts[few[i]]++
		if few[i] && !many[i] {
			t.Errorf("episode %d misleads at a share of 0.1 and not at 0.3", i)
		}
	}
	// Binomial(100, 0.1): 1 to 22 with probability 0.9999.
	if counts[true] < 1 || counts[true] > 22 {
		t.Errorf("%d of %d episodes mislead at a share of 0.1", counts[true], n)
	}
	if slices.Contains(misled(0), true) {
		t.Error("an episode misleads at a share of 0")
	}
}
