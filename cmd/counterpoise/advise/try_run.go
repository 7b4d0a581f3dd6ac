package advise

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/printable"
	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/policies/train"
	"counterpoise/policies/trainset"
	"counterpoise/policies/weigh"
	"counterpoise/policies/weigh/datasets"
	"counterpoise/policies/weightfile"
	"counterpoise/results/advice"
	"counterpoise/results/comparison"
	"counterpoise/results/decide"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
	"counterpoise/stats/table"
)

// trial is a dataset with the arms that are tried on it.
type trial struct {
	tryFlags
	path  string
	data  decide.Data
	arms  []decide.Arm
	notes []string
}

// tryDataset finds the arms of a dataset, and trains and tests them or, for another robot, writes what does.
func (p program) tryDataset(ctx context.Context, path string, o tryFlags) error {
	d, err := datasets.Open(ctx, []string{path}, datasets.Options{Labels: o.labels})
	if err != nil {
		return err
	}
	defer d.Close()
	if err := p.checkCards(ctx, d); err != nil {
		return err
	}
	t, err := p.armsOf(ctx, d, path, o)
	if err != nil {
		if ctx.Err() != nil {
			fmt.Fprintln(p.Err, "stopped; nothing was written")
			return cli.ErrStopped
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	for _, note := range t.notes {
		fmt.Fprintf(p.Err, "%s\n", printable.Line(note))
	}
	if t.Env != "" {
		return p.tryThere(ctx, t)
	}
	if !t.data.Ours {
		return p.prepareTrial(d, t)
	}
	return p.tryOurs(ctx, t)
}

// armsOf reads what a dataset says about its demonstrations, and returns the arms with their weights.
func (p program) armsOf(ctx context.Context, d *datasets.Set, path string, o tryFlags) (t trial, err error) {
	t = trial{tryFlags: o, path: path}
	progress, end := cli.Counter(p.Err, "demonstrations counted")
	t.data.Episodes, err = filter.Survey(ctx, d.Reader, progress)
	end()
	if err != nil {
		return t, err
	}
	if len(t.data.Episodes) == 0 {
		return t, errors.New("it has no demonstrations")
	}
	if first, err := d.Reader.Read(0, false); err == nil {
		_, err := first.Episode()
		t.data.Ours = err == nil
	}
	ours := t.data.Ours
	switch {
	case o.Env != "" && ours:
		return t, cli.Misused("it is of the tabletop: leave out --env")
	case o.Env != "":
		t.data.Ours = true // methods can weigh while a policy is trained
	}
	if !t.data.Ours && o.out == "" {
		return t, cli.Misused("it is of another robot or simulator, on which try cannot train: --out DIR writes what " +
			"you need to train and test on it")
	}
	if t.data.Labels, err = advice.ReadLabels(t.data.Episodes, nil, nil); err != nil {
		return t, err
	}
	t.data.Failures, err = p.replayUnknown(ctx, d, []bool{ours}, t.data.Labels.FailuresOf(t.data.Episodes), o.Workers)
	if err != nil {
		return t, err
	}
	asked := decide.Asked{Drop: o.drop, By: demos.Grouping(o.by)}
	if o.methods != "" {
		asked.Methods = cli.MethodsIn(o.methods)
	}
	if asked.Known, err = knownIn(d, o.known); err != nil {
		return t, err
	}
	if t.arms, t.notes, err = decide.Arms(t.data, asked); err != nil {
		return t, cli.Misuse{Err: err}
	}
	bad := t.data.Labels.MarksOf(t.data.Episodes).Bad
	for i, failed := range t.data.Failures.Failed {
		bad[i] = bad[i] || failed
	}
	for i := range t.arms {
		if t.arms[i].Named == nil {
			continue
		}
		named := t.arms[i].Named
		if t.arms[i].Weights, err = p.resembling(ctx, d, t.data.Labels.Skills, named, bad, false); err != nil {
			return t, err
		}
	}
	if err := t.addWeights(d); err != nil {
		return t, err
	}
	p.warnOf(d)
	if len(t.arms) < 2 {
		return t, decide.Alone(t.notes)
	}
	return t, nil
}

// knownIn returns the places of the demonstrations that --known names.
func knownIn(d *datasets.Set, text string) (numbers []int, err error) {
	if text == "" {
		return nil, nil
	}
	known, err := datasets.ParseKnown(text)
	if err == nil {
		err = known.Check(d.Numbers())
	}
	if err != nil {
		return nil, cli.Misused("--known %w", err)
	}
	for i := range d.Episodes() {
		raw, err := d.Read(i, false)
		if err != nil {
			return nil, err
		}
		if known.Is(raw) {
			numbers = append(numbers, i)
		}
	}
	if numbers == nil {
		return nil, cli.Misused("--known %s names none of the %d demonstrations", text, d.Total())
	}
	return numbers, nil
}

// resembling weighs demonstrations by how like they are to those that are named good, as weigh --known does. Each skill
// keeps the share of its frames; without labels of skills all show the same. Bad ones have no weight. Weights go by
// rank or by the gap.
func (p program) resembling(ctx context.Context, d *datasets.Set, skills []string, named []int, bad []bool,
	gap bool) (weights []weightfile.Frames, err error) {
	var numbers []int
	for _, i := range named {
		numbers = append(numbers, demos.NumberOf(d.Reader, i))
	}
	known, err := datasets.ParseKnown(wording.FormatNumbers(numbers))
	if err != nil {
		return nil, err
	}
	progress, end := cli.Counter(p.Err, "demonstrations compared with those named good")
	r := d.Reader
	if skills == nil {
		one := map[string]string{"task": "all"}
		r, skills = demos.Relabelled{Reader: r, Labels: func(int) map[string]string { return one }}, []string{"task"}
	}
	s, err := weigh.Resemble(ctx, r, weigh.ResemblanceOptions{By: skills, Known: known.Is, Gap: gap,
		Progress: progress,
		Bad:      func([]map[string]string) []bool { return bad }})
	end()
	if err != nil {
		return nil, err
	}
	for _, of := range s.Sampling() {
		weights = append(weights, weightfile.Frames{of.FrameWeight})
	}
	return weights, nil
}

// addWeights adds an arm for each file of weights. They must be of this dataset.
func (t *trial) addWeights(d *datasets.Set) error {
	frames := make([]int, len(t.data.Episodes))
	for i := range frames {
		frames[i] = t.data.Episodes[i].Frames
	}
	opened := d.Opened()[0]
	for _, path := range t.weights {
		w, digest, err := weightfile.ReadOne(path, frames, opened.Card().Hash, demos.ActionsDigest(opened))
		if err != nil {
			return fmt.Errorf("--weights: %w", err)
		}
		if slices.ContainsFunc(t.arms, func(a decide.Arm) bool { return a.Name == w.Name }) {
			return cli.Misused("--weights %s has weights called %s, as another arm is: name them otherwise", path,
				w.Name)
		}
		t.arms = append(t.arms, decide.Arm{Name: w.Name, About: "weights of " + filepath.Base(path),
			Weights: w.Datasets[digest]})
	}
	return nil
}

// tried reads what the policies are trained on, and the digests by which its weights are known: the first is
// that of its content.
func (p program) tried(ctx context.Context, t trial) (data *demos.Dataset, digests []string, err error) {
	progress, end := cli.Counter(p.Err, "demonstrations read")
	data, err = trainset.Read(ctx, t.path, trainset.Options{Progress: progress})
	end()
	if err != nil {
		return nil, nil, err
	}
	if err := t.oneTask(data); err != nil {
		return nil, nil, err
	}
	data.Card = demos.Card{Version: data.Card.Version, Task: data.Episodes[0].Task, Hash: data.Digest(),
		Groups: data.Count()}
	return data, weightfile.Digests(data), nil
}

// oneTask returns an error unless all demonstrations are of one task, which says how to choose those of one of ours.
func (t trial) oneTask(data *demos.Dataset) error {
	var order []string
	n, labels := map[string]int{}, map[string][]string{} // of each task; what the dataset calls it
	for i := range data.Episodes {
		task := data.Episodes[i].Task
		if n[task]++; n[task] == 1 {
			order = append(order, task)
		}
		if text := t.data.Episodes[i].Labels["task"]; !slices.Contains(labels[task], text) {
			labels[task] = append(labels[task], text)
		}
	}
	slices.SortStableFunc(order, func(a, b string) int { return n[b] - n[a] })
	var parts []string
	chosen := ""
	for _, task := range order {
		parts = append(parts, fmt.Sprintf("%d of %q", n[task], task))
		if _, err := scenes.ParseTask(task); err == nil && chosen == "" {
			chosen = task
		}
	}
	switch {
	case chosen == "":
		return fmt.Errorf("%s has demonstrations of no task of ours, which are picking and opening: %s; --env trains "+
			"and tests in an environment of yours", t.path, wording.List(parts))
	case len(order) > 1:
		return fmt.Errorf("%s has demonstrations of several tasks, %s, and try takes those of one: demos filter %s %s "+
			"--where %s chooses those", t.path, wording.List(parts), shell.Quote(t.path), shell.Quote(besides(t.path)),
			shell.Quote("task="+strings.Join(labels[chosen], ",")))
	}
	return nil
}

// tryOurs trains and tests the arms of a dataset of the tabletop, and prints what that shows.
func (p program) tryOurs(ctx context.Context, t trial) (err error) {
	if t.out == "" {
		t.out = filepath.FromSlash(defaultTry)
	}
	if err := cli.CheckOutside(t.path, t.out); err != nil {
		return err
	}
	data, digests, err := p.tried(ctx, t)
	if err != nil {
		return err
	}
	for _, a := range t.arms {
		if a.Method != "" {
			if err := shared.SuitsGroups(a.Method, data.Groups(a.Groups)); err != nil {
				return err
			}
		}
	}
	if p.Program, err = p.WithKept(t.out); err != nil {
		return err
	}
	defer p.Outside.Release()
	for _, a := range t.arms {
		if w, ok := a.Given(digests...); ok {
			p.Outside.Add(w)
		}
	}
	p.Datasets = runner.Datasets{record.DataRecipe(digests[0]): data}
	plan := decide.Plan(data.Card.Task, digests[0], t.arms, t.size(), digests...)
	if t.steps == 0 {
		if _, err := bench.CalibratedSteps(data.Card.Task, t.policy); err != nil {
			return cli.Misuse{Err: err}
		}
	}
	if err := train.Check(t.policy); err != nil {
		return cli.Misuse{Err: err}
	}
	if t.seeds == 1 {
		fmt.Fprintln(p.Err, "warning: with one seed no test is possible; --seeds asks for more")
	}
	records, err := p.makeTrial(ctx, plan, t)
	if err != nil {
		return err
	}
	answer, err := decided(plan, records, t)
	if err != nil {
		return err
	}
	p.Say(t.heading(plan))
	p.showTrial(answer)
	p.Say(p.nextAfter(answer, t, digests))
	fmt.Fprintf(p.Out, "records  %s\n", records.Path())
	return nil
}

// makeTrial makes the records of a plan that a folder lacks.
func (p program) makeTrial(ctx context.Context, plan bench.Plan, t trial) (records *store.Store, err error) {
	cells := plan.Cells()
	defer backend.Use(backend.GoCPU)
	if err := p.Refuse(t.out, t.Device, cells, t.Workers); err != nil {
		return nil, err
	}
	opened, err := store.Open(t.out)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, opened.Close()) }()
	if err := cli.Unwritable(t.out, p.Outside.Write(t.out)); err != nil {
		return nil, err
	}
	for _, d := range opened.Damage {
		fmt.Fprintf(p.Err, "counterpoise: %s\n", d)
	}
	if len(runner.Missing(cells, opened)) > 0 || t.Device != shared.Auto {
		if err := p.UseFor(opened, t.DeviceFlags); err != nil {
			return nil, err
		}
	}
	if others := len(opened.Records()) - len(cells) + len(runner.Missing(cells, opened)); others > 0 {
		fmt.Fprintf(p.Err, "%s has %s of other data, arms or sizes, which this table leaves out\n", t.out,
			wording.Plural(others, "record"))
	}
	return opened, p.Complete(ctx, plan.Name, cells, opened, t.Workers)
}

