package datasets

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/policies/weigh"
	"counterpoise/scenes/demos"
)

// Options say how datasets are grouped.
type Options struct {
	// By are labels that make the groups; LABEL=VALUE,VALUE keeps the demonstrations that have one of the values
	// (demos.Select). None: the columns of the file Labels that name skills or groups (groupColumns), or the label
	// dataset of several datasets, or the choice of weigh.ReadGroups.
	By []string
	// Labels is the path of a CSV file with more labels (demos.ReadLabelTable). Empty: none.
	Labels string
	// Actions names the features of every dataset that are its actions (demos.TakeActions). None: its reader's choice.
	Actions []string
}

// Set is one or several datasets that are weighed together. Its Reader has the demonstrations that are weighed, in the
// order of the datasets. It is for one goroutine.
type Set struct {
	demos.Reader
	// Of each dataset: its absolute path; its name as demos.NameOf has it, or the path where two names are alike; and
	// the name of its format.
	Paths, Names, Formats []string
	// By are the labels that make the groups; nil leaves them to weigh.ReadGroups.
	By []string

	first   demos.Offsets
	opened  []demos.Reader
	added   []string // labels of the file of labels
	used    []string // labels that Use names
	labels  string   // path of that file
	index   []int    // numbers of the demonstrations that are weighed among all; nil if all are
	lengths []int    // frames of all demonstrations, where index is not nil
}

// Open opens datasets, joins them, adds the labels of a file, and selects what the names of labels ask for. Errors name
// the dataset or the file. The caller closes the set.
func Open(ctx context.Context, paths []string, o Options) (*Set, error) {
	s := &Set{first: demos.Offsets{0}}
	if err := s.open(ctx, paths, o); err != nil {
		s.Close()
		return nil, err
	}
	return s, nil
}

// Of returns a set of one dataset that is open already, with all of its demonstrations.
func Of(path, format string, r demos.Reader, by ...string) *Set {
	return &Set{Reader: r, Paths: []string{path}, Names: []string{filepath.Base(path)}, Formats: []string{format},
		By: by, first: demos.Offsets{0, r.Episodes()}, opened: []demos.Reader{r}}
}

func (s *Set) open(ctx context.Context, paths []string, o Options) error {
	for _, path := range paths {
		if err := s.openOne(ctx, path, o.Actions); err != nil {
			return err
		}
	}
	for i := range s.Names {
		if slices.Index(s.Names, s.Names[i]) < i {
			s.Names = slices.Clone(s.Paths)
			break
		}
	}
	s.By = demos.JoinSelections(o.By)
	if s.Reader = s.opened[0]; len(paths) > 1 {
		joined, err := demos.Join(s.Names, s.opened)
		if err != nil {
			return err
		}
		s.Reader = joined
		if s.By == nil {
			s.By = []string{"dataset"}
		}
	}
	if err := s.label(o); err != nil {
		return err
	}
	return s.choose(ctx)
}

// openOne opens the next dataset.
func (s *Set) openOne(ctx context.Context, path string, actions []string) error {
	format, err := demos.Detect(path)
	if err != nil {
		return err
	}
	r, err := demos.OpenAny(ctx, path)
	if err != nil {
		return err
	}
	if err := demos.TakeActions(r, actions); err != nil {
		r.Close()
		return fmt.Errorf("%s: %w", path, err)
	}
	whole, err := filepath.Abs(path)
	if err != nil {
		whole = path
	}
	r = demos.MeantActions(r)
	s.opened, s.Paths, s.Formats = append(s.opened, r), append(s.Paths, whole), append(s.Formats, format)
	s.Names = append(s.Names, demos.NameOf(r, whole))
	s.first = append(s.first, s.Total()+r.Episodes())
	return nil
}

