package advise

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/internal/wording"
	"counterpoise/policies/curate"
	"counterpoise/policies/skills"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weigh/forms"
	"counterpoise/results/advice"
	"counterpoise/results/document"
	"counterpoise/results/frame"
	"counterpoise/results/triage"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
	"counterpoise/scenes/demos/replay"
)

const adviseAbout = `
advise says in a few lines what to do with anybody's dataset before a policy is trained on it: which demonstrations to
leave out, what that is expected to bring, what the data cannot tell, how many more of which skill to record, and the
command that does it.

Labels are used without being asked for. What says by whom or how well something is shown is no skill: labels with words
such as quality, style, rating, operator, mask or reward in their names, and those of --quality. --by names skills, else
the behaviour or the task is one; a label of --by whose values say how well (good, expert) makes kinds, which is said.
A label in which somebody judged single demonstrations good or bad wins over all others: bad ones are left out whatever
their style, and where all are judged styles are only described. Of other labels better values, in words or greater
numbers, are what the others are compared with, however few have them; where no label says which is better, as of
operators, nothing is left out on the word of the data. A rating on a scale of more than three, such as stars, grades or
scores, says which are worse and not which are too bad: --suboptimal 'stars<3' says that.
Demonstrations that failed are left out, unless a skill would lose all that it can be learned from, or such ones were
measured not to cost success.
Failure is what a label says, or rewards of 0 and 1, or, of a dataset of our tasks that says nothing, a replay of its
actions; the answer says which, and of how many. Where nothing tells it, those count as failed whose gripper closes on
nothing while more of their skill hold something. The others are compared with the kind of their skill that has most
demonstrations, by how hard they are to fit and whether they pull a policy away from it. The rule goes by intervals:
where one holds both answers, the data cannot tell.

Several datasets are advised on as one that a policy is trained on: a skill is what their labels say, and what is said
of it counts the demonstrations of all. Which dataset one is of is the label dataset: with --by dataset each is a skill.

What demonstrations cost in success cannot be seen in data. Where you know which are worse, say so with --suboptimal,
which takes groups or kinds; otherwise only rollouts can tell. --full shows every number: groups, kinds, and what
methods would weigh. The rule, its thresholds and what they rest on are on one page, results/advice/doc.go;
results/regret has what the advice was worth on recipes drawn at random. With --pictures everything is learned from the
pictures of every camera, through the frozen encoder of our policies, and not from the state of the scene; videos are
decoded by ffmpeg.

Where the data cannot tell, the next command is try, which trains with and without and rolls out; --try does both.

--find-skills is for datasets in which one sentence stands for several tasks: demonstrations are grouped by what was
moved and where things end or, without the states of objects, by the robot's motion, into one group where nothing shows
several. The answer says that skills were found and not labelled; the file has them, for --labels.

--page writes one HTML file with a strip of pictures of every demonstration, the most unusual ones first: click good or
bad, by mouse, touch or keys, and download labels.csv, which advise, weigh and demos filter take with --labels.

With --out the weights stand in the folder in the forms that weigh writes: weights.csv, sampling-advice.json and .csv,
weights-advice.parquet of LeRobot's datasets, robomimic-advice.json and remix-advice.json where the groups allow it;
advice.json has every number.`

const adviseExamples = `  NAME advise out/demos
  NAME advise lift/mh/low_dim.hdf5 --by mask=better,okay,worse --suboptimal worse --out advised
  NAME advise bridge droid --full --method bc,remix-additive
  NAME advise data --by task --quality collector --labels labels.csv
  NAME advise data --find-skills skills.csv --page page.html`

// fullMethods are the methods whose weights --full shows.
const fullMethods = "natural,equal,remix-paper,ours"

// adviseFlags are the values of advise's flags.
type adviseFlags struct {
	weighFlags
	quality    []string
	suboptimal []string
	format     string
	full       bool // everything, not the answer alone
	try        bool // test by rollouts afterwards
	find       string
	found      string // what find found, as an entry of Decided of demos.Description
	skills     int    // that find found
}

// adviseDefaults are the flags of advise unless the user changes them.
func adviseDefaults() adviseFlags {
	return adviseFlags{weighFlags: weighFlags{policy: "ridge", seeds: advice.DefaultRepeats, seed: 1,
		workers: runtime.NumCPU()}}
}

func init() { register(program.advise) }