// decided compares the arms by their records.
func decided(plan bench.Plan, records *store.Store, t trial) (decide.Answer, error) {
	sheet, err := comparison.Designs(t.out, frame.Of(plan, records).Designs)
	if err != nil {
		return decide.Answer{}, err
	}
	taken, err := sheet.Detect(table.Choice{})
	if err != nil {
		return decide.Answer{}, err
	}
	return decide.Judge(taken, t.arms)
}

// heading says what was trained on what, and what decided the arms.
func (t trial) heading(plan bench.Plan) string {
	d := plan.Experiments[0].Designs[0]
	steps := fmt.Sprint(t.steps)
	if t.steps == 0 {
		steps = fmt.Sprintf("%d calibrated", plan.Cell(plan.Experiments[0], d, d.Arms[0], 0).Steps)
	}
	by := ""
	if source := t.data.Failures.Source; source != "" && t.methods == "" && t.drop == nil {
		by = "; arms by " + source + " (--drop, --known, --methods choose others)"
	}
	return fmt.Sprintf("%s: %s of %s; %s, %s of each behaviour, policy %s, %s steps%s", t.path,
		wording.Plural(len(t.data.Episodes), "demonstration"), d.Task, wording.Plural(t.seeds, "seed"),
		wording.Plural(t.rollouts, "rollout"), t.policy, steps, by)
}