// label numbers the demonstrations (demos.Numbered), and gives them the labels of the file of labels.
func (s *Set) label(o Options) error {
	s.Reader = demos.Numbered{Reader: s.Reader}
	if o.Labels == "" {
		return nil
	}
	table, err := demos.ReadLabelTable(o.Labels)
	if err != nil {
		return err
	}
	if err := table.Check(s.Names, s.numbers()); err != nil {
		return err
	}
	s.added, s.labels = table.Names, o.Labels
	if by := named(table.Names); o.By == nil && by != nil {
		s.By = by
	}
	s.Reader = demos.Relabelled{Reader: s.Reader, Labels: func(i int) map[string]string {
		k, e := s.first.Locate(i)
		return table.Of(s.Names[k], demos.NumberOf(s.opened[k], e))
	}}
	return nil
}

// groupColumns are the words of columns of a file of labels that make groups unasked: they name what is shown, or
// groups. Others may be operators, dates and notes.
var groupColumns = []string{"label", "labels", "group", "groups", "skill", "skills", "task", "tasks", "behaviour",
	"behavior", "mask"}

// named returns the columns that make groups unasked.
func named(columns []string) (by []string) {
	for _, column := range columns {
		if slices.ContainsFunc(wording.NameWords(column), func(w string) bool {
			return slices.Contains(groupColumns, w)
		}) {
			by = append(by, column)
		}
	}
	return by
}

// choose selects the demonstrations that the names of labels ask for.
func (s *Set) choose(ctx context.Context) (err error) {
	by := s.By
	if s.Reader, s.By, err = demos.Select(ctx, s.Reader, by); err != nil {
		return err
	}
	s.index, s.lengths = demos.Whole(s.Reader)
	return nil
}

// Groups groups the demonstrations that are weighed.
func (s *Set) Groups(ctx context.Context, progress func(done, total int)) (*weigh.Groups, error) {
	g, err := weigh.ReadGroups(ctx, s.Reader, s.By, progress)
	return g, s.Explain(err)
}

// Explain returns an error of grouping demonstrations. Where one lacks a label that the file of labels has for others,
// it names that file.
func (s *Set) Explain(err error) error {
	var missing *weigh.NoLabelError
	if errors.As(err, &missing) && s.Added(missing.Label) {
		return fmt.Errorf("%s has no row for demonstration %s, which therefore has no label %q; add one, or "+
			"choose other labels with --by", s.labels, missing.Place, missing.Label)
	}
	return err
}

// Decided returns what was decided for the user about demonstrations that are grouped by some labels, see
// demos.Description. asked says that the user named the labels.
func (s *Set) Decided(by []string, asked bool) (all []string) {
	if !asked {
		all = append(all, demos.GroupsDecided(by))
		others := slices.DeleteFunc(slices.Clone(s.added), func(name string) bool {
			return slices.Contains(by, name) || slices.Contains(s.used, name)
		})
		if len(others) > 0 {
			all = append(all, "not used: "+strings.Join(others, ", ")+" of "+s.labels+" (--by)")
		}
	}
	for k, r := range s.opened {
		for _, line := range demos.StatedBy(r).Decided {
			if len(s.opened) > 1 {
				name, text, _ := strings.Cut(line, ": ")
				line = name + ": of " + s.Names[k] + ", " + text
			}
			all = append(all, line)
		}
	}
	return all
}

// ActionsOf returns the names of the features that are the actions of dataset k.
func (s *Set) ActionsOf(k int) []string { return demos.StatedBy(s.opened[k]).Actions }

// Added reports whether a label comes from the file of labels.
func (s *Set) Added(label string) bool { return slices.Contains(s.added, label) }

// Use takes note that a label is used for something else than groups, so that Decided does not call it unused.
func (s *Set) Use(label string) { s.used = append(s.used, label) }

// AddedLabels are the labels of the file of labels.
func (s *Set) AddedLabels() []string { return s.added }

// Opened returns the datasets themselves, with all of their demonstrations.
func (s *Set) Opened() []demos.Reader { return s.opened }

// Close closes all datasets.
func (s *Set) Close() error {
	for _, r := range s.opened {
		r.Close()
	}
	return nil
}
