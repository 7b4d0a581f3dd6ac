package advice

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// Options say how demonstrations are measured.
type Options struct {
	// Quality names more labels that say by whom or how well the same thing is shown (IsQuality): groups that differ in
	// these alone are kinds of one skill.
	Quality []string
	Skills  []string // labels that are none of quality whatever they are called: the user says so
	Apart   Apart    // groups of demonstrations that failed or are marked bad; its lists may be nil: none did
	// Cost returns what demonstrations of the style of one of them were measured to cost on its task; nil, and false:
	// nobody measured.
	Cost    func(demonstration int, style string) (Cost, bool)
	Seed    uint64 // of folds and Fourier features
	Repeats int    // cross-validations of each measurement, with other folds and features; at least 1
}

// Cost is what demonstrations cost in success when they join as many good ones, in percentage points, with its 95 %
// interval: above 0 they harm.
type Cost struct {
	Mean float64 `json:"mean"`
	Low  float64 `json:"low"`
	High float64 `json:"high"`
}

// margin is the cost, in points, up to which demonstrations are worth keeping in doubt: that within which methods count
// as equal (bench.Margin).
const margin = 5

// Harms reports whether the cost is shown to be above the margin.
func (c *Cost) Harms() bool { return c != nil && c.Low > margin }

// folds is the number of parts of a cross-validation: each fit learns from 80 % of the demonstrations. Ten folds would
// leave 90 % and take twice the time.
const folds = 5

// DefaultRepeats is the number of repeated fits. The losses of an episode are averaged over them; the spread between
// two repeats is below a tenth of the spread between episodes.
const DefaultRepeats = 5

// Measurement is what fits to demonstrations say about their groups.
type Measurement struct {
	By     []string `json:"by"`     // labels that make the groups
	Groups []Group  `json:"groups"` // in the order of the dataset
	Skills []Skill  `json:"skills"` // in the order of their first groups
	Kinds  []Kind   `json:"-"`      // those that some skill has beside its reference, by their first groups
	// EmptyHanded says that groups that failed are those whose gripper closes on nothing (Failures.EmptyHanded).
	EmptyHanded bool `json:"-"`
}

// Group is the demonstrations of one group.
type Group struct {
	Name           string   `json:"name"`
	Skill          string   `json:"skill"` // what it shows; empty where all groups show the same
	Kind           string   `json:"kind"`  // by whom or how well; empty where the dataset has no such label
	Failed         bool     `json:"failed,omitempty"`
	Bad            bool     `json:"marked_bad,omitempty"`
	Good           int      `json:"marked_good,omitempty"` // demonstrations
	Cost           *Cost    `json:"cost,omitempty"`        // as measured for its style; nil where nobody measured
	Demonstrations int      `json:"demonstrations"`
	Frames         int      `json:"frames"`
	FrameShare     float64  `json:"frame_share"` // in [0, 1]
	Loss           Estimate `json:"held_out_loss"`
	LossFits       Estimate `json:"held_out_loss_fits"` // over repeated fits (fitsOf)

	// Energy is E|a|² (weigh.Corpus.Energies), where a method was asked for that may go by it; else 0.
	Energy float64 `json:"action_energy,omitempty"`

	labels map[string]string // its values of the labels of quality
}

// Skill is the groups that show the same thing.
type Skill struct {
	Name   string `json:"name"`
	Groups []int  `json:"groups"` // numbers of those that are learned from
	// Failed are the numbers of its groups of demonstrations that failed or are marked bad, which are not learned
	// from; none where all demonstrations of the skill are such.
	Failed []int `json:"failed,omitempty"`
	// Reference is the number of the group of most demonstrations, of those that are not measured to harm if there are
	// such, and of these of those that the labels say to be best (gradeOf); of equals that whose kind has most
	// demonstrations in the dataset, then the first.
	Reference      int `json:"reference"`
	Demonstrations int `json:"demonstrations"` // of Groups
}