// showTrial prints the table and the sentence.
func (p program) showTrial(a decide.Answer) {
	w := p.NewTable(0)
	fmt.Fprintln(w, strings.Join(a.Head(), "\t"))
	for _, row := range a.Cells() {
		for i := range row {
			row[i] = printable.Line(row[i])
		}
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	w.Flush()
	p.Say(a.Sentence())
}

// nextAfter is the command that carries out what the rollouts show.
func (p program) nextAfter(a decide.Answer, t trial, digests []string) string {
	data := shell.Quote(t.path)
	best := a.Best()
	switch {
	case a.Open():
		words := append([]string{"next:", p.Name, "try", data}, t.again...)
		return strings.Join(append(words, "--seeds", fmt.Sprint(max(2*t.seeds, tryDefaults().seeds))), " ")
	case best == nil:
		return fmt.Sprintf("next: %s train %s", p.Name, data)
	case best.Filter != "" && t.Env == "": // datasets of others are not written
		return fmt.Sprintf("next: %s demos filter %s %s %s", p.Name, data, shell.Quote(besides(t.path)), best.Filter)
	case best.Method != "":
		return fmt.Sprintf("next: %s train %s --by %s --method %s", p.Name, data, best.Groups,
			shell.Quote(best.Method))
	}
	w, _ := best.Given(digests...)
	return fmt.Sprintf("next: %s train %s --weights %s", p.Name, data,
		shell.Quote(filepath.Join(t.out, "weights", w.FileName())))
}