// advise is the command that advises on a dataset (package results/advice).
func (p program) advise() *cobra.Command {
	o, methods := adviseDefaults(), fullMethods
	c := &cobra.Command{
		Use:         "advise DATASET...",
		GroupID:     "data",
		Annotations: cli.FirstFlags("by", "quality", "suboptimal", "labels", "page", "out", "full", "try"),
		Short:       "Say whether and how to re-weight anybody's dataset",
		Long:        adviseAbout,
		Example:     p.Named(adviseExamples),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("advise needs the folder or file of one dataset, or several")
			}
			return nil
		},
	}
	f := c.Flags()
	f.StringSliceVar(&o.by, "by", nil,
		"`LABELS` of skills; with values, as in mask=better,okay, advise on the demonstrations that have one")
	f.StringVar(&o.labels, "labels", "", "CSV `FILE` with more labels: columns episode, label (and dataset)")
	shared.ActionsFlag(c, &o.actions)
	f.StringSliceVar(&o.quality, "quality", nil,
		"more `LABELS` that say by whom or how well, besides those with such a word in their names")
	f.StringSliceVar(&o.suboptimal, "suboptimal", nil,
		"`GROUPS` or kinds that you know to be worse, or a rating below which all are, as in 'stars<3'")
	f.BoolVar(&o.full, "full", false, "show everything: tables of groups, kinds and methods")
	f.StringVar(&methods, "method", methods, "`METHODS` whose weights are shown with --full; empty shows none")
	f.BoolVar(&o.pictures, "pictures", false, "learn from pictures too, through the frozen encoder")
	f.IntVar(&o.seeds, "seeds", o.seeds, "repeat each fit and each method `N` times with other random numbers")
	f.Uint64Var(&o.seed, "seed", o.seed, "seed `N` of everything random")
	f.IntVar(&o.workers, "workers", o.workers, "`N` trainings at a time; changes no result")
	f.StringVar(&o.out, "out", "", "`DIR` for the weights (default: they are printed alone)")
	f.StringVar(&o.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(cli.Formats(), ", "))
	pageFlag(c, &o.page)
	f.StringVar(&o.find, "find-skills", "", "find skills that no label names, and write them to a CSV `FILE`")
	f.BoolVar(&o.try, "try", false, "then test it by rollouts, as try does with its usual flags")
	cli.MemoryFlag(c)
	c.RunE = func(c *cobra.Command, args []string) error {
		if methods != "" && (o.full || c.Flags().Changed("method")) {
			o.methods, o.full = cli.MethodsIn(methods), true
		}
		if err := cmp.Or(o.check(false), cli.CheckChoice("format", o.format, cli.Formats())); err != nil {
			return err
		}
		if o.try && (len(args) > 1 || o.format != "text") {
			return cli.Misused("--try is about one dataset, and prints text")
		}
		err := p.adviseDatasets(c.Context(), args, o)
		if err != nil && c.Context().Err() != nil {
			fmt.Fprintln(p.Err, "stopped; nothing was written")
			return cli.ErrStopped
		}
		return err
	}
	return c
}

// adviseDatasets opens datasets, measures them, writes the weights and prints the advice.
func (p program) adviseDatasets(ctx context.Context, paths []string, o adviseFlags) error {
	o, err := p.findSkills(ctx, paths, o)
	if err != nil {
		return err
	}
	d, err := datasets.Open(ctx, paths, o.options())
	if err != nil {
		return err
	}
	defer d.Close()
	if o.out != "" {
		if err := cli.CheckFolder(o.out); err != nil {
			return err
		}
	}
	unready, err := readyPage(o.page, d.Paths)
	if err != nil {
		return err
	}
	defer unready()
	if err := p.checkCards(ctx, d); err != nil {
		return err
	}
	a, err := p.adviceOn(ctx, d, paths, o)
	if err != nil {
		return fmt.Errorf("%s: %w", strings.Join(paths, " "), err)
	}
	if o.out != "" {
		write := func(dir string) error { return writeAdvice(dir, d, a.groups, a.report) }
		if err := cli.FillFolder(o.out, write); err != nil {
			return err
		}
		fmt.Fprintf(p.Err, "kept in %s\n", o.out)
	}
	if err := p.showAdvice(a, paths, o); err != nil {
		return err
	}
	err = p.writePage(ctx, o.page, d, triage.Options{Paths: paths, By: a.labels.Skills, Failed: a.failures.Failed,
		Ask: "Suspicion: how far a demonstration differs from the others in smoothness, grasp and actions."})
	if err != nil || !o.try {
		return err
	}
	return p.tryDataset(ctx, paths[0], a.trial(o))
}

