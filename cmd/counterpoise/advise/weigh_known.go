package advise

import (
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weigh/forms"
	"counterpoise/results/advice"
	"counterpoise/results/triage"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// checkKnown returns an error if --known is given together with a flag that is for methods, or cannot be read.
func checkKnown(known string, f *pflag.FlagSet) error {
	if known == "" {
		return nil
	}
	for _, name := range []string{"method", "policy", "seeds", "seed", "steps", "workers"} {
		if f.Changed(name) {
			return cli.Misused("--known compares demonstrations with those that are known to be good, once and with "+
				"no method: leave out --%s", name)
		}
	}
	if rule := f.Lookup("rule"); rule.Changed && rule.Value.String() != gapRule && rule.Value.String() != rankRule {
		return cli.Misused("--known weighs by rank, or, with --rule %s, by the gap between the known ones and "+
			"others, or, with --rule %s, by rank whatever labels say; other rules go with --score", gapRule, rankRule)
	}
	if _, err := datasets.ParseKnown(known); err != nil {
		return cli.Misused("--known %q: %v", known, err)
	}
	return nil
}

// What --rule says for weights of --known: by the gap, and by rank of those too that labels say to be bad.
const (
	gapRule  = "gap"
	rankRule = "rank"
)

// weighByKnown weighs the demonstrations of open datasets by how like they are to those that are known to be good,
// writes the files and prints what was found.
func (p program) weighByKnown(ctx context.Context, path string, d *datasets.Set, o weighFlags) error {
	known, err := datasets.ParseKnown(o.known)
	if err == nil {
		err = known.Check(d.Numbers())
	}
	if err != nil {
		return cli.Misused("--known %w", err)
	}
	if known, err = known.WithOutcomes(ctx, d); err != nil {
		return err
	}
	if err := cli.CheckFolder(o.out); err != nil {
		return err
	}
	unready, err := readyPage(o.page, d.Paths)
	if err != nil {
		return err
	}
	defer unready()
	var numbers []string // of the known ones, "" of the others
	bad := badOnes{kept: o.rule == rankRule}
	progress, end := cli.Counter(p.Err, "demonstrations read, twice")
	s, err := weigh.Resemble(ctx, d.Reader, weigh.ResemblanceOptions{By: d.By, Pictures: o.pictures, Progress: progress,
		Gap: o.rule == gapRule, Bad: bad.read,
		Known: func(r *demos.Raw) bool {
			is, number := known.Is(r), ""
			if is {
				number, _ = r.Label(demos.EpisodeLabel)
			}
			numbers = append(numbers, number)
			return is
		},
	})
	end()
	if n := bad.contradicted(numbers); len(n) > 0 {
		return cli.Misused("--known %s names %s of which labels contradict each other (%s): %s; name good ones, or "+
			"say which label is right by --labels", o.known, wording.Plural(len(n), "demonstration"),
			printable.Names(n), wording.List(bad.outcome.Contradictions))
	}
	label, _, _ := strings.Cut(o.known, "=")
	d.Use(label)
	for _, name := range append(bad.labels.Marks, bad.outcome.Label) {
		d.Use(name)
	}
	asked := demos.TellsOutcome(label) || slices.Contains(bad.labels.Marks, label)
	if n := bad.among(numbers); err == nil && len(n) > 0 && !asked {
		return cli.Misused("--known %s names %s labelled as %s (%s), by %s: name good ones; demos list shows which "+
			"are, and a condition on the label, such as --known success=false, asks for such ones", o.known,
			wording.Plural(len(n), "demonstration"), bad.how(), printable.Names(n), bad.source())
	}
	if err != nil {
		return fmt.Errorf("%s: --known %s: %w", path, o.known, d.Explain(err))
	}
	p.warnOf(d)
	p.Warn(path, bad.outcome.Contradictions)
	p.WarnOfNames(&s.LabelledGroups)
	write := func(dir string) error {
		asked := forms.Asked{Dataset: path, Known: o.known, Pictures: o.pictures, Gap: o.rule == gapRule}
		return forms.In(dir, forms.Methods(dir)...).WriteResemblance(d, s, asked)
	}
	if err := cli.FillFolder(o.out, write); err != nil {
		return err
	}
	p.SayDecided(d.Decided(s.By, o.by != nil))
	p.showResemblance(s, d, o, bad)
	return p.writePage(ctx, o.page, d, triage.Options{Paths: d.Paths, By: s.By, Known: s.Known,
		Rank: triage.Likeness(s.Loss),
		Ask:  "Suspicion: how badly a policy of the known good ones predicts a demonstration."})
}

// badOnes are demonstrations that labels say to have failed, or that somebody judged bad.
type badOnes struct {
	outcome     demos.Outcome
	labels      advice.Labels
	failed, bad []bool
	kept        bool // they count as others do
}

// read reads the labels of all demonstrations, and returns which are bad.
func (b *badOnes) read(labels []map[string]string) []bool {
	all := make([]filter.Episode, len(labels))
	for i := range all {
		all[i].Labels = labels[i]
	}
	b.outcome = filter.OutcomeOf(all)
	var err error
	if b.labels, err = advice.ReadLabels(all, nil, nil); err != nil { // of labels that nobody names
		panic(err)
	}
	b.bad, b.failed = b.labels.MarksOf(all).Bad, make([]bool, len(all))
	out := make([]bool, len(all))
	for i := range all {
		// A label such as is_good judges, and labels that are opposed decide nothing, as for advise.
		b.failed[i] = b.outcome.Of[i] == demos.Failed && !b.bad[i] && b.labels.Opposed == ""
		out[i] = !b.kept && (b.failed[i] || b.bad[i])
	}
	return out
}

// source says which labels say it.
func (b *badOnes) source() string {
	var by []string
	if slices.Contains(b.failed, true) {
		by = append(by, b.outcome.Source)
	}
	if slices.Contains(b.bad, true) {
		by = append(by, "label "+wording.List(b.labels.Marks))
	}
	return wording.List(by)
}

// how says what the labels say of them.
func (b *badOnes) how() string {
	switch failed, bad := slices.Contains(b.failed, true), slices.Contains(b.bad, true); {
	case failed && bad:
		return "failed or bad"
	case bad:
		return "bad"
	}
	return "failed"
}

// among are those of the known demonstrations, of which there are numbers, that are bad.
func (b *badOnes) among(numbers []string) (list []string) {
	for i := range b.failed {
		if numbers[i] != "" && (b.failed[i] || b.bad[i]) {
			list = append(list, numbers[i])
		}
	}
	return list
}

// contradicted are the numbers of the known demonstrations of which labels contradict each other.
func (b *badOnes) contradicted(numbers []string) (list []string) {
	for _, i := range b.outcome.Contradicted {
		if numbers[i] != "" {
			list = append(list, numbers[i])
		}
	}
	return list
}

// leastShown is the number of demonstrations that are listed, those of the least value.
const leastShown = 10

// showResemblance prints the losses of each group, and the demonstrations that are least like the known ones.
func (p program) showResemblance(s *weigh.Resemblance, d *datasets.Set, o weighFlags, bad badOnes) {
	gap := o.rule == gapRule
	w := p.NewTable(0)
	counts := ""
	if gap {
		counts = "count whole\tless\tnot at all\t"
	}
	fmt.Fprintf(w, "%s\tdemonstrations\tknown\t%smedian loss of the known\tof the others\n", strings.Join(s.By, ":"),
		counts)
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
		if whole, less, none := s.Counts(k); gap {
			counts = fmt.Sprintf("%d\t%d\t%d\t", whole, less, none)
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%s%s\t%s\n", printable.Line(name), s.N[k], known, counts,
			number(s.MedianLoss(k, true)), number(s.MedianLoss(k, false)))
	}
	w.Flush()
	fmt.Fprintln(p.Out, "\nleast like the known ones, in their groups")
	fmt.Fprintln(w, "demonstration\tgroup\tloss\tweight of a frame, of the known ones 1")
	for _, e := range s.Least(leastShown) {
		fmt.Fprintf(w, "%s\t%s\t%s\t%.3f\n", printable.Line(d.Title(e)), printable.Line(s.Names[s.Of[e]]),
			number(s.Loss[e]), s.Value[e])
	}
	w.Flush()
	out, of := 0, []string{} // groups of which nothing else is there
	for g := range s.Names {
		out += s.LeftOut(g)
	}
	if out > 0 {
		fmt.Fprintf(p.Out, "\nleft out: %s labelled as %s, by %s\n", wording.Plural(out, "demonstration"), bad.how(),
			bad.source())
	}
	for _, g := range s.AllBad {
		of = append(of, printable.Line(s.Names[g]))
	}
	if len(of) > 0 {
		fmt.Fprintf(p.Out, "\nwarning: all of %s are labelled as %s, by %s: they keep their share of the weight, "+
			"since nothing else is there; leave them out by demos filter, or record good ones\n", wording.List(of),
			bad.how(), bad.source())
	}
	if len(alone) > 0 {
		slices.Sort(alone)
		told := "these are compared with good ones of other groups"
		if gap {
			told = "these all count whole; name four of each"
			if out > 0 {
				told = "these all count whole, but for what is left out; name four of each"
			}
		}
		fmt.Fprintf(p.Out, "\nwarning: none of %s is known to be good: %s\n", wording.List(alone), told)
	}
	var weak []string
	for _, g := range s.Weak {
		weak = append(weak, printable.Line(s.Names[g]))
	}
	if len(weak) > 0 {
		fmt.Fprintf(p.Out, "\nweak: of %s fewer than three are known to be good, so that how far good ones lie apart "+
			"is a guess; name four or more of each\n", wording.List(weak))
	}
	p.sayShares(s)
	if gap && !slices.ContainsFunc(s.Value, func(v float64) bool { return v < 1 }) {
		fmt.Fprintln(p.Out, "\nno gap: no more demonstrations lie outside the spread of the known ones, and none "+
			"farther, than good ones would by chance, so that all count whole")
	}
	p.printKept(o.out)
	if first, err := d.Reader.Read(0, false); err == nil && len(d.Paths) == 1 {
		if _, err := first.Episode(); err == nil { // a dataset of our tasks
			fmt.Fprintf(p.Out, "next      %s train %s --weights %s\n", p.Name, shell.Quote(d.Paths[0]),
				shell.Quote(filepath.Join(o.out, forms.TableName)))
		}
	}
}

// sayShares says what a demonstration counts beside one of another group, where it is not the same: each group keeps
// the share of the frames that it had before anything was left out.
func (p program) sayShares(s *weigh.Resemblance) {
	whole := s.Whole()
	if slices.Min(whole) > .995 {
		return
	}
	var parts []string
	for g, name := range s.Names {
		parts = append(parts, fmt.Sprintf("%.2f in %s", whole[g], printable.Line(name)))
	}
	if more := len(parts) - leastShown; more > 0 {
		parts = append(parts[:leastShown], fmt.Sprintf("so on in %d more", more))
	}
	fmt.Fprintf(p.Out, "\nshares: each group keeps its share of the frames, so that fewer demonstrations that count "+
		"are worth more each: a frame of a whole one counts %s\n", wording.List(parts))
}
