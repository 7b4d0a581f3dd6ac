package main

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"counterpoise/internal/suggest"
	"counterpoise/scenes/demos"
)

// manyGroups is the most that are weighed: beyond it a label is hardly one of groups (index, say), and methods that look
// at pairs of groups take hours.
const manyGroups = 256

// grouped is a dataset's demonstrations in groups, and how long each of them is.
type grouped struct {
	format string
	by     []string
	demos.Groups
	lengths []int // frames of each demonstration
}

// group reads every demonstration's labels and length.
func (p program) group(ctx context.Context, r demos.Reader, by []string) (*grouped, error) {
	g := &grouped{by: by}
	n := r.Episodes()
	progress, end := counter(p.err, "demonstrations counted")
	defer end()
	for i := range n {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		raw, err := r.Read(i, false)
		if err != nil {
			return nil, err
		}
		if err := g.add(i, raw); err != nil {
			return nil, err
		}
		progress(i+1, n)
	}
	if len(g.Names) < 2 {
		return nil, fmt.Errorf("there is nothing to weigh: all %d demonstrations have the same %s (%s); group them --by another label", n, strings.Join(g.by, ","), strings.Join(g.Names, ""))
	}
	return g, nil
}

// add counts demonstration i.
func (g *grouped) add(i int, r *demos.Raw) error {
	if len(g.by) == 0 {
		g.by = []string{"behaviour"}
		if _, ok := r.Labels["behaviour"]; !ok {
			g.by = []string{"task"}
		}
	}
	var values []string
	for _, key := range g.by {
		v, ok := r.Labels[key]
		if !ok {
			has := slices.Sorted(maps.Keys(r.Labels))
			return fmt.Errorf("demonstration %d has no label %q%s; it has %s: choose with --by", i, key, suggest.DidYouMean(key, has), cmp.Or(strings.Join(has, ", "), "none"))
		}
		values = append(values, cmp.Or(v, "(none)"))
	}
	name := strings.Join(values, ":")
	k := slices.Index(g.Names, name)
	if k < 0 {
		if k = len(g.Names); k == manyGroups {
			return fmt.Errorf("the label %s makes more than %d groups, which is too many to weigh; choose another with --by", strings.Join(g.by, ","), manyGroups)
		}
		g.Names, g.N, g.Frames = append(g.Names, name), append(g.N, 0), append(g.Frames, 0)
	}
	g.Of = append(g.Of, int32(k))
	g.N[k]++
	g.Frames[k] += r.Frames()
	g.lengths = append(g.lengths, r.Frames())
	return nil
}

// shares are parts of their sum.
func shares(n []int) []float64 {
	sum := 0
	for _, v := range n {
		sum += v
	}
	out := make([]float64, len(n))
	for i, v := range n {
		out[i] = float64(v) / float64(max(1, sum))
	}
	return out
}
