package advise

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/pflag"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/policies/curate"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weigh/forms"
	"counterpoise/policies/weightfile"
	"counterpoise/results/apa"
	"counterpoise/results/frame"
	"counterpoise/results/triage"
	"counterpoise/scenes/demos"
	"counterpoise/stats"
)

// scoreFlags are the flags of weigh that score single demonstrations.
type scoreFlags struct {
	scores   []string // names of curate.Scores, file:FILE, or all; empty: methods weigh groups
	rule     string   // of curate.Rules, with settings
	rollouts string   // path of a dataset of rollouts; empty: none
	auroc    string   // demonstrations that are good, as --known has them; empty: not asked
}

// allScores stands for every score that a dataset has what it needs for.
const allScores = "all"

// fileScore begins the name of a file of scores.
const fileScore = "file:"

// addScoreFlags adds the flags.
func addScoreFlags(f *pflag.FlagSet, o *scoreFlags) {
	f.StringSliceVar(&o.scores, "score", nil, "`SCORES` of single demonstrations, in place of methods: names, "+
		"file:FILE.csv, "+
		"all; list scores shows them")
	f.StringVar(&o.rule, "rule", "soft",
		"`RULE` that makes weights of scores (list scores), or of --known: rank, its usual one, or gap")
	f.StringVar(&o.rollouts, "rollouts", "", "`DATASET` of rollouts with the label success, for scores that need them")
	f.StringVar(&o.auroc, "auroc", "",
		"`DEMONSTRATIONS` that are good, as in --known: say how well each score finds them, which sees no label")
}

// check checks the flags, and that none is given that goes with methods alone, or with scores alone.
func (o scoreFlags) check(f *pflag.FlagSet) error {
	if len(o.scores) == 0 {
		if f.Changed("score") {
			return cli.Misused("--score is empty; name scores, or all")
		}
		known := f.Changed("known")
		for _, name := range []string{"rule", "rollouts", "auroc"} {
			if f.Changed(name) && !(known && name == "rule") {
				return cli.Misused("--%s goes with --score", name)
			}
		}
		return nil
	}
	for _, name := range []string{"method", "policy", "pictures", "seeds", "steps", "workers"} {
		if f.Changed(name) {
			return cli.Misused("--score scores single demonstrations, with no method: leave out --%s", name)
		}
	}
	for i, name := range o.scores {
		if slices.Contains(o.scores[:i], name) {
			return cli.Misused("--score has %s twice", name)
		}
		if name == allScores || strings.HasPrefix(name, fileScore) {
			continue
		}
		if _, err := curate.Scores.Get(name); err != nil {
			names := append(curate.Scores.Names(), allScores)
			return cli.Misused("--score does not take %q%sthere is %s, %sFILE.csv", name, catalog.DidYouMean(name,
				names), strings.Join(names, ", "), fileScore)
		}
	}
	if _, err := curate.RuleNamed(o.rule); err != nil {
		return cli.Misused("--rule: %s", strings.TrimPrefix(err.Error(), "curate: "))
	}
	if o.auroc != "" {
		if _, err := datasets.ParseKnown(o.auroc); err != nil {
			return cli.Misused("--auroc %q: %v", o.auroc, err)
		}
	}
	return nil
}

