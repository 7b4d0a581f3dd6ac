package shared

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// ChosenDemos are the flags that choose demonstrations.
type ChosenDemos struct {
	Where, Drop      []string
	Episodes, Labels string
}

// Add adds the flags to a command.
func (o *ChosenDemos) Add(c *cobra.Command) {
	f := c.Flags()
	f.StringArrayVar(&o.Where, "where", nil, "keep demonstrations with `LABEL=VALUE`, as in success=true or "+
		"style=optimal,noisy; several: that fulfil all")
	f.StringArrayVar(&o.Drop, "drop", nil,
		"leave out demonstrations with `LABEL=VALUE`, as in style=erratic or 'stars<3'")
	f.StringVar(&o.Episodes, "episodes", "", "keep the demonstrations of a `LIST` of numbers, as in 0-40,77")
	f.StringVar(&o.Labels, "labels", "", "CSV `FILE` with more labels: columns episode, label")
	f.Lookup("episodes").DefValue = "all"
}

// Rule returns what the flags ask for, of the demonstrations of a dataset.
func (o *ChosenDemos) Rule(all []filter.Episode) (r filter.Rule, err error) {
	if r.Where, err = filter.Parse(o.Where); err != nil {
		return r, cli.Misused("--where: %w", err)
	}
	if r.Drop, err = filter.Parse(o.Drop); err != nil {
		return r, cli.Misused("--drop: %w", err)
	}
	if o.Episodes != "" {
		if r.Episodes, err = wording.ParseNumbers(o.Episodes, all[len(all)-1].Number+1); err != nil {
			return r, cli.Misused("--episodes %s: %v", o.Episodes, err)
		}
		for _, n := range r.Episodes {
			if !slices.ContainsFunc(all, func(e filter.Episode) bool { return e.Number == n }) {
				return r, cli.Misused("--episodes %s: there is no %d; demos list shows the numbers", o.Episodes, n)
			}
		}
	}
	return r, nil
}

// Survey opens a dataset and reads what it says of its demonstrations, with the labels of --labels. The caller closes
// the reader.
func (o *ChosenDemos) Survey(ctx context.Context, p Program, path string) (r demos.Reader, all []filter.Episode,
	err error) {
	if r, err = demos.OpenAny(ctx, path); err != nil {
		return nil, nil, err
	}
	labelled, err := o.labelled(path, r)
	if err == nil {
		progress, end := cli.Counter(p.Err, "demonstrations read")
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
func (o *ChosenDemos) numbers(r demos.Reader) []int {
	if o.Episodes == "" {
		return nil
	}
	numbers, err := wording.ParseNumbers(o.Episodes, demos.NumberOf(r, r.Episodes()-1)+1)
	if err != nil {
		return nil
	}
	return numbers
}

// labelled returns a dataset with the labels of --labels.
func (o *ChosenDemos) labelled(path string, r demos.Reader) (demos.Reader, error) {
	if o.Labels == "" {
		return r, nil
	}
	table, err := demos.ReadLabelTable(o.Labels)
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

// Words are the flags as they are typed.
func (o *ChosenDemos) Words() string {
	var b strings.Builder
	for _, flag := range []struct {
		name   string
		values []string
	}{{"where", o.Where}, {"drop", o.Drop}, {"episodes", []string{o.Episodes}}, {"labels", []string{o.Labels}}} {
		for _, v := range flag.values {
			if v != "" {
				fmt.Fprintf(&b, " --%s %s", flag.name, shell.Quote(v))
			}
		}
	}
	return b.String()
}
