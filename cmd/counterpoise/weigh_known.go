package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/spf13/pflag"

	"counterpoise/internal/printable"
	"counterpoise/policies/weigh"
	"counterpoise/results/report"
	"counterpoise/scenes/demos"
)

// resemblance is the name of the weights of weigh --known, in files.
const resemblance = "resemblance"

// checkKnown returns an error if --known is given together with a flag that is for methods.
func checkKnown(known string, f *pflag.FlagSet) error {
	if known == "" {
		return nil
	}
	for _, name := range []string{"method", "policy", "seeds", "seed", "steps", "workers"} {
		if f.Changed(name) {
			return misused("--known compares demonstrations with those that are known to be good, once and with no "+
				"method: leave out --%s", name)
		}
	}
	_, err := parseKnown(known)
	return err
}

// knownTo is what --known says: numbers of demonstrations, or a label and the value that it has in those that are known
// to be good.
type knownTo struct {
	numbers      map[int]bool
	label, value string
}

// parseKnown reads LABEL=VALUE, or numbers and ranges of them: 0,4-6.
func parseKnown(text string) (k knownTo, err error) {
	if label, value, ok := strings.Cut(text, "="); ok {
		if label == "" || value == "" {
			return k, misused("--known %q: want a label and a value, such as mask=better", text)
		}
		return knownTo{label: label, value: value}, nil
	}
	k.numbers = map[int]bool{}
	for piece := range strings.SplitSeq(text, ",") {
		from, to, isRange := strings.Cut(piece, "-")
		first, err := strconv.Atoi(from)
		last := first
		if err == nil && isRange {
			last, err = strconv.Atoi(to)
		}
		if err != nil || first < 0 || last < first || last >= maxKnown {
			return k, misused("--known %q: want numbers of demonstrations from 0 on, such as 0,4-6, or LABEL=VALUE",
				text)
		}
		for n := first; n <= last; n++ {
			k.numbers[n] = true
		}
	}
	return k, nil
}

// maxKnown is more than the demonstrations of any dataset.
const maxKnown = 10_000_000

// is reports whether a demonstration is known to be good.
func (k knownTo) is(r *demos.Raw) bool {
	if k.numbers == nil {
		return slices.Contains(r.Values(k.label), k.value)
	}
	v, _ := r.Label(demos.EpisodeLabel)
	n, err := strconv.Atoi(v)
	return err == nil && k.numbers[n]
}

// check returns an error if a number is that of no demonstration of total.
func (k knownTo) check(total int) error {
	for n := range k.numbers {
		if n >= total {
			return misused("--known names demonstration %d, and there are %d, numbered from 0", n, total)
		}
	}
	return nil
}

// weighByKnown weighs the demonstrations of open datasets by how like they are to those that are known to be good,
// writes the files and prints what was found.
func (p program) weighByKnown(ctx context.Context, path string, d *datasets, o weighFlags) error {
	known, err := parseKnown(o.known)
	if err == nil {
		err = known.check(d.first[len(d.first)-1])
	}
	if err != nil {
		return err
	}
	progress, end := counter(p.err, "demonstrations read, twice")
	s, err := weigh.Resemble(ctx, d.Reader, weigh.ResemblanceOptions{
		By: d.by, Known: known.is, Pictures: o.pictures, Progress: progress,
	})
	end()
	if err != nil {
		return fmt.Errorf("%s: --known %s: %w", path, o.known, d.unlabelled(err))
	}
	p.warnOf(d, o.pictures)
	write := func(dir string) error { return writeResemblance(dir, path, d, s, o) }
	if err := fillFolder(o.out, write); err != nil {
		return fmt.Errorf("can't write to folder %s: %w; choose another with --out", o.out, err)
	}
	p.showResemblance(s, d, o)
	return nil
}

// resemblanceSummary is everything that weigh --known found, as it is written to weights.json.
type resemblanceSummary struct {
	Dataset  string         `json:"dataset"` // path
	Sources  []weigh.Source `json:"datasets"`
	By       []string       `json:"by"`    // labels whose groups keep their shares
	Known    string         `json:"known"` // as the flag has it
	Pictures bool           `json:"pictures,omitempty"`
	Methods  []struct {
		Method string `json:"method"`
	} `json:"methods"`
	Demonstrations []resembling `json:"demonstrations"` // that were weighed, in order
}

