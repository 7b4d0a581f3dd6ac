package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// chosenDemos are the flags that choose demonstrations.
type chosenDemos struct {
	where, drop      []string
	episodes, labels string
}

// add adds the flags to a command.
func (o *chosenDemos) add(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&o.where, "where", nil, "keep demonstrations with `LABEL=VALUE`, as in success=true or "+
		"style=optimal,noisy; several: that fulfil all")
	f.StringArrayVar(&o.drop, "drop", nil,
		"leave out demonstrations with `LABEL=VALUE`, as in style=erratic or 'stars<3'")
	f.StringVar(&o.episodes, "episodes", "", "keep the demonstrations of a `LIST` of numbers, as in 0-40,77")
	f.StringVar(&o.labels, "labels", "", "CSV `FILE` with more labels: columns episode, label")
	f.Lookup("episodes").DefValue = "all"
}

// rule returns what the flags ask for, of the demonstrations of a dataset.
func (o *chosenDemos) rule(all []filter.Episode) (r filter.Rule, err error) {
	if r.Where, err = filter.Parse(o.where); err != nil {
		return r, misused("--where: %w", err)
	}
	if r.Drop, err = filter.Parse(o.drop); err != nil {
		return r, misused("--drop: %w", err)
	}
	if o.episodes != "" {
		if r.Episodes, err = wording.ParseNumbers(o.episodes, all[len(all)-1].Number+1); err != nil {
			return r, misused("--episodes %s: %v", o.episodes, err)
		}
		for _, n := range r.Episodes {
			if !slices.ContainsFunc(all, func(e filter.Episode) bool { return e.Number == n }) {
				return r, misused("--episodes %s: there is no %d; demos list shows the numbers", o.episodes, n)
			}
		}
	}
	return r, nil
}

// survey opens a dataset and reads what it says of its demonstrations, with the labels of --labels. The caller closes
// the reader.
func (o *chosenDemos) survey(ctx context.Context, p program, path string) (r demos.Reader, all []filter.Episode,
	err error) {
	if r, err = demos.OpenAny(ctx, path); err != nil {
		return nil, nil, err
	}
	labelled, err := o.labelled(path, r)
	if err == nil {
		progress, end := counter(p.err, "demonstrations read")
		all, err = filter.SurveyOf(ctx, labelled, o.numbers(r), progress)
		end()
	}
	if err != nil {
		r.Close()
		return nil, nil, err
	}
	return r, all, nil
}

// numbers returns the list of --episodes; nil where there is none, or a wrong one, which rule tells.
func (o *chosenDemos) numbers(r demos.Reader) []int {
	if o.episodes == "" {
		return nil
	}
	numbers, err := wording.ParseNumbers(o.episodes, demos.NumberOf(r, r.Episodes()-1)+1)
	if err != nil {
		return nil
	}
	return numbers
}

// labelled returns a dataset with the labels of --labels.
func (o *chosenDemos) labelled(path string, r demos.Reader) (demos.Reader, error) {
	if o.labels == "" {
		return r, nil
	}
	table, err := demos.ReadLabelTable(o.labels)
	if err != nil {
		return nil, err
	}
	name := demos.NameOf(r, path)
	if err := table.Check([]string{name}, [][]int{demos.Numbers(r)}); err != nil {
		return nil, err
	}
	return demos.Relabelled{Reader: r, Labels: func(i int) map[string]string {
		return table.Of(name, demos.NumberOf(r, i))
	}}, nil
}

// words are the flags as they are typed.
func (o *chosenDemos) words() string {
	var b strings.Builder
	for _, flag := range []struct {
		name   string
		values []string
	}{{"where", o.where}, {"drop", o.drop}, {"episodes", []string{o.episodes}}, {"labels", []string{o.labels}}} {
		for _, v := range flag.values {
			if v != "" {
				fmt.Fprintf(&b, " --%s %s", flag.name, shell.Quote(v))
			}
		}
	}
	return b.String()
}