// Kind is one kind of demonstrations beside the references of the skills that have it.
type Kind struct {
	Name      string `json:"name"`
	Groups    []int  `json:"-"`                  // numbers of its groups that are no reference
	Reference string `json:"reference"`          // kinds that it is compared with, joined by commas
	Measured  *Cost  `json:"measured,omitempty"` // what its style was measured to cost; nil where nobody measured
	// Difficulty is the loss on the kind over the loss on the reference, under one policy of all demonstrations, both
	// held out. Above 1 the kind is harder to fit.
	Difficulty Estimate `json:"difficulty"`
	// Conflict is the loss on held-out demonstrations of the reference under the policy of all demonstrations over that
	// under the policy of all but this kind. Above 1 the kind pulls the policy away from the reference; below 1 it
	// helps to predict it.
	Conflict Estimate `json:"conflict"`
	// What the repeated fits say of both (fitsOf).
	DifficultyFits Estimate `json:"difficulty_fits"`
	ConflictFits   Estimate `json:"conflict_fits"`
}

// Corpus is demonstrations that policies are fitted to.
type Corpus interface {
	// HeldOutLosses returns the mean loss of each demonstration under policies that were fitted to the other folds, one
	// list for each choice of groups to fit: loss[i][e] is that of demonstration e under the fit to the groups for
	// which keep[i] is true. fold[e] is its fold, from 0 to k - 1.
	HeldOutLosses(ctx context.Context, fold []int, k int, keep [][]bool, key seed.Key) ([][]float64, error)
}

// Measure fits policies to the demonstrations of a corpus, and measures groups and kinds. Every skill is fitted by
// itself, because not every dataset says in its states what is to be done. The same corpus and options give the same
// measurement.
func Measure(ctx context.Context, g *demos.LabelledGroups, c Corpus, o Options) (Measurement, error) {
	m := structure(g, o)
	losses, fits := newLossTable(m, len(g.Of)), newFitTable(m, o.Repeats)
	for n := range o.Repeats {
		key := seed.Of("advice", o.Seed, n)
		fold := deal(g, key.With("folds"))
		all, err := c.HeldOutLosses(ctx, fold, folds, losses.keep, key.With("features"))
		if err != nil {
			return m, err
		}
		losses.add(all, o.Repeats)
		one := newLossTable(m, len(g.Of))
		one.add(all, 1)
		fits.add(one, m, inFolds(len(m.Groups), g.Of, fold))
	}
	all := membersOf(len(m.Groups), g.Of)
	for i := range m.Groups {
		m.Groups[i].Loss, m.Groups[i].LossFits = losses.ofGroup(m, all, i), fitsOf(fits.group[i])
	}
	for i := range m.Kinds {
		k := &m.Kinds[i]
		k.Difficulty, k.DifficultyFits = losses.difficulty(m, all, *k), fitsOf(fits.difficulty[i])
		k.Conflict, k.ConflictFits = losses.conflict(m, all, i), fitsOf(fits.conflict[i])
	}
	return m, nil
}

// structure names skills and kinds of groups, and finds the reference of each skill.
func structure(g *demos.LabelledGroups, o Options) Measurement {
	m := Measurement{By: g.By, EmptyHanded: o.Apart.EmptyHanded}
	frames := 0
	for _, n := range g.Frames {
		frames += n
	}
	for i, name := range g.Names {
		one := Group{Name: name, Demonstrations: g.N[i], Frames: g.Frames[i],
			FrameShare: float64(g.Frames[i]) / float64(max(1, frames))}
		if a := o.Apart; a.Failed != nil {
			one.Failed, one.Bad, one.Good = a.Failed[i], a.Bad[i], a.Good[i]
		}
		var skill, kind []string
		one.labels = map[string]string{}
		for j, label := range g.By {
			value := g.Values[i][j]
			if slices.Contains(o.Skills, label) || !IsQuality(label, o.Quality) {
				skill = append(skill, value)
				continue
			}
			one.labels[label] = value
			switch {
			case label == string(demos.ByStyle) && o.Cost != nil:
				one.Cost = o.costOf(g, i, value)
				kind = append(kind, value)
			default:
				kind = append(kind, value)
			}
		}
		one.Skill, one.Kind = strings.Join(skill, ":"), strings.Join(kind, ":")
		m.Groups = append(m.Groups, one)
		at := slices.IndexFunc(m.Skills, func(s Skill) bool { return s.Name == one.Skill })
		if at < 0 {
			at, m.Skills = len(m.Skills), append(m.Skills, Skill{Name: one.Skill})
		}
		s := &m.Skills[at]
		if one.apart() {
			s.Failed = append(s.Failed, i)
		} else {
			s.Groups, s.Demonstrations = append(s.Groups, i), s.Demonstrations+g.N[i]
		}
	}
	for i := range m.Skills {
		if s := &m.Skills[i]; len(s.Groups) == 0 { // there is nothing else to learn it from
			s.Groups, s.Failed = s.Failed, nil
			for _, k := range s.Groups {
				s.Demonstrations += g.N[k]
			}
		}
	}
	m.references()
	m.kinds()
	return m
}

