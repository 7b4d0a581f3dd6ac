package main

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/policies/weigh"
	"counterpoise/scenes/demos"
)

// datasets is one or several datasets that are weighed together.
type datasets struct {
	demos.Reader          // of the demonstrations that are weighed
	paths        []string // absolute
	names        []string // of each as demos.NameOf has it, or its path where two are alike
	formats      []string
	first        demos.Offsets
	opened       []demos.Reader
	added        []string // labels of --labels
	labels       string   // file of --labels
	by           []string // labels that make the groups; nil leaves it to weigh.ReadGroups
	index        []int    // numbers of the demonstrations that are weighed among all; nil if all are
	lengths      []int    // frames of all demonstrations, where index is not nil
}

// openDatasets opens datasets, joins them, adds the labels of a file, and selects what the names of labels ask for.
// Several datasets are grouped by dataset unless the flags say otherwise, and labels of a file by these.
func openDatasets(ctx context.Context, paths []string, o weighFlags) (*datasets, error) {
	d := &datasets{first: demos.Offsets{0}}
	if err := d.open(ctx, paths, o); err != nil {
		d.Close()
		return nil, err
	}
	return d, nil
}

func (d *datasets) open(ctx context.Context, paths []string, o weighFlags) error {
	for i, path := range paths {
		format, err := demos.Detect(path)
		if err != nil {
			return err
		}
		r, err := demos.OpenAny(ctx, path)
		if err != nil {
			return err
		}
		whole, err := filepath.Abs(path)
		if err != nil {
			whole = path
		}
		r = demos.MeantActions(r)
		d.opened, d.paths, d.formats = append(d.opened, r), append(d.paths, whole), append(d.formats, format)
		d.names = append(d.names, demos.NameOf(r, whole))
		d.first = append(d.first, d.first[i]+r.Episodes())
	}
	for i := range d.names {
		if slices.Index(d.names, d.names[i]) < i {
			d.names = slices.Clone(d.paths)
			break
		}
	}
	d.by = demos.JoinSelections(o.by)
	if d.Reader = d.opened[0]; len(paths) > 1 {
		joined, err := demos.Join(d.names, d.opened)
		if err != nil {
			return err
		}
		d.Reader = joined
		if d.by == nil {
			d.by = []string{"dataset"}
		}
	}
	if err := d.label(o); err != nil {
		return err
	}
	return d.choose(ctx)
}

// label numbers the demonstrations (demos.Numbered), and gives them the labels of the file of labels.
func (d *datasets) label(o weighFlags) error {
	d.Reader = demos.Numbered{Reader: d.Reader}
	if o.labels == "" {
		return nil
	}
	table, err := demos.ReadLabelTable(o.labels)
	if err != nil {
		return err
	}
	var episodes []int
	for i := range d.names {
		episodes = append(episodes, d.first[i+1]-d.first[i])
	}
	if err := table.Check(d.names, episodes); err != nil {
		return err
	}
	if d.added, d.labels = table.Names, o.labels; o.by == nil {
		d.by = table.Names
	}
	d.Reader = demos.Relabelled{Reader: d.Reader, Labels: func(i int) map[string]string {
		k, e := d.first.Locate(i)
		return table.Of(d.names[k], e)
	}}
	return nil
}

// groups groups the demonstrations.
func (d *datasets) groups(ctx context.Context, progress func(done, total int)) (*weigh.Groups, error) {
	g, err := weigh.ReadGroups(ctx, d.Reader, d.by, progress)
	return g, d.unlabelled(err)
}

// unlabelled returns an error of grouping demonstrations. Where one lacks a label that the file of labels has for
// others, it names that file.
func (d *datasets) unlabelled(err error) error {
	var missing *weigh.NoLabelError
	if errors.As(err, &missing) && slices.Contains(d.added, missing.Label) {
		return fmt.Errorf("%s has no row for demonstration %s, which therefore has no label %q; add one, or "+
			"choose other labels with --by", d.labels, missing.Place, missing.Label)
	}
	return err
}

// choose selects the demonstrations that the names of labels ask for.
func (d *datasets) choose(ctx context.Context) (err error) {
	by := d.by
	if d.Reader, d.by, err = demos.Select(ctx, d.Reader, by); err != nil {
		return err
	}
	d.index, d.lengths = demos.Whole(d.Reader)
	return nil
}

// differInRate reports whether two datasets state other frames per second.
func (d *datasets) differInRate() bool {
	known := 0.0
	for _, r := range d.opened {
		rate := demos.RateOf(r)
		if rate > 0 && known > 0 && rate != known {
			return true
		}
		known = max(known, rate)
	}
	return false
}

// rates lists the frames per second of the datasets that state them.
func (d *datasets) rates() string {
	var list []string
	for i, r := range d.opened {
		if rate := demos.RateOf(r); rate > 0 {
			list = append(list, fmt.Sprintf("%s has %g frames a second", d.names[i], rate))
		}
	}
	return strings.Join(list, ", ")
}

// samples returns the weights of all demonstrations of all datasets, from those of the demonstrations that are weighed.
func (d *datasets) samples(weighed []weigh.Sample) []weigh.Sample {
	all := weigh.Whole(weighed, d.index, d.lengths)
	for i := range all {
		k, e := d.first.Locate(i)
		all[i].Dataset, all[i].Episode = d.names[k], e
	}
	return all
}

// Close closes all datasets.
func (d *datasets) Close() error {
	for _, r := range d.opened {
		r.Close()
	}
	return nil
}
