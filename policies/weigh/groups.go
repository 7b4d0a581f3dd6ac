package weigh

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/policies/trainset"
	"counterpoise/scenes/demos"
)

// Groups is the assignment of a dataset's demonstrations to groups.
type Groups struct {
	demos.LabelledGroups
	met     map[string]string // label -> its first value, or differs
	unasked bool              // nobody named the labels
}

// NoLabelError says that a demonstration lacks a label that makes the groups.
type NoLabelError struct {
	Place string // the demonstration, as demos.Place names it
	Label string
	Has   []string // its labels, in alphabetical order
}

// Error implements error.
func (e *NoLabelError) Error() string {
	return fmt.Sprintf("demonstration %s has no label %q%sit has %s: choose with --by", e.Place, e.Label,
		catalog.DidYouMean(e.Label, slices.Concat(e.Has, demos.Groupings())),
		cmp.Or(strings.Join(e.Has, ", "), "none"))
}

// differs stands for a label with several values.
const differs = "\x00several values"

// ReadGroups reads the labels and the length of every demonstration of a dataset, without pictures. By names the
// labels or groupings (demos.Labels) whose values make a group, joined by colons; without any it is the behaviour, the
// lists of robomimic (mask), or the task, the first of these that the first demonstration has. Fewer than two groups,
// more than demos.MaxGroups, two groups of one name and a demonstration without one of the labels are errors.
func ReadGroups(ctx context.Context, r demos.Reader, by []string, progress func(done, total int)) (*Groups, error) {
	g := &Groups{LabelledGroups: demos.LabelledGroups{By: demos.Labels(by)}}
	add := func(i int, raw *demos.Raw) error { return g.add(demos.Place(r, i), raw) }
	if err := trainset.Each(ctx, r, false, progress, add); err != nil {
		return nil, err
	}
	if r.Episodes() == 1 {
		return nil, fmt.Errorf("there is nothing to weigh: it is a single demonstration")
	}
	if len(g.Names) < 2 {
		return nil, fmt.Errorf("there is nothing to weigh: all %d demonstrations have the same %s (%s); %s",
			r.Episodes(), strings.Join(g.By, ","), strings.Join(g.Names, ""), g.others())
	}
	return g, nil
}

// others says what a dataset of one group can be grouped by.
func (g *Groups) others() string {
	var labels []string
	for _, name := range slices.Sorted(maps.Keys(g.met)) {
		if g.met[name] == differs && name != demos.EpisodeLabel && name != demos.Masks {
			labels = append(labels, name)
		}
	}
	text := "give labels with --labels FILE.csv, or weigh each demonstration with --by " + demos.EpisodeLabel
	if labels != nil {
		text = "group them --by " + strings.Join(labels, " or ") + ", which differ here, or " + text
	}
	return text
}

// add puts the next demonstration into the group that its labels name, a new one if necessary. Groups are numbered in
// the order of their first demonstrations. place names the demonstration in errors.
func (g *Groups) add(place string, r *demos.Raw) error {
	if len(g.By) == 0 {
		g.By = []string{"task"}
		for _, name := range []string{"mask", "behaviour"} {
			if _, ok := r.Labels[name]; ok {
				g.By = []string{name}
			}
		}
		g.unasked = true
	}
	if g.met == nil {
		g.met = map[string]string{}
	}
	for name, value := range r.Labels {
		if first, ok := g.met[name]; !ok {
			g.met[name] = value
		} else if first != value {
			g.met[name] = differs
		}
	}
	var values []string
	for _, key := range g.By {
		v, ok := r.Label(key)
		if !ok && !(g.unasked && key == "mask") { // demonstrations in no list are a group, as inspect has it
			has := slices.Sorted(maps.Keys(r.Labels))
			return &NoLabelError{Place: place, Label: key, Has: has}
		}
		values = append(values, cmp.Or(v, "(none)"))
	}
	name := strings.Join(values, ":")
	k := slices.Index(g.Names, name)
	if k < 0 {
		if k = len(g.Names); k == demos.MaxGroups {
			return fmt.Errorf(
				"the label %s makes more than %d groups, which is too many to weigh; choose another with "+
					"--by, or let advise --find-skills group them",
				strings.Join(g.By, ","), demos.MaxGroups)
		}
		g.Names, g.N, g.Frames = append(g.Names, name), append(g.N, 0), append(g.Frames, 0)
		g.Values = append(g.Values, values)
	}
	if !slices.Equal(g.Values[k], values) {
		return fmt.Errorf("the groups %q and %q of the labels %s would both be called %s; rename a value with "+
			"--labels", g.Values[k], values, strings.Join(g.By, ","), name)
	}
	g.Of = append(g.Of, int32(k))
	g.N[k]++
	g.Frames[k] += r.Frames()
	g.Lengths = append(g.Lengths, r.Frames())
	return nil
}
