package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/results/document"
	"counterpoise/stats/table"
)

const statsAbout = `stats tests anybody's numbers: it knows nothing of robots.

FILE holds comma-separated values (semicolons and tabs do too); - is standard input. The first row names the
conditions, each further row is one subject: a person, a trial, a seed. A first column of labels is left out: one in
which nothing is a number, or that is called subject, participant, trial, run, seed, case, row, index, label, name, id,
# or nothing (with _id behind or without).
Empty cells, NA and NaN are missing: pairs or subjects that lack one are left out, and counted in a warning.

What is undefined is null in JSON, empty in CSV and - elsewhere, and a warning says why. JSON and CSV have every
digit; the other formats are rounded for people.`

func init() { register(program.stats) }

func (p program) stats() *cobra.Command {
	c := &cobra.Command{
		Use:   "stats",
		Short: "Test anybody's numbers: t, ANOVA, pairwise, power and more",
		Long:  statsAbout,
		Example: p.named(`  NAME stats ttest scores.csv --columns before,after
  NAME stats anova scores.csv --format json
  NAME stats power --dz 0.8 --power 0.9`),
		Args: p.knownCommand,
		RunE: func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.ttest(), p.anova(), p.pairwise(), p.wilcoxon(), p.friedman(), p.equivalence(), p.bootstrap(), p.power())
	return c
}

// finding is what a test found: the value that JSON shows and the section that every other format does.
type finding struct {
	value   any
	section document.Section
}

// study is one subcommand of stats that reads a file.
type study struct {
	p       program
	format  string
	columns []string
	level   float64
}

// documents are the formats that any document can be written in, and formats those of a single finding.
func documents() []string { return document.Forms.Names() }
func formats() []string   { return append(documents(), "json") }

// command makes the subcommand: about is what it says of itself, ask does the test on a sheet of at least two conditions
// (of exactly two where pair is set).
func (s *study) command(use, short, about string, pair bool, ask func(*cobra.Command, table.Table) (finding, error)) *cobra.Command {
	c := &cobra.Command{Use: use + " FILE", Short: short, Long: about}
	c.Args = func(_ *cobra.Command, args []string) error {
		if len(args) != 1 {
			return misused("%s needs one file of comma-separated values, or - for standard input", use)
		}
		return s.check()
	}
	s.flags(c)
	c.Flags().Float64Var(&s.level, "level", 0.95, "confidence `LEVEL` of the intervals")
	c.RunE = func(c *cobra.Command, args []string) error {
		data, err := s.read(args[0], pair)
		if err != nil {
			return err
		}
		f, err := ask(c, data)
		if err != nil {
			return inFile(args[0], err)
		}
		return s.print(f, data.Warnings)
	}
	return c
}

// flags are those that every subcommand has.
func (s *study) flags(c *cobra.Command) {
	c.Flags().StringVar(&s.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(formats(), ", "))
	c.Flags().StringSliceVar(&s.columns, "columns", nil, "`NAMES` of the conditions to use, in this order (default all)")
}

// check is whether the flags that every subcommand has make sense.
func (s *study) check() error {
	if err := chosen("format", s.format, formats()); err != nil {
		return err
	}
	if s.level != 0 && !(s.level > 0 && s.level < 1) {
		return misused("--level must lie between 0 and 1, not %v", s.level)
	}
	return nil
}

// inFile is an error of a test, with the file that it is about. A misuse is about no file.
func inFile(file string, err error) error {
	var wrong misuse
	if errors.As(err, &wrong) {
		return err
	}
	return fmt.Errorf("%s: %s", called(file), strings.TrimPrefix(err.Error(), "stats: "))
}

// called is the name of a file in messages.
func called(file string) string {
	if file == "-" {
		return "standard input"
	}
	return file
}

// read is the part of a file that was asked for.
func (s *study) read(file string, pair bool) (table.Table, error) {
	in := io.Reader(s.p.in)
	if file != "-" {
		f, err := os.Open(file)
		if err != nil {
			return table.Table{}, fmt.Errorf("can't read the numbers: %w", err)
		}
		defer f.Close()
		in = f
	}
	data, err := table.Read(in, called(file))
	if err == nil && len(s.columns) > 0 {
		if data, err = data.Select(s.columns); err != nil {
			return data, misuse{err}
		}
	}
	switch {
	case err != nil:
		return data, err
	case pair && len(data.Names) > 2 && len(s.columns) == 0:
		return data, misused("this compares two conditions, and %s has %s: choose two with --columns", called(file), strings.Join(data.Names, ", "))
	case pair && len(data.Names) != 2:
		return data, misused("this compares two conditions, not %s", strings.Join(data.Names, ", "))
	case len(data.Names) == 0:
		return data, fmt.Errorf("%s, line 1: there is no condition, only labels", called(file))
	}
	return data, nil
}

// print writes the answer. Warnings that the format has no place for go to standard error.
func (s *study) print(f finding, reading []string) error {
	for _, w := range reading {
		fmt.Fprintf(s.p.err, "counterpoise: %s\n", w)
	}
	var out bytes.Buffer
	if s.format == "json" {
		enc := json.NewEncoder(&out)
		enc.SetIndent("", "  ")
		enc.SetEscapeHTML(false)
		if err := enc.Encode(f.value); err != nil {
			return err
		}
	} else if err := document.Write(&out, s.format, document.Document{Sections: []document.Section{f.section}}); err != nil {
		return err
	}
	if s.format == "csv" {
		for _, n := range f.section.Notes {
			if warning, ok := strings.CutPrefix(n, "Warning: "); ok {
				fmt.Fprintf(s.p.err, "counterpoise: %s\n", warning)
			}
		}
	}
	_, err := s.p.out.Write(out.Bytes())
	return err
}
