package decide

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"counterpoise/internal/seed"
	"counterpoise/results/advice"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/expert"
)

// Told is what a drawn dataset says about its demonstrations, besides what they show.
type Told string

// What datasets say. Those of another robot can't be replayed, and their styles were measured nowhere.
const (
	BySuccess    Told = "success"           // which succeeded, as others' datasets do
	ByStyle      Told = "style"             // which style each has, and which succeeded, as ours do
	StyleElse    Told = "style, another"    // which style each has, of another robot
	ByOperator   Told = "operator"          // who showed it: most of the bad ones one of two people
	OperatorElse Told = "operator, another" // the same, of another robot
	Nothing      Told = "nothing, ours"     // nothing; their actions can be replayed
	NothingElse  Told = "nothing, another"  // nothing, and of another robot
)

// Drawing is a recipe of which datasets are drawn.
type Drawing struct {
	demos.Recipe
	Told Told
	Bad  float64  // share of bad demonstrations, in [0, 1)
	Kind []string // styles of the bad ones
}

// List is a list of recipes that a seed draws, each with a key of the seed and its number alone:
//
//	told      one of Told in turn
//	bad       none where allGood of the turn says so; of the others a share from 5 to 80 %, uniform
//	task      picking or opening, equally likely
//	numbers   of each behaviour from 8 to 40, log-uniform; in every second recipe, on average, the same of all
//	styles    one or two of those of its number, equally likely, in all behaviours
type List struct {
	name    string
	told    []Told
	styles  func(i int) []string // of recipe i, sorted: a style that is added changes all draws
	allGood func(turn int) bool
}

// Agreement is the list on which it is measured whether advise decides the same about a dataset drawn anew. Its styles
// are those that there were at the first draw.
var Agreement = List{"advice agreement",
	[]Told{BySuccess, ByStyle, StyleElse, ByOperator, Nothing, NothingElse},
	func(int) []string {
		return []string{"biased", "detour", "early", "erratic", "hasty", "miss", "noisy", "retry", "slow"}
	},
	func(turn int) bool { return turn%5 == 4 }}

// Draw returns the first n recipes that a seed draws.
func (l List) Draw(n int, from uint64) (all []Drawing) {
	for i := range n {
		all = append(all, l.draw(i, from))
	}
	return all
}

// draw draws a recipe. The order of the draws is part of the list.
func (l List) draw(i int, from uint64) Drawing {
	styles := slices.Clone(l.styles(i))
	r := seed.Of("counterpoise", l.name, from, i).Rand()
	d := Drawing{Told: l.told[i%len(l.told)], Bad: .05 + .75*r.Float64()}
	name := []string{"picking", "opening"}[r.IntN(2)]
	task, err := scenes.ParseTask(name)
	if err != nil {
		panic(err) // the names are constants
	}
	if l.allGood(i / len(l.told)) {
		d.Bad = 0
	}
	alike, same := r.IntN(2) == 0, r.Float64()
	r.Shuffle(len(styles), func(i, j int) { styles[i], styles[j] = styles[j], styles[i] })
	d.Kind = slices.Sorted(slices.Values(styles[:1+r.IntN(2)]))
	var parts []string
	for _, behaviour := range task.Behaviours() {
		u := r.Float64()
		if alike {
			u = same
		}
		total := int(8 * math.Pow(41./8, u))
		bad := int(math.Round(d.Bad * float64(total)))
		parts = append(parts, fmt.Sprintf("%s=%d", behaviour, total-bad))
		for k, style := range d.Kind {
			if part := (bad + k) / len(d.Kind); part > 0 {
				parts = append(parts, fmt.Sprintf("%s:%s=%d", behaviour, style, part))
			}
		}
	}
	if d.Bad == 0 {
		d.Kind = nil
	}
	if d.Recipe, err = demos.ParseRecipe(name + " " + strings.Join(parts, ",")); err != nil {
		panic(err) // drawn from constants
	}
	return d
}

