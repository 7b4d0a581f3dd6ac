package table

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/stats"
)

// unknownColumn is the error of a column that a table does not have.
func unknownColumn(name string, names []string) error {
	return fmt.Errorf("there is no column %q%sthere is %s", name, catalog.DidYouMean(name, names),
		printable.Names(names))
}

// long reads the rows of a long table.
func (d *detector) long(given Choice) (Taken, error) {
	t := Taken{Unit: "row"}
	var err error
	if t.Repeated, err = d.repeated(given.Copies, d.found["value"]); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	if err := cmp.Or(d.measures(), d.sentinel(), d.copied(d.found["value"]), d.retried()); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	seed, trial := d.found["trial"]
	episode, start := d.found["start"]
	single := trial && !d.Made && given.Trial == "" && hasWord(d.Names[seed], []string{"seed"}) &&
		(d.columns[seed].distinct > maxValues || len(d.Rows) <= d.columns[seed].distinct*maxValues) &&
		d.holds() == singles && d.divide(seed).once
	if single && start && d.divide(episode).once { // of the episodes, which it tells apart
		d.found["start"] = seed
		delete(d.found, "trial")
		trial, single = false, false
	}
	switch {
	case trial && (given.Trial != "" || !(start && d.onePolicy())):
		t.Unit, t.Paired = d.Names[d.found["trial"]], true
	case start:
		t.Unit, t.Paired, t.Starts = d.Names[d.found["start"]], true, true
		why := "no column tells trials"
		if trial {
			why = "each method has one value of " + d.Names[d.found["trial"]]
		}
		if !d.Made && given.Start == "" && !given.Paired && isNumbering(t.Unit) && d.holds() != countsOfRows {
			d.doubt = append(d.doubt, fmt.Sprintf("%ss of one number are taken to begin alike: --independent if they "+
				"do not", t.Unit))
		}
		t.Warnings = append(t.Warnings, fmt.Sprintf("%s, so the units are those of %s: the tests are about these "+
			"policies, not about policies that would be trained anew", why, t.Unit))
		if group, ok := d.found["group"]; ok && given.Start == "" && given.Group == "" &&
			!hasWord(d.Names[group], []string{"rater", "annotator", "evaluator", "judge"}) && // of the same rollouts
			d.divide(group, d.found["start"]).once && d.columns[group].distinct > 1 && !d.nested(group) {
			// start 0 of a task is not that of another
			d.join("start", []int{group, d.found["start"]})
			d.why["start"] = fmt.Sprintf("of each %s its own; --group %[1]s compares one by one", d.Names[group])
			t.Unit = d.Names[d.found["start"]]
			delete(d.found, "group")
		}
		if group, ok := d.found["group"]; ok && d.nested(group) {
			delete(d.found, "group")
			d.doubt = append(d.doubt, fmt.Sprintf("each value of %s has one of %s, so these are pooled; number %s "+
				"anew within each to test them one by one", t.Unit, d.Names[group], t.Unit))
		}
	}
	if single && !start {
		d.doubt = append(d.doubt, fmt.Sprintf("each %s has one rollout of a method: if it is the seed of the start "+
			"and of no training, --start %[1]s says so, and the answer is about these policies alone", t.Unit))
	}
	var alone error
	if !trial && !start {
		alone = d.onePolicyRows(&t)
	}
	entry := 40 // bytes of a row as an entry, with the place of its row
	alike := t.Paired || t.Policies
	if !alike {
		entry += 48 // bytes of the name of the row
	}
	if err := d.room.Spend("the table", int64(entry)*int64(len(d.Rows))); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	t.Long.Entries = make([]stats.Entry, 0, len(d.Rows))
	if !alike {
		t.Long.Trials = make([]string, 0, len(d.Rows))
	}
	if given.Keep {
		t.Rows.Of = make([]int, 0, len(d.Rows))
	}
	r := rows{detector: d, taken: &t, keep: given.Keep, lacking: map[string]bool{}, index: map[string]map[string]int32{
		"method": {}, "trial": {}, "group": {}, "start": {},
	}}
	for i := range d.Rows {
		if err := r.add(i, given.Methods); err != nil {
			return t, fmt.Errorf("%s, %w", d.File, err)
		}
	}
	if err := r.read(given.Rollouts != ""); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	for _, m := range given.Methods {
		if !slices.Contains(t.Long.Methods, m) {
			return t, fmt.Errorf("%s: there is no method %q%sthere is %s", d.File, m,
				catalog.DidYouMean(m, r.all), strings.Join(r.all, ", "))
		}
	}
	if alone != nil {
		return t, fmt.Errorf("%s, %w", d.File, alone)
	}
	if len(t.Long.Entries) == 0 {
		return t, fmt.Errorf("%s: there are no rows with an outcome", d.File)
	}
	if len(t.Long.Groups) == 0 {
		t.Long.Groups = []string{"all"}
	}
	if len(given.Methods) > 0 {
		t.Long = reordered(t.Long, given.Methods)
	}
	if r.without > 0 {
		said := fmt.Sprintf("rows without an outcome left out: %d%s", r.without, r.ofOne())
		fails := func(e stats.Entry) bool { return e.Sum != float64(e.Rollouts) }
		if !slices.ContainsFunc(t.Long.Entries, fails) {
			said += ", and all others are successes: if these failed, write 0 in them"
		} else if m := r.neverFailed(); m != "" {
			return t, fmt.Errorf("%s: %s, and every outcome that %s has is a success: if these rows failed, write 0 "+
				"in them; if they were not run, leave them out", d.File, said, m)
		}
		d.doubt = append(d.doubt, said)
	}
	impossible := r.share.impossible()
	if len(impossible) > 0 && t.Policies {
		return t, fmt.Errorf("%s, %s", d.File, impossible[0])
	}
	d.doubt = append(d.doubt, impossible...)
	if _, several := d.found["rollouts"]; !several {
		d.doubt = append(d.doubt, r.share.noRate(d.Names[d.found["value"]])...)
	}
	if err := checkUnits(d.Names[d.found["value"]], t.Long.Entries, t.Long.Methods); err != nil {
		return t, fmt.Errorf("%s: %w", d.File, err)
	}
	d.unlike()
	d.unfinished()
	if of := d.Names[d.found["value"]]; hasWord(of, []string{"train", "training"}) {
		d.doubt = append(d.doubt, fmt.Sprintf("column %q is of the training by its name, and says nothing of a test",
			of))
	}
	if at := slices.IndexFunc(d.Names, func(n string) bool { return named("start", []string{n}) }); at >= 0 &&
		d.columns[at].distinct == 1 && d.columns[at].missing == 0 && len(d.Rows) >= 2*len(t.Long.Methods) {
		d.doubt = append(d.doubt, fmt.Sprintf("all rows have one %s: this speaks of that one alone", d.Names[at]))
	}
	name, said := d.Names[d.found["value"]], ""
	if err := r.share.refuse(name); err != nil && !given.Copies && !r.outcomes.several {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	if d.columns[d.found["value"]].kind != boolean {
		said = r.share.hundredths(name, t.Long.Entries)
	}
	_, starts := d.found["start"]
	t.Score = isScore(name, starts, t.Long.Entries) || d.scores
	if err := d.coded(name, t.Long.Entries); err != nil {
		return t, fmt.Errorf("%s, %w", d.File, err)
	}
	if text := unlikeScales(t.Long); text != "" && !t.Policies {
		d.doubt = append(d.doubt, text)
	}
	if best := hasWord(name, []string{"max", "best"}) && d.namesSuccess(d.found["value"]); best {
		d.doubt = append(d.doubt, fmt.Sprintf("%q is the best of several by its name, which is more than a new test "+
			"would show", name))
	}
	if r.reading == "" && partial(name, t.Long.Entries) {
		t.Score = true
		d.doubt = append(d.doubt, partialText(name))
	}
	if t.Better = given.Direct; t.Better == "" {
		better, how := direct(name, r.share.spoken, t.Long.Entries)
		t.Better, said = better, said+how
	}
	var mixed string
	mixed, t.Mixed = r.share.mixed()
	t.Sentence = d.sentence(t) + said + mixed
	return t, nil
}

// scaleApart is how many times the mean of a group may exceed that of another before it is told.
const scaleApart = 3

// unlikeScales tells of scores whose scales differ from group to group, so that their mean is mostly that of the
// widest; empty where they are alike, and of rates.
func unlikeScales(l stats.Long) string {
	sum, n := make([]float64, len(l.Groups)), make([]float64, len(l.Groups))
	beyond := false
	for _, e := range l.Entries {
		sum[e.Group] += math.Abs(e.Sum)
		n[e.Group] += float64(e.Rollouts)
		beyond = beyond || math.Abs(e.Sum) > 100*float64(e.Rollouts)
	}
	least, most := 0, 0
	for g := range sum {
		if sum[g] /= max(1, n[g]); sum[g] < sum[least] {
			least = g
		}
		if sum[g] > sum[most] {
			most = g
		}
	}
	if !beyond || sum[most] <= scaleApart*sum[least] {
		return ""
	}
	return fmt.Sprintf("scores are on unlike scales, %s %.3g and %s %.3g on average, so that their mean is mostly the "+
		"first: normalise them, or compare one alone", l.Groups[most], sum[most], l.Groups[least], sum[least])
}

// unfinished tells of rows of runs that did not end well by a column of states.
func (d *detector) unfinished() {
	for at, name := range d.Names {
		if p := plain(name); p != "state" && p != "status" {
			continue
		}
		for i, row := range d.Rows {
			if slices.Contains([]string{"crashed", "failed", "killed", "running", "preempted", "preempting"},
				strings.ToLower(row[at])) {
				d.doubt = append(d.doubt, fmt.Sprintf("rows of runs that did not finish count too (line %d is %s): "+
					"leave them out unless they are meant", d.Lines[i], row[at]))
				return
			}
		}
	}
}

// maxLevels bounds the values of a column that may be a condition of rollouts, and unlikeShares how far the methods'
// shares of its values may lie apart, in total variation, before it is told.
const (
	maxLevels    = 20
	unlikeShares = .2
)

// unlike tells of a column that is left out and of whose values the methods have unlike shares, some of which they
// share: the difference of all rollouts may then be that of the conditions (Simpson's paradox).
func (d *detector) unlike() {
	if d.Made {
		return
	}
	for _, at := range d.free(whole, number, words) {
		name, c := d.Names[at], d.columns[at]
		if c.distinct < 2 || c.distinct > maxLevels || len(d.Rows) < 3*c.distinct || tells(name) || namesUnits(name) ||
			NamesCheckpoints(name) || c.kind == boolean || c.kind == whole && c.distinct == 2 && d.truths(at) ||
			d.explains(at) || aside(name) != "" && amountOf(name) == "" {
			continue
		}
		rows, of := map[string]float64{}, map[string]map[string]float64{} // by method, and by value and method
		for _, row := range d.Rows {
			m := row[d.found["method"]]
			if rows[m]++; of[row[at]] == nil {
				of[row[at]] = map[string]float64{}
			}
			of[row[at]][m]++
		}
		shared, most, several := false, 0.0, len(of) > len(rows)
		for _, counts := range of {
			shared = shared || len(counts) > 1
		}
		if !shared && (several || saysWho(name) || hasWord(name, places) || hasWord(name, conditions) ||
			d.isDate(at)) && !isQuantity(name) {
			d.doubt = append(d.doubt, fmt.Sprintf("no two methods share a value of %q: what looks like the methods' "+
				"difference may be that of these values", name))
			return
		}
		for a, n := range rows {
			for b, k := range rows {
				apart := 0.0
				for _, counts := range of {
					apart += math.Abs(counts[a]/n-counts[b]/k) / 2
				}
				most = max(most, apart)
			}
		}
		if shared && most > unlikeShares && !saysEvent(nameWords(name)) {
			d.doubt = append(d.doubt, fmt.Sprintf("methods have unlike shares of the values of %q, which may make the "+
				"difference: --group %[1]q compares within them", name))
			return
		}
	}
}

// truths reports whether a column has 0 and 1 alone, as what was seen of a rollout has.
func (d *detector) truths(at int) bool {
	return !slices.ContainsFunc(d.Rows, func(row []string) bool { return row[at] != "0" && row[at] != "1" })
}

// measureNames are names of columns that say what a row measures.
var measureNames = []string{"metric", "metric_name", "measure", "tag", "statistic"}

// measures returns an error for a column that names the measure of each row, of which there are several.
func (d *detector) measures() error {
	for at, name := range d.Names {
		if d.role(at) != "" || d.columns[at].distinct < 2 ||
			!slices.Contains(measureNames, plain(name)) {
			continue
		}
		first := slices.IndexFunc(d.Rows, func(row []string) bool { return row[at] != d.Rows[0][at] })
		return fmt.Errorf("line %d, column %d: column %q holds several measures, %s and %s among them: keep the "+
			"rows of one, or name it with --group", d.Lines[first], at+1, name, quoted(d.Rows[0][at]),
			quoted(d.Rows[first][at]))
	}
	return nil
}

// onePolicyRows finds out whether the rows of a table without trials and starts are those of one policy a method: each
// method has one row in each of its groups, with a number of rollouts, or each row is a rollout that succeeded or
// failed, in one of several groups. Rows that say how often one policy succeeded, and not of how many rollouts, and
// means of scores are an error: nothing tells how they vary.
func (d *detector) onePolicyRows(t *Taken) error {
	value := d.found["value"]
	group, grouped := d.found["group"]
	_, numbered := d.found["rollouts"]
	numbered = numbered || d.columns[value].counted
	rows, once, binary := map[[2]string]int{}, true, true
	for i, row := range d.Rows {
		if isMissing(row[value]) {
			continue
		}
		key := [2]string{row[d.found["method"]]}
		if grouped {
			if key[1] = row[group]; key[1] == "" {
				return nil // an error of its own
			}
		}
		rows[key]++
		once = once && rows[key] == 1
		o, err := cell{row[value], d.Lines[i], value + 1}.outcome()
		if err != nil {
			return err
		}
		binary = binary && o.n == 0 && (o.value == 0 || o.value == 1)
	}
	several := grouped && d.columns[group].distinct > 1
	switch {
	case once && !numbered && !binary:
		return fmt.Errorf("line %d: each method has one score%s, and nothing tells how it varies: of how many "+
			"rollouts is it? Add a column rollouts, or write 17/20 or 61 %% (n=50), or --rollouts-column 50 if all "+
			"are of 50; of several trainings give a row each, with a column seed%s", d.Lines[0],
			map[bool]string{true: " a group"}[several], d.amounts())
	case once && numbered && !binary && d.meansOfScores(value):
		return fmt.Errorf("column %q has means of scores, and no successes of rollouts: no number of rollouts tells "+
			"how they vary. Give a row for each rollout, or the spread over trainings and their number, as in "+
			"mean,std,n_seeds", d.Names[value])
	case once && numbered, several && binary && !numbered:
		t.Policies, t.Unit = true, "policy"
		if at := d.severalTrainings(); at >= 0 {
			t.Pooled = true
			d.doubt = append(d.doubt, fmt.Sprintf("column %q says that a row is of several trainings, which are "+
				"pooled: "+
				"to compare trainings give each a row, with a column seed", d.Names[at]))
		}
	}
	return nil
}

// meansOfScores reports whether outcomes are scores by the name of their column, and not successes.
func (d *detector) meansOfScores(value int) bool {
	return !d.columns[value].counted && !hasWord(d.Names[value], successWords) && hasWord(d.Names[value],
		[]string{"progress", "reward", "rewards", "return", "returns", "spl", "ndtw", "iou"})
}

// amounts names the columns that may count the rollouts.
func (d *detector) amounts() string {
	var columns []int
	for at, name := range d.Names {
		if _, rather := countsRollouts(name); rather && d.role(at) == "" && d.columns[at].kind == whole {
			columns = append(columns, at)
		}
	}
	if len(columns) == 0 {
		return ""
	}
	return fmt.Sprintf("; if %s counts the rollouts of a row, name it with --rollouts-column", d.quoted(columns))
}

// onePolicy reports whether every method has one trial only.
func (d *detector) onePolicy() bool {
	of := map[string]string{}
	for _, row := range d.Rows {
		method, trial := row[d.found["method"]], row[d.found["trial"]]
		if known, ok := of[method]; ok && known != trial {
			return false
		}
		of[method] = trial
	}
	return true
}

// nested reports whether there are several groups and no start occurs in two of them: then no start has an outcome in
// each of the groups.
func (d *detector) nested(group int) bool {
	of, several := map[string]string{}, false
	for _, row := range d.Rows {
		several = several || row[group] != d.Rows[0][group]
		start := row[d.found["start"]]
		if known, ok := of[start]; ok && known != row[group] {
			return false
		}
		of[start] = row[group]
	}
	return several
}

// reordered returns the observations with the methods in an order that is given; it must name all.
func reordered(l stats.Long, methods []string) stats.Long {
	place := make([]int32, len(l.Methods))
	for i, m := range l.Methods {
		place[i] = int32(slices.Index(methods, m))
	}
	l.Methods = slices.Clone(methods)
	for i := range l.Entries {
		l.Entries[i].Method = place[l.Entries[i].Method]
	}
	return l
}

// rows makes observations of the rows of a long table.
type rows struct {
	*detector
	taken   *Taken
	keep    bool // the rows of the entries
	index   map[string]map[string]int32
	all     []string // methods, also those that are not used
	without int
	lacking map[string]bool // methods of rows without an outcome

	outcomes outcomes // of rows with a number of rollouts
	share    shares
}

// read reads the outcomes of rows of several rollouts as sums or as means. Named says that the user names the column of
// the numbers of rollouts.
func (r *rows) read(named bool) error {
	at, ok := r.found["rollouts"]
	if !ok || !r.outcomes.several {
		return nil
	}
	value := r.found["value"]
	if manyEvents(r.Names[value]) && (!named || r.outcomes.beyond.line > 0) {
		text := fmt.Sprintf("line 1, column %d: column %q counts events, of which a rollout may have several, and "+
			"their total tells no spread: give a row for each rollout, or for each training (column seed) its mean "+
			"without the column %q", value+1, r.Names[value], r.Names[at])
		if e := r.outcomes.beyond; e.line == 0 {
			text += fmt.Sprintf("; if it counts the rollouts that had one, --rollouts-column %q says so", r.Names[at])
		}
		return errors.New(text)
	}
	u, err := r.outcomes.decide(question{value: r.Names[value], rollouts: r.Names[at], column: value + 1,
		named: named, flag: "rollouts-column", added: r.Sums})
	if err != nil {
		return err
	}
	if u == ofRow {
		if err := r.contradicted(); err != nil {
			return err
		}
	}
	r.reading = u.String()
	impossible := r.outcomes.impossible(r.Names[value], u)
	if len(impossible) > 0 && r.taken.Policies { // one row each: without whole numbers there is no test
		return fmt.Errorf("%s; a mean of several trainings is of the rollouts of all", impossible[0])
	}
	r.doubt = append(r.doubt, impossible...)
	for i, e := range r.taken.Long.Entries {
		r.taken.Long.Entries[i].Sum = r.outcomes.sum(e.Sum, e.Rollouts, u)
	}
	return nil
}

// ofOne names the method of the rows without an outcome where it is one of several: what others lack too is no failure.
func (r *rows) ofOne() string {
	if len(r.lacking) != 1 || len(r.taken.Long.Methods) < 2 {
		return ""
	}
	for m := range r.lacking {
		return ", all of " + m
	}
	return ""
}

// neverFailed is the first method that lacks outcomes of single rollouts and has successes alone: an empty cell most
// likely stands for a failure there. It is empty where there is none.
func (r *rows) neverFailed() string {
	l := &r.taken.Long
	for i, m := range l.Methods {
		failed := func(e stats.Entry) bool { return int(e.Method) == i && (e.Rollouts != 1 || e.Sum != 1) }
		if r.lacking[m] && !slices.ContainsFunc(l.Entries, failed) {
			return m
		}
	}
	return ""
}

// add adds row i.
func (r *rows) add(i int, use []string) (err error) {
	row, line, l := r.Rows[i], r.Lines[i], &r.taken.Long
	if isMissing(row[r.found["value"]]) {
		r.without++
		if len(r.lacking) < maxValues {
			r.lacking[row[r.found["method"]]] = true
		}
		if r.keep {
			r.taken.Rows.Without = append(r.taken.Rows.Without, i)
		}
		return nil
	}
	method := row[r.found["method"]]
	if !slices.Contains(r.all, method) && len(r.all) < maxValues {
		r.all = append(r.all, method)
	}
	if len(use) > 0 && !slices.Contains(use, method) {
		return nil
	}
	e := stats.Entry{Start: -1}
	if e.Sum, e.Rollouts, err = r.entry(row, line); err != nil {
		return err
	}
	trial, err := r.unit(i)
	if err != nil {
		return err
	}
	if e.Method, err = r.name("method", method, line, &l.Methods, maxValues); err != nil {
		return err
	}
	if at, ok := r.found["group"]; ok {
		if e.Group, err = r.name("group", row[at], line, &l.Groups, maxValues); err != nil {
			return err
		}
	}
	if !r.taken.Paired && !r.taken.Policies { // a row is a unit of its own
		e.Trial, l.Trials = int32(len(l.Trials)), append(l.Trials, trial)
	} else if e.Trial, err = r.name("trial", trial, line, &l.Trials, len(r.Rows)); err != nil {
		return err
	}
	if at, ok := r.found["start"]; ok && !r.taken.Starts && !isMissing(row[at]) {
		starts := r.index["start"]
		n, known := starts[row[at]]
		if !known {
			if err := r.room.Spend("the starts", nameBytes); err != nil {
				return err
			}
			n = int32(len(starts))
			starts[row[at]] = n
			l.Starts = len(starts)
		}
		e.Start = n
	}
	l.Entries = append(l.Entries, e)
	if r.keep {
		r.taken.Rows.Of = append(r.taken.Rows.Of, i)
	}
	return nil
}

// entry is the outcome of a row, and the number of its rollouts.
func (r *rows) entry(row []string, line int) (sum float64, rollouts int32, err error) {
	at := r.found["value"]
	o, err := cell{row[at], line, at + 1}.outcome()
	if err != nil {
		return 0, 0, err
	}
	if err := r.share.add(o, line, at+1); err != nil {
		return 0, 0, err
	}
	number, ok := r.found["rollouts"]
	switch {
	case o.n > 0 && hasWord(r.Names[at], stageWords):
		r.reading = "stages reached, as a share of all"
		return o.value, 1, nil
	case o.n > 0:
		if ok {
			if n, whole := wholeNumber(row[number]); whole && n != o.n {
				return 0, 0, fmt.Errorf("line %d, column %d: %s is of %d rollouts, and column %q says %d: mend "+
					"one, or take "+
					"the column out", line, at+1, quoted(row[at]), o.n, r.Names[number], n)
			}
		}
		r.reading = "successes of rollouts"
		return o.sum(), o.n, nil
	case !ok:
		return o.value, 1, nil
	}
	n, ok := wholeNumber(row[number])
	if !ok || n < 1 {
		return 0, 0, fmt.Errorf("line %d, column %d: %s is not a number of rollouts, 1 or more", line, number+1,
			quoted(row[number]))
	}
	r.outcomes.add(o.rounded, line, o.value, n)
	return o.value, n, nil
}

// unit is the name of the unit of row i: its trial or start, or the row itself where nothing pairs the methods.
func (r *rows) unit(i int) (string, error) {
	if r.taken.Policies {
		return r.Rows[i][r.found["method"]], nil
	}
	if !r.taken.Paired {
		return fmt.Sprintf("row %d", i+1), nil
	}
	role := "trial"
	if r.taken.Starts {
		role = "start"
	}
	at := r.found[role]
	if text := r.Rows[i][at]; !isMissing(text) {
		return text, nil
	}
	return "", fmt.Errorf("line %d, column %d: the row has no %s, by which the methods are paired", r.Lines[i], at+1,
		r.taken.Unit)
}

// name returns the index of a method, trial or group, which it adds to the names where it is new.
func (r *rows) name(role, text string, line int, names *[]string, most int) (int32, error) {
	if n, known := r.index[role][text]; known {
		return n, nil
	}
	if err := nameError(role, text, line, r.found[role]+1); err != nil {
		return 0, err
	}
	if len(*names) >= most {
		return 0,
			fmt.Errorf("line %d, column %d: more than %d different values: is this the column of the %s? Name it "+
				"with --%[4]s", line, r.found[role]+1, most, role)
	}
	if err := r.room.Spend("the names", nameBytes); err != nil {
		return 0, err
	}
	n := int32(len(*names))
	*names = append(*names, text)
	r.index[role][text] = n
	return n, nil
}

// nameError returns the error of a name of a method, group or trial that is missing or has control characters, which
// tables can't show.
func nameError(role, text string, line, column int) error {
	switch {
	case text == "" || role == "trial" && isMissing(text): // a method may be called NA, and has a row of its own
		return fmt.Errorf("line %d, column %d: the %s is missing", line, column, role)
	case strings.ContainsFunc(text, unicode.IsControl):
		return fmt.Errorf("line %d, column %d: the %s %s has a control character in it", line, column, role,
			quoted(text))
	}
	return nil
}

// sentence says what was taken for what.
func (d *detector) sentence(t Taken) string {
	of := func(role string, more string) string {
		text := fmt.Sprintf("column %q", d.Names[d.found[role]])
		if d.Names[d.found[role]] == "" {
			text = "the first column"
		}
		if why := d.why[role]; why != "" {
			more = strings.TrimPrefix(more+", "+why, ", ")
		}
		if more != "" {
			text += " (" + more + ")"
		}
		return text
	}
	count := func(n int) string { return strconv.Itoa(n) + " values" }
	parts := []string{
		"methods are in " + of("method", count(len(t.Long.Methods))),
		"outcomes in " + of("value", d.reading),
	}
	switch {
	case t.Pooled:
		parts = append(parts, "the trainings of a method are pooled, since no column tells them apart")
	case t.Policies:
		parts = append(parts, "each method has one policy, since no column tells trainings")
	case t.Starts:
		parts = append(parts, "units in "+of("start", count(len(t.Long.Trials))))
	case t.Paired:
		parts = append(parts, "units in "+of("trial", count(len(t.Long.Trials))))
	default:
		parts = append(parts, "each row is a unit of its own, since no column pairs the methods")
	}
	if _, ok := d.found["group"]; ok {
		parts = append(parts, "groups in "+of("group", count(len(t.Long.Groups))))
	}
	if _, ok := d.found["start"]; ok && !t.Starts {
		parts = append(parts, "starts in "+of("start", count(t.Long.Starts)))
	}
	if _, ok := d.found["rollouts"]; ok {
		parts = append(parts, "numbers of rollouts in "+of("rollouts", ""))
	}
	if _, ok := d.found["numbering"]; ok {
		parts = append(parts, "each row is one rollout, since "+of("numbering", "")+" numbers them")
	}
	if _, ok := d.found["checkpoint"]; ok {
		parts = append(parts, "checkpoints in "+of("checkpoint", ""))
	}
	text := d.File + ": " + strings.Join(parts, "; ")
	var left []int
	for at := range d.Names {
		if d.role(at) == "" && d.Names[at] != "" {
			left = append(left, at)
		}
	}
	if len(left) > 0 {
		text += "; left out: " + d.quoted(left)
	}
	return text + "."
}