// checkCards returns the error with which the next command would refuse a dataset whose card was edited.
func (p program) checkCards(ctx context.Context, d *datasets.Set) error {
	for k, r := range d.Opened() {
		progress, end := cli.Counter(p.Err, "demonstrations checked")
		err := demos.CheckCard(ctx, r, progress)
		end()
		if err != nil {
			return fmt.Errorf("%s: %w", d.Paths[k], err)
		}
	}
	return nil
}

// showAdvice prints the answer and the next command or, with --full and for programs, everything.
func (p program) showAdvice(a adviceGiven, paths []string, o adviseFlags) error {
	next := a.next(p, paths, o)
	a.report.Next = strings.TrimPrefix(next, "next: ")
	if o.format == "text" && !o.full {
		lines := a.report.Short()
		if !o.try {
			lines = append(lines, next)
		}
		for _, line := range lines {
			p.Say(printable.Line(line))
		}
		return nil
	}
	section := a.report.Section()
	if !o.full && o.format != "csv" && o.format != "json" {
		section = document.Section{Title: "Advice", Lines: a.report.Short()}
	}
	section.Lines = append(section.Lines, next)
	return p.Answer(o.format, false, a.report, document.Document{Sections: []document.Section{section}})
}

// adviceGiven is an advice with what it is about.
type adviceGiven struct {
	report   advice.Report
	groups   *weigh.Groups
	labels   advice.Labels
	marks    advice.Marks
	failures advice.Failures
	episodes []filter.Episode // that are advised on
	index    []int            // their numbers over all datasets; nil: they are all
	reader   demos.Reader     // of the dataset, where there is one
	format   string           // of the dataset
	ours     bool             // the dataset is of the tabletop
}