// costOf is what the style of a group was measured to cost; nil where nobody measured it on each of its tasks, or it
// cost another number on another.
func (o Options) costOf(g *demos.LabelledGroups, group int, style string) (cost *Cost) {
	for e, of := range g.Of {
		if int(of) != group {
			continue
		}
		c, ok := o.Cost(e, style)
		if !ok || cost != nil && c != *cost {
			return nil
		}
		cost = &c
	}
	return cost
}

// apart reports whether the demonstrations of a group failed or are marked bad.
func (g *Group) apart() bool { return g.Failed || g.Bad }

// references finds the reference of each skill.
func (m *Measurement) references() {
	total := map[string]int{} // demonstrations of a kind
	first := map[string]int{} // its first group, negative
	for i := len(m.Groups) - 1; i >= 0; i-- {
		g := m.Groups[i]
		total[g.Kind], first[g.Kind] = total[g.Kind]+g.Demonstrations, -i
	}
	for i := range m.Skills {
		m.Skills[i].Reference = slices.MaxFunc(m.Skills[i].Groups, func(a, b int) int {
			x, y := m.Groups[a], m.Groups[b]
			return cmp.Or(cmp.Compare(rank(x.Cost.Harms()), rank(y.Cost.Harms())),
				cmp.Compare(m.beaten(b), m.beaten(a)),
				cmp.Compare(x.Demonstrations, y.Demonstrations), cmp.Compare(total[x.Kind], total[y.Kind]),
				cmp.Compare(first[x.Kind], first[y.Kind]))
		})
	}
}

// kinds lists the kinds that some skill has beside its reference.
func (m *Measurement) kinds() {
	for i, g := range m.Groups {
		s := m.skillOf(i)
		if s.Reference == i || g.apart() { // on what is apart there is a verdict already
			continue
		}
		at := slices.IndexFunc(m.Kinds, func(k Kind) bool { return k.Name == g.Kind })
		if at < 0 {
			at, m.Kinds = len(m.Kinds), append(m.Kinds, Kind{Name: g.Kind, Measured: g.Cost})
		}
		k := &m.Kinds[at]
		k.Groups = append(k.Groups, i)
		reference := m.Groups[s.Reference].Kind
		if !slices.Contains(strings.Split(k.Reference, ","), reference) {
			k.Reference = strings.TrimPrefix(k.Reference+","+reference, ",")
		}
	}
}

// skillOf returns the skill of a group.
func (m *Measurement) skillOf(group int) *Skill {
	for i := range m.Skills {
		if slices.Contains(m.Skills[i].Groups, group) || slices.Contains(m.Skills[i].Failed, group) {
			return &m.Skills[i]
		}
	}
	return nil // every group has a skill
}

// deal assigns the demonstrations of each group to folds, in random order and as evenly as can be.
func deal(g *demos.LabelledGroups, key seed.Key) []int {
	fold := make([]int, len(g.Of))
	next := make([]int, len(g.Names))
	order := make([]int, len(g.Of))
	r := key.Rand()
	draw := make([]uint64, len(g.Of))
	for e := range order {
		order[e], draw[e] = e, r.Uint64()
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(draw[a], draw[b]) })
	for group := range next {
		next[group] = group // so that small groups do not all lie in fold 0
	}
	for _, e := range order {
		of := g.Of[e]
		fold[e] = next[of] % folds
		next[of]++
	}
	return fold
}

// rank sorts true before false.
func rank(first bool) int {
	if first {
		return 0
	}
	return 1
}
