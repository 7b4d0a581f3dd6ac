package table

import (
	"cmp"
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// wide reads the rows of a wide table: columns are methods, and a row has a score of each. Columns of trials, groups
// and starts may stand beside them. A first column of words without a number, or one with a usual name for labels,
// labels the rows.
func (d *detector) wide(given Choice) (t Taken, err error) {
	delete(d.found, "value")
	delete(d.found, "method")
	counts, several := d.found["rollouts"]
	trials := slices.IndexFunc(d.Names, func(n string) bool {
		return plain(n) == "trials" &&
			!slices.Contains(given.Columns, n)
	})
	if !several && trials >= 0 && d.role(trials) == "" && d.columns[trials].kind == whole {
		others := slices.DeleteFunc(d.free(number, whole), func(at int) bool { return at == trials })
		if _, counting, err := d.shared(others, trials); err == nil && counting != "" && len(others) > 1 {
			counts, several = trials, true // beside what they count
		}
	}
	delete(d.found, "rollouts")
	if several {
		d.found["numbers"] = counts // no method
	}
	methods, label, err := d.methods(given.Columns)
	delete(d.found, "numbers")
	if err != nil {
		return t, fmt.Errorf("%s: %w", d.File, err)
	}
	if len(given.Columns) == 0 && !slices.ContainsFunc(methods, func(at int) bool {
		return !strictName.MatchString(d.Names[at])
	}) {
		return t, fmt.Errorf("%s, line 1: columns %s measure the same rollouts by their names, and are no methods: "+
			"give a file for each method, or name the methods with --columns", d.File, d.quoted(methods))
	}
	if label >= 0 && len(given.Columns) == 0 {
		if err := d.measuresInRows(label); err != nil {
			return t, fmt.Errorf("%s, %w", d.File, err)
		}
	}
	label = d.labels(label, methods)
	t = Taken{Unit: "row"}
	if t.Repeated, err = d.repeated(given.Copies, methods...); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	of, counting := unit(0), "" // what the outcomes of rows of several rollouts are
	if several && !slices.Contains(methods, counts) {
		if of, counting, err = d.shared(methods, counts); err != nil {
			return t, fmt.Errorf("%s, %w", d.File, err)
		}
	}
	at := -1
	for _, role := range []string{"trial", "start"} {
		if found, ok := d.found[role]; ok && at < 0 {
			at, t.Starts = found, role == "start"
		}
	}
	if at < 0 {
		at = label
	}
	if _, grouped := d.found["group"]; at < 0 && !grouped {
		d.groupAmount(methods, counting != "")
	}
	if group, grouped := d.found["group"]; grouped && at >= 0 && at == label && d.columns[at].kind == words &&
		!namesUnits(d.Names[at]) && (counting != "" || d.counted(methods)) {
		d.join("group", []int{at, group})
		d.why["group"], label, at = " (their combinations)", -1, -1
	}
	if _, grouped := d.found["group"]; at >= 0 && !grouped && d.areTasks(at, methods, counting != "") {
		label, t.Starts = at, false
		delete(d.found, "start")
		if d.Names[label] == "" && len(given.Columns) == 0 {
			return t, d.unnamedCorner(label, methods)
		}
		d.Names[label] = cmp.Or(d.Names[label], "task")
		d.found["group"], at = label, -1
		if len(given.Columns) == 0 {
			d.why["group"] = " (call it method if its rows are methods)"
		}
	}
	if at >= 0 && at == label && d.Names[at] == "" && d.columns[at].kind == words && len(given.Columns) == 0 &&
		!slices.ContainsFunc(d.Rows, func(row []string) bool { return series.MatchString(row[label]) }) {
		return t, d.unnamedCorner(at, methods)
	}
	if at >= 0 && at == label && len(given.Columns) == 0 && d.unknownRates(at, methods) {
		return t, fmt.Errorf("%s: column %q has one rate of each method in each of %d values, and its name does not "+
			"tell what these are: if they are trainings (seeds) or subjects, name it with --trial; if they are tasks, "+
			"say of how many rollouts each rate is, as in 17/20, or in a column rollouts", d.File, d.Names[at],
			len(d.Rows))
	}
	if group, ok := d.found["group"]; ok && at < 0 && counting == "" && d.columns[group].distinct == len(d.Rows) &&
		!slices.ContainsFunc(methods, func(m int) bool { return d.columns[m].counted || !d.isRate(m) }) {
		return t, fmt.Errorf("%s: each method has one rate in each of %d values of column %q, and nothing tells how "+
			"it varies: of how many rollouts is it? Add a column rollouts, or write 17/20 or 61 %% (n=50), or "+
			"--rollouts-column 50 if all are of 50; if the values are trainings, name the column with --trial", d.File,
			len(d.Rows), d.Names[group])
	}
	if at >= 0 && d.Names[at] != "" {
		t.Unit = d.Names[at]
	}
	w := wideRows{detector: d, taken: &t, methods: methods, unit: at, group: -1, units: map[string]int32{},
		groups: map[string]int32{}, counts: map[string]int{}, keep: given.Keep, number: -1}
	if counting != "" {
		w.number, w.of = counts, of
		d.found["rollouts"], d.reading = counts, counting
	}
	t.Long.Groups = []string{"all"}
	if group, ok := d.found["group"]; ok {
		w.group, t.Long.Groups = group, nil
	}
	t.Paired = at >= 0 || w.group >= 0 || !d.ragged(methods)
	for _, m := range methods {
		t.Long.Methods = append(t.Long.Methods, d.Names[m])
	}
	for i := range d.Rows {
		if err := w.add(i); err != nil {
			return t, fmt.Errorf("%s, %w", d.File, err)
		}
	}
	one := func(e stats.Entry) bool { return e.Rollouts != 1 || e.Sum != 0 && e.Sum != 1 }
	if at >= 0 && namesUnits(d.Names[at]) && !t.Starts && given.Trial == "" && !d.Made &&
		!slices.ContainsFunc(t.Long.Entries, one) {
		d.doubt = append(d.doubt, fmt.Sprintf("each %s has one rollout of a method: if it is a number or a start and "+
			"no training, --start %[1]s says so, and the answer is about these policies alone", d.Names[at]))
	}
	outside := func(e stats.Entry) bool { return !(e.Sum >= 0 && e.Sum <= float64(e.Rollouts)) }
	name := outcomeName(t.Long.Methods)
	if _, event := directionOf(d.Names[0]); event && !slices.Contains(methods, 0) {
		if better, _ := directionOf(name); better == Unknown {
			name = d.Names[0] // the corner says what the cells have
		}
	}
	labelled := max(at, label)
	if group, ok := d.found["group"]; ok {
		labelled = group
	}
	if better, _ := directionOf(name); better == Unknown && labelled >= 0 {
		failures := 0
		for _, row := range d.Rows {
			if _, event := directionOf(row[labelled]); event && slices.ContainsFunc(nameWords(row[labelled]),
				wording.SaysFailure) {
				failures++
			}
		}
		switch failures {
		case 0:
		case len(d.Rows):
			name = "failures" // of tasks
		default:
			return t, fmt.Errorf("%s: some rows of column %q have failures by their names, and others do not: keep "+
				"those of one kind", d.File, d.Names[labelled])
		}
	}
	if err := w.share.refuse(name); err != nil && counting == "" && !given.Copies {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	said := w.share.hundredths(name, t.Long.Entries)
	if counting != "" {
		said = ""
	}
	if err := d.coded(name, t.Long.Entries); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	if partial(name, t.Long.Entries) {
		t.Score = true
		d.doubt = append(d.doubt, partialText(""))
	}
	base := filepath.Base(d.File)
	if better, _ := directionOf(name); better == Unknown && counting == "" && !d.counted(methods) &&
		(hasWord(base, losses) || hasWord(base, wording.LessIsBetter)) {
		t.Score, name = true, base // rmse.csv: no rates
	}
	if t.Better = given.Direct; t.Better == "" {
		better, how := direct(name, w.share.spoken, t.Long.Entries)
		t.Better, said = better, said+how
		if better == Unknown && !slices.ContainsFunc(t.Long.Entries, outside) {
			t.Better = Higher // rates; no column tells what other scores are
		}
	}
	t.Score = t.Score || d.scores
	d.doubt = append(d.doubt, w.share.impossible()...)
	var mixed string
	mixed, t.Mixed = w.share.mixed()
	t.Sentence = d.wideSentence(t, methods, at) + said + mixed
	return t, nil
}

// axis is the error of a first column of numbers that rise or fall from row to row, and do not number rows, units or
// starts by their name: steps of a training, numbers of objects, levels of noise. Rows of such a table are no repeats.
func (d *detector) axis(given Choice) error {
	name := d.Names[0]
	c := d.columns[0]
	if given.Trial != "" || given.Start != "" || given.Group != "" || d.Made || slices.Contains(given.Columns, name) ||
		len(d.Rows) < 3 || c.kind != whole && c.kind != number || c.distinct != len(d.Rows) ||
		numbersRollouts(name) || namesIDs(name) ||
		c.kind == whole && slices.Contains(places, last(wording.NameWords(name))) ||
		d.role(0) != "" && d.role(0) != "checkpoint" {
		return nil
	}
	sign := 0.0
	for i, row := range d.Rows[1:] {
		a, err := cell{d.Rows[i][0], 0, 0}.number()
		b, other := cell{row[0], 0, 0}.number()
		if step := b - a; err != nil || other != nil || step == 0 || sign*step < 0 {
			return nil
		} else if sign == 0 {
			sign = step
		}
	}
	others := slices.DeleteFunc(d.free(number, whole, boolean), func(at int) bool { return at == 0 })
	_, high := d.extent(0)
	beyond := !slices.ContainsFunc(others, func(at int) bool {
		_, h := d.extent(at)
		return h > 1 && !d.columns[at].shares || high <= 1
	})
	_, amount := quantity(name)
	if amount && !slices.ContainsFunc(others, func(at int) bool { return !d.columns[at].counted }) {
		return nil // rollouts at each level, which are compared level by level
	}
	if len(others) < 2 || !(beyond || amount || isQuantity(name) || NamesCheckpoints(name) || hasWord(name, axes)) {
		return nil
	}
	return fmt.Errorf("column %q rises or falls from row to row, so that rows may be steps of one training or "+
		"settings, which are no repeats: keep the row that counts; if rows are trainings, starts or subjects, name "+
		"the column with --trial or --start; if it is a method, name the methods with --columns", name)
}

// axes are words of columns that are horizontal axes of curves.
var axes = []string{"step", "steps", "timestep", "timesteps", "samples", "frames", "budget", "hours", "level", "noise",
	"sigma", "epoch", "epochs", "iteration", "iterations", "round", "rounds", "count", "distance", "size"}

// places are words of columns that say where a rollout began.
var places = []string{"position", "positions", "pos", "pose", "location", "place", "placement", "config",
	"configuration", "layout", "init", "scene", "start", "object", "task", "demo", "episode", "env", "environment"}

// wideRows makes observations of the rows of a wide table.
type wideRows struct {
	*detector
	taken         *Taken
	methods       []int            // columns
	unit, group   int              // columns, -1 where there is none
	units, groups map[string]int32 // indices by name
	counts        map[string]int   // rows of each group so far, which number the units that no column names
	share         shares
	keep          bool // the rows of the entries
	number        int  // the column of the numbers of rollouts, -1 where there is none
	of            unit // of the outcomes, where there is one
}

// shared says what the outcomes of several methods are in rows of as many rollouts as one column says: numbers of
// successes where all are whole and at most that, else rates where some number of successes has each of them. Cells
// that tell their rollouts have to agree. Counting is empty where the outcomes are neither, as scores are.
func (d *detector) shared(methods []int, number int) (of unit, counting string, err error) {
	var all outcomes
	whole, several := true, false
	for i, row := range d.Rows {
		n, ok := wholeNumber(row[number])
		for _, m := range methods {
			o, err := cell{row[m], d.Lines[i], m + 1}.outcome()
			switch {
			case err != nil:
				return of, "", err
			case o.form == absent:
				continue
			case !ok || n < 1:
				return of, "", nil
			case o.n > 0 && o.n != n:
				return of, "", fmt.Errorf("line %d, column %d: %s is of %d rollouts, and column %q says %d: mend "+
					"one, or take "+
					"the column out", d.Lines[i], m+1, quoted(row[m]), o.n, d.Names[number], n)
			case o.n > 0:
				return of, "", nil
			}
			several = several || n > 1
			whole = whole && o.form == plainNumber && o.value == math.Trunc(o.value)
			all.add(o.rounded, d.Lines[i], o.value, n)
		}
	}
	switch {
	case !several:
		return of, "", nil
	case whole && all.beyond.line == 0 && all.graded:
		return ofRow, "successes of rollouts", nil
	case all.outside.line == 0 && !all.notWhole:
		return ofOne, "success rates over the rollouts", nil
	case all.hundreds.line == 0 && !all.notParts:
		return ofCents, "success rates in percent over the rollouts", nil
	}
	return of, "", nil
}

// labels returns the column that labels the rows: that of the combinations of the columns of words before the methods,
// where these tell the rows apart and the first alone does not.
func (d *detector) labels(label int, methods []int) int {
	if label < 0 || d.columns[label].distinct+d.columns[label].missing == len(d.Rows) {
		return label
	}
	if group, ok := d.found["group"]; ok && d.columns[group].distinct == len(d.Rows) && !namesUnits(d.Names[label]) {
		return -1 // a kind of the tasks that groups name
	}
	columns := []int{label}
	for at := label + 1; at < slices.Min(methods); at++ {
		if c := d.columns[at]; c.kind == words && c.missing == 0 && d.role(at) == "" && !tells(d.Names[at]) {
			columns = append(columns, at)
		}
	}
	seen := map[string]bool{}
	for _, row := range d.Rows {
		var b strings.Builder
		for _, at := range columns {
			b.WriteString(row[at] + "\x00")
		}
		if seen[b.String()] {
			return label
		}
		seen[b.String()] = true
	}
	d.join("label", columns)
	return d.found["label"]
}

// series matches the names of numbered subjects, as P1 and run 2.
var series = regexp.MustCompile(`^\p{L}*[-_# ]*[0-9]+$`)

// counted reports whether cells of a column count the rollouts that they are of.
func (d *detector) counted(columns []int) bool {
	return slices.ContainsFunc(columns, func(at int) bool { return d.columns[at].counted })
}

// areTasks reports whether the labels of rows name tasks, of one policy a method, where cells count the rollouts of
// each: under a name that is none of units, words that do not number them, or the ids and scenes of a name for these.
func (d *detector) areTasks(label int, methods []int, counted bool) bool {
	if namesUnits(d.Names[label]) || plain(d.Names[label]) == "row" || d.Names[label] == "#" {
		return false
	}
	each := d.columns[label].missing == 0 && d.columns[label].distinct == len(d.Rows)
	return (counted || d.counted(methods)) && each &&
		(namesIDs(d.Names[label]) || named("start", []string{d.Names[label]}) ||
			slices.ContainsFunc(d.Rows, func(row []string) bool { return !series.MatchString(row[label]) }))
}

// groupAmount takes the only column that says how much of something a row had, as 10 demos, for groups, where cells
// count the rollouts of each: see rest, which does so in a long table.
func (d *detector) groupAmount(methods []int, counted bool) {
	var amounts []int
	for at, name := range d.Names {
		_, amount := quantity(name)
		if amount && d.role(at) == "" && !slices.Contains(methods, at) && d.columns[at].missing == 0 &&
			d.columns[at].distinct == len(d.Rows) && len(d.Rows) > 1 {
			amounts = append(amounts, at)
		}
	}
	if (counted || d.counted(methods)) && len(amounts) == 1 {
		d.found["group"], d.why["group"] = amounts[0], " (--trial if its values are trainings)"
	}
}

// unknownRates reports whether the labels of a few rows name things that may be tasks or trainings, with a rate of each
// method that tells no rollouts: see detector.unitOf, which asks the same of a long table.
func (d *detector) unknownRates(label int, methods []int) bool {
	for _, m := range methods {
		if low, high := d.extent(m); d.columns[m].counted || !d.columns[m].shares && !(low >= 0 && high <= 1) {
			return false
		}
	}
	return len(d.Rows) < fewTasks && d.columns[label].kind == words && d.role(label) == "" &&
		!namesUnits(d.Names[label]) && plain(d.Names[label]) != "row" && d.Names[label] != "#" &&
		slices.ContainsFunc(methods, d.isRate) &&
		slices.ContainsFunc(d.Rows, func(row []string) bool { return !series.MatchString(row[label]) })
}

// add adds row i.
func (w *wideRows) add(i int) (err error) {
	row, line, l := w.Rows[i], w.Lines[i], &w.taken.Long
	e := stats.Entry{Start: -1, Rollouts: 1}
	if w.taken.Paired {
		e.Trial = place(w.units, w.name(i), &l.Trials)
	}
	if w.group >= 0 {
		if err := nameError("group", row[w.group], line, w.group+1); err != nil {
			return err
		}
		e.Group = place(w.groups, row[w.group], &l.Groups)
		if len(l.Groups) > maxValues {
			return fmt.Errorf("line %d: more than %d groups in column %q", line, maxValues, w.Names[w.group])
		}
	}
	for j, m := range w.methods {
		if isMissing(row[m]) {
			if w.keep {
				w.taken.Rows.Without = append(w.taken.Rows.Without, i)
			}
			continue
		}
		o, err := cell{row[m], line, m + 1}.outcome()
		if err != nil {
			return err
		}
		if err := w.share.add(o, line, m+1); err != nil {
			return err
		}
		if e.Sum, e.Rollouts = o.sum(), max(1, o.n); w.number >= 0 {
			e.Rollouts, _ = wholeNumber(row[w.number])
			e.Sum = outcomes{}.sum(o.value, e.Rollouts, w.of) // rates are of whole numbers, by shared
		}
		if !w.taken.Paired {
			e.Trial = place(w.units, fmt.Sprintf("%s %d", w.Names[m], i+1), &l.Trials)
		}
		e.Method = int32(j)
		l.Entries = append(l.Entries, e)
		if w.keep {
			w.taken.Rows.Of = append(w.taken.Rows.Of, i)
		}
	}
	return nil
}

// name is the name of the unit of row i.
func (w *wideRows) name(i int) string {
	row := w.Rows[i]
	if w.unit >= 0 {
		if isMissing(row[w.unit]) {
			return fmt.Sprintf("row %d", i+1)
		}
		return row[w.unit]
	}
	if w.group >= 0 {
		w.counts[row[w.group]]++
		return fmt.Sprintf("row %d", w.counts[row[w.group]])
	}
	return fmt.Sprintf("row %d", i+1)
}

// ragged reports whether columns end at different rows and have no gap before: they hold groups of different sizes, and
// rows are no pairs.
func (d *detector) ragged(columns []int) bool {
	ends := map[int]bool{}
	for _, at := range columns {
		end := len(d.Rows)
		for end > 0 && isMissing(d.Rows[end-1][at]) {
			end--
		}
		if end != len(d.Rows)-d.columns[at].missing {
			return false
		}
		ends[end] = true
	}
	return len(ends) > 1
}

// place returns the index of a name, which it adds where it is new.
func place(index map[string]int32, name string, names *[]string) int32 {
	n, known := index[name]
	if !known {
		n = int32(len(*names))
		index[name] = n
		*names = append(*names, name)
	}
	return n
}

// methods returns the columns of the methods, and the column that labels the rows, -1 where there is none.
func (d *detector) methods(given []string) (methods []int, label int, err error) {
	label = -1
	if d.role(0) == "" && !slices.Contains(given, d.Names[0]) {
		name := strings.ToLower(d.Names[0])
		if d.columns[0].kind == words && !d.numeric(0) || slices.Contains(labels, name) {
			label = 0
		}
	}
	for i, name := range given {
		at := slices.Index(d.Names, name)
		switch {
		case at < 0:
			return nil, label, unknownColumn(name, d.Names)
		case slices.Contains(given[:i], name):
			return nil, label, fmt.Errorf("--columns names %q twice; several --columns add up", name)
		}
		for role, other := range d.found {
			if other == at {
				delete(d.found, role)
			}
		}
		methods = append(methods, at)
	}
	if len(given) == 0 {
		for at, c := range d.columns {
			if at == label || d.role(at) != "" || aside(d.Names[at]) != "" {
				continue
			}
			if c.kind == words && (!d.numeric(at) || d.isText(at)) {
				continue // notes
			}
			if c.kind == words {
				return nil, label,
					fmt.Errorf("line %d, column %d: %s is not a number, and the columns are taken for methods: "+
						"name the methods' with --columns, or the column of methods with --method", c.first.line, at+1,
						quoted(c.first.text))
			}
			if c.kind != empty {
				methods = append(methods, at)
			}
		}
		if methods, err = d.others(methods); err != nil {
			return nil, label, err
		}
		if err := cmp.Or(d.alike(methods), d.countOutcomes(methods)); err != nil {
			return nil, label, err
		}
	}
	if len(methods) < 2 {
		return nil, label, fmt.Errorf("a comparison needs two methods, and of columns of scores there are %d: name "+
			"columns with --columns, or with --method and --value", len(methods))
	}
	if len(methods) > maxValues {
		return nil, label, fmt.Errorf("%d columns are too many to be methods: choose some with --columns", len(methods))
	}
	for _, at := range methods {
		if d.Names[at] == "" {
			return nil, label, fmt.Errorf("line 1, column %d: the column has no name", at+1)
		}
	}
	return methods, label, nil
}

// countOutcomes returns an error for a column whose name says that it counts successes, and is that of no method.
func (d *detector) countOutcomes(columns []int) error {
	for _, at := range columns {
		if of, successes, _, _ := part(d.Names[at]); of != "" || !successes {
			continue
		}
		others := slices.DeleteFunc(slices.Clone(columns), func(other int) bool { return other == at })
		return fmt.Errorf("column %q counts outcomes and is no method: name the columns, as in --method %q --value "+
			"%[1]q --rollouts-column %[3]q; if columns are the methods all the same, with --columns", d.Names[at],
			d.Names[0], d.Names[others[0]])
	}
	return nil
}

// numeric reports whether a column of words has a value that is meant for a number.
func (d *detector) numeric(at int) bool {
	return slices.ContainsFunc(d.Rows, func(row []string) bool { return startsNumber(row[at]) })
}

// alike returns an error for columns of which some number something (1, 2, 3, ...) and others do not: the first hold
// levels of a factor or an index, so the table is a long one, or has columns besides the methods'.
func (d *detector) alike(columns []int) error {
	var numbered, others []int
	for _, at := range columns {
		if d.columns[at].numbered {
			numbered = append(numbered, at)
		} else {
			others = append(others, at)
		}
	}
	if len(numbered) == 0 || len(others) == 0 {
		return nil
	}
	return fmt.Errorf("which columns are methods can't be told, as the numbers in %s look like levels or an index "+
		"(1, 2, ...) and those in %s do not: name the columns that are methods with --columns, or the one of methods "+
		"with --method, of outcomes with --value, of trials with --trial", d.quoted(numbered), d.quoted(others))
}

// measuresInRows is the error of rows that measure different things, by the name of the column of their names, or by
// these: a success beside a time.
func (d *detector) measuresInRows(label int) error {
	success, other := -1, -1
	for i, row := range d.Rows {
		switch words := nameWords(row[label]); {
		case hasWord(row[label], successWords):
			success = i
		case isQuantity(row[label]) || saysEvent(words):
			other = i
		}
	}
	if named := slices.Contains(measureNames, plain(d.Names[label])); !named && (success < 0 || other < 0) ||
		named && len(d.Rows) < 2 {
		return nil
	}
	a, b := d.Rows[0][label], d.Rows[len(d.Rows)-1][label]
	if success >= 0 && other >= 0 {
		a, b = d.Rows[success][label], d.Rows[other][label]
	}
	return fmt.Errorf("line %d: rows measure different things, %s and %s among them: keep the row of one", d.Lines[0],
		quoted(a), quoted(b))
}

// rowsAreGroups reports whether each row is a group of its own.
func (d *detector) rowsAreGroups() bool {
	at, ok := d.found["group"]
	return ok && d.columns[at].distinct == len(d.Rows)
}

// wideSentence says what was taken for what.
func (d *detector) wideSentence(t Taken, methods []int, unit int) string {
	parts := []string{fmt.Sprintf("columns %s are the methods", d.quoted(methods))}
	switch {
	case !t.Paired:
		parts = append(parts, "they end at different rows, so each value is a unit of its own")
	case unit >= 0:
		of := "column " + strconv.Quote(d.Names[unit])
		if d.Names[unit] == "" {
			of = "the first column"
		}
		parts = append(parts, fmt.Sprintf("units in %s (%d values)", of, len(t.Long.Trials)))
	case d.rowsAreGroups():
	default:
		parts = append(parts, fmt.Sprintf("each row is a unit (%d), in which the methods are paired", len(d.Rows)))
	}
	if at, ok := d.found["group"]; ok {
		parts = append(parts, "groups in column "+strconv.Quote(d.Names[at])+d.why["group"])
	}
	if at, ok := d.found["rollouts"]; ok {
		parts = append(parts, fmt.Sprintf("numbers of rollouts in column %q, outcomes %s", d.Names[at], d.reading))
	}
	if at, ok := d.found["checkpoint"]; ok {
		parts = append(parts, fmt.Sprintf("checkpoints in column %q (%s)", d.Names[at], d.why["checkpoint"]))
	}
	var left []int
	for at := range d.Names {
		if at != unit && d.role(at) == "" && !slices.Contains(methods, at) && d.columns[at].kind != empty {
			left = append(left, at)
		}
	}
	if len(left) > 0 {
		parts = append(parts, "left out: "+d.quoted(left)+" (--columns names the methods)")
	}
	return d.File + ": " + strings.Join(parts, "; ") + "."
}