// adviceOn measures open datasets and applies the rule.
func (p program) adviceOn(ctx context.Context, d *datasets.Set, paths []string, o adviseFlags) (a adviceGiven,
	err error) {
	progress, end := cli.Counter(p.Err, "demonstrations counted")
	a.episodes, err = filter.Survey(ctx, d.Reader, progress)
	end()
	if err != nil {
		return a, err
	}
	p.warnOf(d)
	by := d.By
	if o.by == nil { // what a file adds may be anything, and a dataset is no skill: neither is unasked
		by = nil
	}
	if a.labels, err = advice.ReadLabels(a.episodes, by, o.quality); err != nil {
		return a, err
	}
	suboptimal, err := a.labels.Threshold(a.episodes, o.suboptimal)
	if err != nil {
		return a, err
	}
	a.labels.MakeKinds(a.episodes, suboptimal)
	a.labels.AddFile(d.AddedLabels())
	if len(paths) == 1 {
		a.reader, a.format = d.Opened()[0], d.Formats[0]
	}
	ofTabletop := tabletop(d)
	a.ours = !slices.Contains(ofTabletop, false)
	a.index, _ = demos.Whole(d.Reader)
	failures, err := p.replayUnknown(ctx, d, ofTabletop, a.labels.FailuresOf(a.episodes), o.workers)
	if err != nil {
		return a, err
	}
	a.marks = a.labels.MarksOf(a.episodes)
	if len(failures.Unknown) > 0 && !a.marks.Any() && a.labels.Ratings == nil && !a.labels.Judges(a.episodes) {
		if failures, err = p.emptyHanded(ctx, d, a, failures); err != nil {
			return a, err
		}
	}
	a.failures = failures
	labelled, apart, err := a.labels.Groups(a.episodes, failures, a.marks)
	if err != nil {
		return a, err
	}
	g := &weigh.Groups{LabelledGroups: *labelled}
	a.groups = g
	p.WarnOfNames(labelled)
	for _, name := range o.methods {
		if err := shared.SuitsGroups(name, g.Groups); err != nil {
			return a, err
		}
	}
	progress, end = cli.Counter(p.Err, "demonstrations read")
	corpus, err := weigh.ReadCorpus(ctx, d.Reader, g, weigh.CorpusOptions{Pictures: o.pictures}, progress)
	end()
	if err != nil {
		return a, err
	}
	r := &a.report
	options := advice.Options{Quality: o.quality, Skills: a.labels.Skills, Apart: apart,
		Seed: o.seed, Repeats: o.seeds}
	var cost func(style string) (advice.Cost, bool) // where there is one task
	if measured := measuredCosts(); slices.Contains(ofTabletop, true) {
		task := func(e int) string {
			if k, _ := d.Place(e); !ofTabletop[k] {
				return ""
			}
			return scenes.TaskName(a.episodes[e].Labels["task"])
		}
		options.Cost = func(e int, style string) (advice.Cost, bool) { return measured(task(e), style) }
		one := task(0)
		for e := range a.episodes {
			if task(e) != one {
				one = ""
			}
		}
		cost = func(style string) (advice.Cost, bool) { return measured(one, style) }
	}
	m, err := advice.Measure(ctx, labelled, corpus, options)
	if err != nil {
		return a, err
	}
	if r.Advice, err = advice.Advise(m, suboptimal); err != nil {
		return a, err
	}
	r.Datasets, r.Pictures, r.Ratings, r.Found = paths, o.pictures, a.labels.Ratings, o.skills
	r.NotUsed = a.labels.NotUsed(a.episodes)
	if o.found != "" {
		r.Decided = []string{o.found}
	}
	if len(d.Names) > 1 && !slices.Contains(a.labels.Skills, "dataset") {
		r.Decided = append(r.Decided, fmt.Sprintf("datasets: %s, advised on as one that a policy is trained on (--by "+
			"dataset: each is a skill)", wording.List(d.Names)))
	}
	if text := filter.Copied(a.episodes, d.Title); text != "" {
		r.Decided = append(r.Decided, "copies: "+text+"; each counts"+a.withoutCopies())
	}
	r.Decided = slices.Concat(r.Decided, a.labels.Decided(o.by, o.quality),
		a.labels.Directions(a.episodes), failures.Decided(),
		a.marks.Decided(a.labels, a.episodes, failures, cost), d.Decided(nil, true))
	r.Outcome = advice.Outcome{Source: failures.Source, Known: failures.Known, Doubtful: a.labels.Doubtful,
		Replayed: failures.Replayed, EmptyHanded: failures.EmptyHanded, Marks: a.marks.Source(a.labels),
		Judged: a.marks.All()}
	if len(o.methods) > 0 {
		progress, end = cli.Counter(p.Err, "trainings")
		all, err := weigh.Run(ctx, g, corpus.Learner(0), weigh.Options{
			Methods: o.methods, Seeds: o.seeds, Seed: o.seed, Workers: o.workers, Progress: progress,
		})
		end()
		if err != nil {
			return a, err
		}
		r.Methods = weigh.SummaryOf(g, all).Methods
		if slices.ContainsFunc(o.methods, func(m string) bool { return m == "ours" || strings.HasPrefix(m, "ours:") }) {
			for i, energy := range corpus.Energies() {
				r.Groups[i].Energy = energy
			}
		}
	}
	if r.Searched() {
		if r.Unusual, err = p.unusual(ctx, d, a.labels.Skills); err != nil {
			return a, err
		}
	}
	r.Complete()
	return a, nil
}

// mostSuspected is the largest number of demonstrations that are searched for unusual ones. The search reads all of
// them twice more, and nobody asked for it; 2000 is a choice, the most that --find-skills takes. --page takes more.
const mostSuspected = skills.MostDemonstrations

// unusual returns the names of the demonstrations whose trajectories are unlike the others, the most suspicious first,
// as the page has them. It is nil where they cannot be compared: there is one, they are of several robots, or no score
// tells them apart.
func (p program) unusual(ctx context.Context, d *datasets.Set, by []string) (names []string, err error) {
	if n := d.Reader.Episodes(); n < 2 || n > mostSuspected {
		return nil, nil
	}
	progress, end := cli.Counter(p.Err, "demonstrations compared")
	defer end()
	suspicion, err := triage.Suspicions(ctx, d.Reader, triage.Options{By: by, Rate: demos.RateOf(d.Opened()[0]),
		Progress: progress})
	if stopped := context.Cause(ctx); stopped != nil {
		return nil, stopped
	}
	if errors.Is(err, triage.ErrNoScore) || errors.Is(err, curate.ErrWidths) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var at []int
	for e, v := range suspicion {
		if v > triage.Unusual {
			at = append(at, e)
		}
	}
	slices.SortStableFunc(at, func(a, b int) int { return cmp.Compare(suspicion[b], suspicion[a]) })
	for _, e := range at {
		names = append(names, d.Title(e))
	}
	return names, nil
}