// Dataset draws the demonstrations of a recipe, for draws 0, 1, ..., as a dataset that says what Told says.
func (d Drawing) Dataset(made *demos.Dataset, draw int) demos.Reader {
	r := seed.Of("counterpoise", "advice agreement", "operators", draw).Rand()
	operators := make([]string, len(made.Episodes))
	for i := range operators { // of the good ones, too, one shows a quarter
		operators[i] = "ann"
		if r.Float64() < .25 || made.Episodes[i].Style != expert.Optimal {
			operators[i] = "bob"
		}
	}
	return drawn{made, d.Told, operators}
}

// drawn is a dataset in memory that says less than it knows.
type drawn struct {
	*demos.Dataset
	told      Told
	operators []string
}

func (d drawn) Card() demos.Card { return demos.Card{} }
func (d drawn) Episodes() int    { return len(d.Dataset.Episodes) }
func (d drawn) Close() error     { return nil }
func (d drawn) Read(i int, _ bool) (*demos.Raw, error) {
	raw := d.Dataset.Episodes[i].Raw(false)
	said := map[string]string{"task": raw.Labels["task"], "behaviour": raw.Labels["behaviour"]}
	for name, told := range map[string]Told{"success": BySuccess, "style": ByStyle} {
		if d.told == told || d.told == ByStyle {
			said[name] = raw.Labels[name]
		}
	}
	switch d.told {
	case ByOperator:
		said["operator"] = d.operators[i]
	case OperatorElse:
		said = map[string]string{"task": "skill of " + raw.Labels["behaviour"], "operator": d.operators[i]}
	case NothingElse:
		said = map[string]string{"task": "skill of " + raw.Labels["behaviour"]}
	case StyleElse:
		said = map[string]string{"task": "skill of " + raw.Labels["behaviour"], "style": raw.Labels["style"]}
	}
	raw.Labels = said
	return raw, nil
}

// Decision is what an advice decides, in words that two advices share if they decide the same: what it leaves out, and
// what it cannot tell. Trajectories that it wants to be looked at are no decision.
func Decision(r advice.Report) string {
	var out, open []string
	add := func(list *[]string, name string) {
		if !slices.Contains(*list, name) {
			*list = append(*list, name)
		}
	}
	for _, v := range r.Failures {
		g := r.Groups[v.Group]
		name := "failed"
		if g.Kind != "" {
			name += " " + g.Kind
		}
		if v.LeaveOut {
			add(&out, name)
		} else {
			add(&open, name)
		}
	}
	for _, v := range r.Verdicts {
		switch {
		case v.LeaveOut:
			add(&out, v.Name)
		case v.Open && v.Undirected:
			names := append(strings.Split(v.Reference, ","), v.Name)
			slices.Sort(names)
			add(&open, strings.Join(names, " or "))
		case v.Open:
			add(&open, v.Name)
		}
	}
	text := "keep all"
	if slices.Sort(out); out != nil {
		text = "leave out " + strings.Join(out, ", ")
	}
	if slices.Sort(open); open != nil {
		text += "; can't tell of " + strings.Join(open, ", ")
	}
	return text
}

// Agreed is what the draws of a recipe were advised.
type Agreed struct {
	Drawing
	Decisions []string // of each draw
}

// Counts are the decisions, the most frequent first, with the number of draws that got them.
func (a Agreed) Counts() (decisions []string, n map[string]int) {
	n = map[string]int{}
	for _, d := range a.Decisions {
		n[d]++
	}
	return slices.SortedFunc(maps.Keys(n), func(x, y string) int {
		return cmp.Or(n[y]-n[x], strings.Compare(x, y))
	}), n
}

// Agree is the number of draws that got the decision of most.
func (a Agreed) Agree() int {
	decisions, n := a.Counts()
	return n[decisions[0]]
}