// weighByScore scores the demonstrations of open datasets, writes the files and prints what was found.
func (p program) weighByScore(ctx context.Context, path string, d *datasets.Set, o weighFlags) error {
	options := weigh.ScoreOptions{By: d.By, Rate: demos.RateOf(d.Opened()[0])}
	options.State, _ = demos.ComponentNames(d.Opened()[0])
	var err error
	if options.Known, err = whichOf(d, "known", o.known); err != nil {
		return err
	}
	if options.Good, err = whichOf(d, "auroc", o.auroc); err != nil {
		return err
	}
	if o.rollouts != "" {
		r, err := demos.OpenAny(ctx, o.rollouts)
		if err != nil {
			return fmt.Errorf("--rollouts: %w", err)
		}
		defer r.Close()
		if err := demos.TakeActions(r, o.actions); err != nil {
			return fmt.Errorf("--rollouts: %w", err)
		}
		options.Rollouts = demos.MeantActions(r)
	}
	if err := cli.CheckFolder(o.out); err != nil {
		return err
	}
	unready, err := readyPage(o.page, d.Paths)
	if err != nil {
		return err
	}
	defer unready()
	progress, end := cli.Counter(p.Err, "demonstrations read")
	options.Progress = progress
	s, err := weigh.ReadScored(ctx, d.Reader, options)
	end()
	if err != nil {
		return fmt.Errorf("%s: %w", path, d.Explain(err))
	}
	p.warnOf(d)
	if s.Good != nil && (!slices.Contains(s.Good, true) || !slices.Contains(s.Good, false)) {
		return cli.Misused("--auroc %q names %s of the %d demonstrations; it names the good ones among others", o.auroc,
			map[bool]string{true: "all", false: "none"}[slices.Contains(s.Good, true)], len(s.Good))
	}
	p.saySettings(d, s, o, options.Rate)
	all, left, err := scoresOf(d, s, o)
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	rule, err := curate.RuleNamed(o.rule)
	if err != nil {
		return err
	}
	asked := forms.AskedScores{Dataset: path, Rule: o.rule, Seed: o.seed, Good: o.auroc}
	write := func(dir string) error {
		return forms.In(dir, forms.Methods(dir)...).WriteScores(d, s, rule, all, asked)
	}
	if err := cli.FillFolder(o.out, write); err != nil {
		return err
	}
	p.showScores(d, s, all, left)
	p.printKept(o.out)
	return p.writePage(ctx, o.page, d, triage.Options{Paths: d.Paths, By: s.By, Known: s.Pool.Known,
		Rank: &triage.Ranking{Values: all[0].Values, Words: "has a low score of " + all[0].Name},
		Ask:  "Suspicion: how low the score " + all[0].Name + " of a demonstration is."})
}

// whichOf returns what a flag says of a demonstration; nil where it is not given.
func whichOf(d *datasets.Set, flag, text string) (func(*demos.Raw) bool, error) {
	if text == "" {
		return nil, nil
	}
	which, err := datasets.ParseKnown(text)
	if err == nil {
		err = which.Check(d.Numbers())
	}
	if err != nil {
		return nil, cli.Misused("--%s %w", flag, err)
	}
	return which.Is, nil
}

// saySettings prints what was decided for the user, and by which flag it is decided otherwise.
func (p program) saySettings(d *datasets.Set, s *weigh.Scored, o weighFlags, rate float64) {
	groups := "each group keeps the share of its frames"
	if rule, err := curate.RuleNamed(o.rule); err == nil && rule.About().Mixes {
		groups = "the rule sets their shares"
	}
	fmt.Fprintf(p.Out, "groups    %d by %s, of %d demonstrations; %s (--by)\n", len(s.Names),
		printable.Line(strings.Join(s.By, ":")), len(s.Of), groups)
	p.SayDecided(d.Decided(s.By, true)) // the groups are said above
	fmt.Fprintf(p.Out, "rule      %s makes weights of scores (--rule); random numbers from seed %d (--seed)\n", o.rule,
		o.seed)
	if rate == 0 {
		fmt.Fprintf(p.Out, "rate      %v frames a second: %s states none\n", float64(curate.DefaultRate),
			printable.Line(d.Names[0]))
	}
	for _, line := range s.Pool.Signals() {
		name, text, _ := strings.Cut(line, ": ")
		fmt.Fprintf(p.Out, "%-9s %s\n", name, text)
	}
	fmt.Fprintln(p.Out)
}

