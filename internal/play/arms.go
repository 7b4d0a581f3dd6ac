package play

import (
	"context"
	"fmt"
	"slices"
	"strconv"

	"counterpoise/internal/seed"
	"counterpoise/policies/balance"
	"counterpoise/policies/ridge"
	"counterpoise/policies/weigh"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Arm is one way to come from demonstrations to a policy.
type Arm struct {
	Name  string `json:"name"`
	About string `json:"about"`
	// Bad says that the arm differs from plain cloning only where demonstrations are bad.
	Bad bool `json:"bad"`
}

// Arms are all arms, in the order of a table.
var Arms = []Arm{
	{"balanced", "as many demonstrations, all good, equally many of each behaviour", false},
	{"plain cloning", "every frame counts the same", false},
	{"bad left out", "all bad demonstrations are known, and left out", true},
	{"named good", "a few are named as good; the others weigh as much as they are like these", true},
	{"upsampled", "every behaviour counts the same, however many demonstrations it has", false},
	{"fixed weights", "good and bad ones have shares of the weight that you choose", true},
}

// ArmsOf returns the arms that a setting has: without bad demonstrations some of them are plain cloning, and without
// named ones none can be like these.
func (s Setting) ArmsOf() []Arm {
	return slices.DeleteFunc(slices.Clone(Arms), func(a Arm) bool {
		return a.Bad && !s.AnyBad() || a.Name == "named good" && s.Named == 0
	})
}

// ridgeConfig is that of the page's policies. Its kernel is twice as wide as the default's, with which policies from
// twenty demonstrations of a behaviour succeed more often; constant weights need one step.
func ridgeConfig() ridge.Config {
	cfg := ridge.DefaultConfig()
	cfg.Width, cfg.Steps = 8, 1
	return cfg
}

// Cloned is a policy with what it was cloned from.
type Cloned struct {
	Policy *ridge.Ridge
	Recipe string    // of its demonstrations
	Weight []float64 // of each demonstration, of sum 1
	Bad    float64   // sum of those of bad ones
}

// Clone makes the demonstrations of an arm and clones a policy from them. progress is called with the demonstrations
// made so far, and may be nil.
func Clone(ctx context.Context, s Setting, arm string, progress func(done, total int)) (*Cloned, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	if !slices.ContainsFunc(s.ArmsOf(), func(a Arm) bool { return a.Name == arm }) {
		return nil, fmt.Errorf("no arm %q for these demonstrations", arm)
	}
	text := s.Recipe()
	if arm == "balanced" {
		text = s.Balanced()
	}
	data, err := s.generate(ctx, text, progress)
	if err != nil {
		return nil, err
	}
	groups, method, err := s.weighed(ctx, arm, data)
	if err != nil {
		return nil, err
	}
	c, err := fit(ctx, data, groups, method, s.Seed)
	if err != nil {
		return nil, err
	}
	c.Recipe = text
	return c, nil
}

// generate makes the demonstrations of a recipe.
func (s Setting) generate(ctx context.Context, text string, progress func(done, total int)) (*demos.Dataset, error) {
	recipe, err := demos.ParseRecipe(text)
	if err != nil {
		return nil, err
	}
	return demos.Generate(ctx, recipe, s.Seed, 1, progress)
}

// CloneDriven clones a policy from attempts at one task, in which every frame counts the same.
func CloneDriven(ctx context.Context, all []Attempt, of uint64, progress func(done, total int)) (*Cloned, error) {
	data, err := DrivenData(all, progress)
	if err != nil {
		return nil, err
	}
	groups, method, err := under(data.Groups(demos.ByBehaviour), "natural")
	if err != nil {
		return nil, err
	}
	return fit(ctx, data, groups, method, of)
}

// CloneTogether clones a policy from the demonstrations of plain cloning and attempts at the same task together, in
// which every frame counts the same.
func CloneTogether(ctx context.Context, s Setting, all []Attempt, progress func(done, total int)) (*Cloned, error) {
	if err := s.Check(); err != nil {
		return nil, err
	}
	driven, err := DrivenData(all, nil)
	if err != nil {
		return nil, err
	}
	if driven.Card.Task != s.Task {
		return nil, fmt.Errorf("the attempts are at %s, and the demonstrations of %s", driven.Card.Task, s.Task)
	}
	data, err := s.generate(ctx, s.Recipe(), progress)
	if err != nil {
		return nil, err
	}
	data.Episodes = append(data.Episodes, driven.Episodes...)
	groups, method, err := under(data.Groups(demos.ByBehaviour), "natural")
	if err != nil {
		return nil, err
	}
	c, err := fit(ctx, data, groups, method, s.Seed)
	if err != nil {
		return nil, err
	}
	c.Recipe = s.Recipe()
	return c, nil
}

// fit clones a policy, and says what each demonstration weighs.
func fit(ctx context.Context, data *demos.Dataset, g demos.Groups, method balance.Method, of uint64) (*Cloned, error) {
	m := method.Start(g)
	p, _, err := ridge.Train(ctx, data, g, m, ridgeConfig(), seed.Of("play", of))
	if err != nil {
		return nil, err
	}
	c, alpha := &Cloned{Policy: p}, m.Alpha()
	for i := range data.Episodes {
		k := g.Of[i]
		w := alpha[k] * float64(data.Episodes[i].Frames()) / float64(g.Frames[k])
		c.Weight = append(c.Weight, w)
		if s := data.Episodes[i].Style; s != expert.Optimal && s != Person {
			c.Bad += w
		}
	}
	return c, nil
}

// weighed returns the groups of an arm's demonstrations and the method that weighs these.
func (s Setting) weighed(ctx context.Context, arm string, data *demos.Dataset) (demos.Groups, balance.Method, error) {
	switch arm {
	case "bad left out":
		return under(data.Groups(demos.ByStyle), "drop")
	case "upsampled":
		return under(data.Groups(demos.ByBehaviour), "upsample")
	case "fixed weights":
		g := data.Groups(demos.ByStyle)
		fixed := make(balance.Fixed, len(g.Names))
		for i, name := range g.Names {
			fixed[i] = 1 - float64(s.Good)/100
			if name == expert.Optimal {
				fixed[i] = float64(s.Good) / 100
			}
		}
		return g, fixed, nil
	case "named good":
		return s.resembling(ctx, data)
	}
	return under(data.Groups(demos.ByBehaviour), "natural")
}

// under returns groups and the method of a name, which weighs them.
func under(g demos.Groups, method string) (demos.Groups, balance.Method, error) {
	m, err := balance.Named(method)
	return g, m, err
}

// resembling returns a group for each demonstration, with the weights of "counterpoise weigh --known --rule gap": how
// like the named ones a policy of these finds it.
func (s Setting) resembling(ctx context.Context, data *demos.Dataset) (g demos.Groups, m balance.Method, err error) {
	known := s.named(data)
	at := 0
	r, err := weigh.Resemble(ctx, reader{data}, weigh.ResemblanceOptions{
		Known:    func(*demos.Raw) bool { at++; return known[at-1] },
		Gap:      true,
		Bad:      func(labels []map[string]string) []bool { return make([]bool, len(labels)) }, // nobody labelled them
		Progress: func(int, int) {},
	})
	if err != nil {
		return g, nil, err
	}
	weights := make(balance.Fixed, len(data.Episodes))
	for i, w := range r.Sampling() {
		weights[i] = w.Weight
		g.Names, g.Of = append(g.Names, strconv.Itoa(i)), append(g.Of, int32(i))
		g.N, g.Frames = append(g.N, 1), append(g.Frames, data.Episodes[i].Frames())
	}
	return g, weights, nil
}

// reader reads a dataset in memory, for functions that read files.
type reader struct{ *demos.Dataset }

func (r reader) Card() demos.Card { return r.Dataset.Card }
func (r reader) Episodes() int    { return len(r.Dataset.Episodes) }
func (r reader) Close() error     { return nil }

func (r reader) Read(i int, pictures bool) (*demos.Raw, error) {
	return r.Dataset.Episodes[i].Raw(pictures), nil
}