// emptyHanded counts those demonstrations as failed whose gripper closes on nothing, of those of which the dataset does
// not say whether they succeeded. Where no opening of a gripper is found, nothing is known. Where labels speak against
// it, that is said and they stay.
func (p program) emptyHanded(ctx context.Context, d *datasets.Set, a adviceGiven, f advice.Failures) (advice.Failures,
	error) {
	if d.Reader.Episodes() < 2 {
		return f, nil
	}
	progress, end := cli.Counter(p.Err, "grippers looked at")
	defer end()
	state, _ := demos.ComponentNames(d.Opened()[0])
	s, err := weigh.ReadScored(ctx, d.Reader, weigh.ScoreOptions{By: a.labels.Skills,
		Rate: demos.RateOf(d.Opened()[0]), State: state, Progress: progress})
	if stopped := context.Cause(ctx); stopped != nil {
		return f, stopped
	}
	if err != nil { // of several robots, or what measuring will refuse
		return f, nil
	}
	hands, err := s.Pool.EmptyHanded()
	if stopped := context.Cause(ctx); stopped != nil {
		return f, stopped
	}
	if err != nil {
		f.Gripper = "when it is empty is not known from this dataset: missed grasps are not looked for"
		return f, nil
	}
	return a.labels.HeedGrippers(a.episodes, f, hands.Empty, hands.Most), nil
}

// measuredCosts returns what the styles of demonstrations were measured to cost on our tasks.
func measuredCosts() func(task, style string) (advice.Cost, bool) {
	axes, err := bench.MeasuredStyles()
	return func(task, style string) (c advice.Cost, ok bool) {
		m, ok := axes.Of(task, style)
		if err != nil || !ok {
			return c, false
		}
		e := frame.StyleCost(m)
		c.Mean, c.Low, c.High = e.Mean.Or(0), e.CI.Low.Or(0), e.CI.High.Or(0)
		return c, e.CI.Low.Defined()
	}
}

// tabletop reports which datasets are of the tabletop.
func tabletop(d *datasets.Set) (ours []bool) {
	for _, r := range d.Opened() {
		first, err := r.Read(0, false)
		if err == nil {
			_, err = first.Episode()
		}
		ours = append(ours, err == nil)
	}
	return ours
}

// replayUnknown plays the demonstrations of datasets of the tabletop of which nothing says whether they succeed. One
// that names no task of ours, and one that cannot be played, stay unknown.
func (p program) replayUnknown(ctx context.Context, d *datasets.Set, ours []bool, f advice.Failures, workers int) (
	advice.Failures, error) {
	var unknown []int
	for _, e := range f.Unknown {
		if k, _ := d.Place(e); ours[k] {
			unknown = append(unknown, e)
		}
	}
	if unknown == nil {
		return f, nil
	}
	progress, end := cli.Counter(p.Err, "demonstrations replayed")
	defer end()
	told, failed, n := f, slices.Clone(f.Failed), 0
	left := slices.Clone(f.Unknown)
	o := replay.Options{Workers: workers, Progress: progress, Episodes: unknown}
	err := replay.Play(ctx, d.Reader, o, func(e *replay.Result) error {
		if e.Earned != nil {
			n++
			failed[e.Episode] = !e.Earned.Success
			left = slices.DeleteFunc(left, func(i int) bool { return i == e.Episode })
		}
		return nil
	})
	if ctx.Err() != nil {
		return f, err
	}
	if err != nil || n == 0 { // of a task that is not ours
		return told, nil
	}
	if f.Failed, f.Unknown, f.Replayed = failed, left, true; f.Source != "" {
		f.Source += fmt.Sprintf(" and a replay of %d", n)
	} else {
		f.Source = "a replay of their actions"
	}
	f.Known += n
	return f, nil
}

// writeAdvice writes the report and the advised weights into a folder, in the forms of those who train with them.
func writeAdvice(dir string, d *datasets.Set, g *weigh.Groups, r advice.Report) error {
	const method, name = "advice", "advice.json"
	var before []string
	if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
		before = []string{method}
	}
	folder := forms.In(dir, before...)
	if err := folder.AddGroups(d, method, g, r.Weights); err != nil {
		return err
	}
	return folder.Write(name, r)
}