// scoresOf returns the scores that were asked for. Those that all stands for and that the dataset lacks something for
// are left out, with a sentence each; one that was named is an error then. One of several that is the same for all
// demonstrations is left out too.
func scoresOf(d *datasets.Set, s *weigh.Scored, o weighFlags) (all []forms.Score, left []string, err error) {
	for _, name := range o.scores {
		if path, ok := strings.CutPrefix(name, fileScore); ok {
			stem, values, err := d.Scores(path)
			if err == nil {
				err = curate.Check(values, func(e int) string { return demos.Place(d.Reader, e) })
			}
			if errors.Is(err, curate.ErrConstant) && len(o.scores) > 1 {
				left = append(left, fmt.Sprintf("%s %v", filepath.Base(path), err))
				continue
			}
			if err != nil {
				return nil, nil, fmt.Errorf("score %s: %w", filepath.Base(path), err)
			}
			all = append(all, forms.Score{Name: weightfile.NameOf(stem), Values: values})
			continue
		}
		names := []string{name}
		if name == allScores {
			names = slices.DeleteFunc(curate.Scores.Names(), func(n string) bool {
				return slices.Contains(o.scores, n)
			})
		}
		for _, n := range names {
			scorer, err := curate.Scores.Get(n)
			if err != nil {
				return nil, nil, err
			}
			values, err := curate.Score(scorer, s.Pool, seed.Of("score", o.seed))
			switch {
			case err != nil && (name == allScores || errors.Is(err, curate.ErrConstant) && len(o.scores) > 1) &&
				s.Pool.Stopped() == nil:
				left = append(left, fmt.Sprintf("%s %v", n, err))
			case err != nil:
				return nil, nil, fmt.Errorf("score %s: %w", n, err)
			default:
				all = append(all, forms.Score{Name: n, Values: values})
			}
		}
	}
	if len(all) == 0 {
		return nil, nil, fmt.Errorf("there is no score: %s", strings.Join(left, "; "))
	}
	for i := range all {
		for j := range i {
			if all[i].Name == all[j].Name {
				return nil, nil, fmt.Errorf("two scores are called %s; rename a file", all[i].Name)
			}
		}
	}
	return all, left, nil
}

// leastScored is the number of demonstrations that are named for each score, those with the lowest.
const leastScored = 5

// showScores prints what each score has to do with length, how well it finds good demonstrations where that was asked,
// and the demonstrations of the lowest scores.
func (p program) showScores(d *datasets.Set, s *weigh.Scored, all []forms.Score, left []string) {
	good := 0
	for _, g := range s.Good {
		if g {
			good++
		}
	}
	w := p.NewTable(0)
	fmt.Fprint(w, "score\trank correlation with length")
	if s.Good != nil {
		fmt.Fprint(w, "\tAUROC\t95 % interval\tat equal length")
	}
	fmt.Fprintln(w, "\tlowest demonstrations")
	number := func(form string, v float64) string {
		if v != v {
			return "-"
		}
		return fmt.Sprintf(form, v)
	}
	for _, score := range all {
		fmt.Fprintf(w, "%s\t%s", score.Name, number("%+.2f", curate.WithLength(score.Values, s.Lengths)))
		if s.Good != nil {
			area := curate.AUROC(score.Values, s.Good)
			ci, _ := stats.AUROCInterval(area, good, len(s.Good)-good, frame.Level)
			fmt.Fprintf(w, "\t%s\t%s\t%s", number("%.3f", area), apa.Interval("%.2f", ci),
				number("%.3f", curate.AUROCAtLength(score.Values, s.Good, s.Lengths)))
		}
		fmt.Fprintf(w, "\t%s\n", strings.Join(lowest(d, score.Values), ", "))
	}
	w.Flush()
	if s.Good != nil {
		fmt.Fprintf(p.Out, "\nAUROC: the chance that one of the %d good demonstrations has a higher score than one of "+
			"the %d others;\nat equal length: among pairs whose lengths differ by at most a tenth\n", good,
			len(s.Good)-good)
	}
	if len(left) > 0 {
		fmt.Fprintln(p.Out, "\nleft out:")
		for _, sentence := range left {
			fmt.Fprintf(p.Out, "  %s\n", sentence)
		}
	}
}

// lowest names the demonstrations with the lowest scores, the lowest first.
func lowest(d *datasets.Set, scores []float64) (names []string) {
	order := make([]int, len(scores))
	for e := range order {
		order[e] = e
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case scores[a] < scores[b]:
			return -1
		case scores[a] > scores[b]:
			return 1
		}
		return 0
	})
	for _, e := range order[:min(leastScored, len(order))] {
		if scores[e] < scores[order[len(order)-1]] { // the highest are not the lowest
			names = append(names, printable.Line(d.Title(e)))
		}
	}
	return names
}