// resembling is how a demonstration compares with those that are known to be good.
type resembling struct {
	Dataset string   `json:"dataset"`
	Number  int      `json:"number"` // in its dataset
	Group   string   `json:"group"`
	Known   bool     `json:"known,omitempty"`
	Loss    *float64 `json:"loss"`  // null for the only one that is known
	Value   float64  `json:"value"` // of a frame, 1 of the known ones
}

// writeResemblance writes the summary and the weights of demonstrations in the forms of those who train with them.
func writeResemblance(dir, path string, d *datasets, s *weigh.Resemblance, o weighFlags) error {
	sum := resemblanceSummary{Dataset: path, Sources: d.sources(), By: s.By, Known: o.known, Pictures: o.pictures}
	sum.Methods = append(sum.Methods, struct {
		Method string `json:"method"`
	}{resemblance})
	for e := range s.Of {
		k, number := d.place(e)
		one := resembling{Dataset: d.names[k], Number: number, Group: s.Names[s.Of[e]], Known: s.Known[e],
			Value: s.Value[e]}
		if l := s.Loss[e]; l == l {
			one.Loss = &l
		}
		sum.Demonstrations = append(sum.Demonstrations, one)
	}
	text, err := json.MarshalIndent(sum, "", "  ")
	if err != nil {
		return err
	}
	before := methodsIn(dir)
	files, tables, err := d.sampleFiles(dir, resemblance, resemblanceMeanings, d.samples(s.Sampling()))
	if err != nil {
		return err
	}
	files = append([]report.File{{Path: summaryName, Data: append(text, '\n')}}, files...)
	return writeOver(dir, files, tables, before)
}

// place returns the dataset of a demonstration that is weighed, and its number there.
func (d *datasets) place(e int) (dataset, number int) {
	if d.index != nil {
		e = d.index[e]
	}
	return d.first.Locate(e)
}

// leastShown is the number of demonstrations that are listed, those of the least value.
const leastShown = 10

// showResemblance prints the losses of each group, and the demonstrations that are least like the known ones.
func (p program) showResemblance(s *weigh.Resemblance, d *datasets, o weighFlags) {
	w := tabwriter.NewWriter(p.out, 0, 0, 2, ' ', 0)
	fmt.Fprintf(w, "%s\tdemonstrations\tknown\tmedian loss of the known\tof the others\n", strings.Join(s.By, ":"))
	number := func(v float64) string {
		if v != v {
			return "-"
		}
		return fmt.Sprintf("%.3g", v)
	}
	var alone []string
	for k, name := range s.Names {
		known := 0
		for e, of := range s.Of {
			if int(of) == k && s.Known[e] {
				known++
			}
		}
		if known == 0 {
			alone = append(alone, printable.Line(name))
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s\t%s\n", printable.Line(name), s.N[k], known, number(s.MedianLoss(k, true)),
			number(s.MedianLoss(k, false)))
	}
	w.Flush()
	fmt.Fprintln(p.out, "\nleast like the known ones, in their groups")
	fmt.Fprintln(w, "demonstration\tgroup\tloss\tweight of a frame, of the known ones 1")
	for _, e := range s.Least(leastShown) {
		k, n := d.place(e)
		name := strconv.Itoa(n)
		if len(d.names) > 1 {
			name = printable.Line(d.names[k]) + " " + name
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%.3f\n", name, printable.Line(s.Names[s.Of[e]]), number(s.Loss[e]), s.Value[e])
	}
	w.Flush()
	if len(alone) > 0 {
		slices.Sort(alone)
		fmt.Fprintf(p.out, "\nwarning: none of %s is known to be good: these are compared with good ones of other "+
			"groups\n", strings.Join(alone, ", "))
	}
	fmt.Fprintf(p.out, "\nkept in   %s\n", o.out)
}
