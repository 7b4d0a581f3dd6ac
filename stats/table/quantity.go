package table

import (
	"cmp"
	"fmt"
	"hash/maphash"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// foreign are names of columns in other languages than English, with the English one, in small letters.
var foreign = map[string]string{
	"methode": "method", "verfahren": "method", "ansatz": "approach", "méthode": "method", "método": "method",
	"metodo": "method", "方法": "method", "手法": "method", "算法": "algorithm", "策略": "policy",
	"erfolg": "success", "erfolge": "successes", "erfolgreich": "successes", "erfolgsrate": "success_rate",
	"erfolgsquote": "success_rate", "succès": "successes", "réussites": "successes",
	"taux_de_succès":   "success_rate",
	"taux_de_réussite": "success_rate", "éxito": "success", "éxitos": "successes", "exitos": "successes",
	"tasa_de_éxito": "success_rate", "成功": "success", "成功数": "successes", "成功次数": "successes",
	"成功率":     "success_rate",
	"aufgabe": "task", "tâche": "task", "tarea": "task", "任务": "task", "任務": "task", "タスク": "task",
	"versuche": "trials", "anzahl_versuche": "n_trials", "essais": "trials", "intentos": "trials", "ensayos": "trials",
	"是否成功": "success", "结果": "outcome", "总次数": "n_trials", "测试次数": "n_trials", "试验编号": "trial",
	"轮次": "trial", "模型": "model", "次数": "trials", "试验次数": "n_trials", "総数": "total", "总数": "total",
	"episoden": "episodes",
}

// english is the name of a column in English where it is a known one of another language, else the name.
func english(name string) string {
	if of, ok := foreign[strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "_")]; ok {
		return of
	}
	return name
}

// Words that say in a name that a number of something follows or stands before.
var (
	numberFirst = []string{"n", "num", "number", "nr", "nb", "count", "anzahl", "anz", "nombre", "número", "numero"}
	numberLast  = []string{"count", "counts", "number", "num"}
)

// rolloutNouns are what a row has several of in its number of rollouts; ratherRollouts may also be something else, and
// are taken for rollouts where the outcome counts successes.
var (
	rolloutNouns = []string{"rollouts", "rollout", "trials", "episodes", "attempts", "evaluations", "evals",
		"executions", "tries", "tests", "versuche", "essais", "intentos", "eval", "evaluation", "test"}
	ratherRollouts = []string{"", "total", "samples", "sample", "runs", "observations", "repetitions", "repeats",
		"reps"}
)

// settings are plurals in the names of columns that say how much of something a method had, and tell no trainings
// apart.
var settings = []string{"seeds", "demos", "demonstrations", "samples", "steps", "epochs", "params", "parameters",
	"frames", "trajectories", "trajs", "hours", "minutes", "gpus", "iterations", "iters", "updates", "trainings",
	"policies", "checkpoints", "layers", "runs", "repeats", "reps", "repetitions", "transitions", "examples",
	"observations", "objects", "tasks", "demonstrationen", "beispiele"}

// quantity reports whether a column has numbers of something by its name, and of what: "# trials", "n seeds",
// "num_demos", "count", "demos". What is empty where the name does not say.
func quantity(name string) (of []string, ok bool) {
	name = strings.TrimSpace(english(name))
	words := wording.NameWords(name)
	sign := strings.HasPrefix(name, "#")
	switch {
	case hasDigit(name):
		return nil, false // a level of it: 10 demos
	case sign && len(words) == 0:
		return nil, false // which often numbers the rows
	case sign:
		return words, true
	case len(words) == 0:
		return nil, false
	case slices.Contains(numberFirst, words[0]), words[0] == "no" && len(words) > 1 && words[1] == "of": // not no_aug
		of = words[1:]
		for len(of) > 0 && slices.Contains([]string{"of", "de", "der", "d"}, of[0]) {
			of = of[1:]
		}
		return of, true
	case slices.Contains(numberLast, words[len(words)-1]):
		return words[:len(words)-1], true
	case slices.Contains(settings, words[len(words)-1]):
		return words, true
	}
	return nil, false
}

// amountOf is what a column has numbers of by its name, where that is rollouts or a setting; empty elsewhere.
func amountOf(name string) string {
	of, ok := quantity(name)
	if !ok || !slices.Contains(rolloutNouns, last(of)) && !slices.Contains(settings, last(of)) {
		return ""
	}
	return last(of)
}

// last is the last word, which says what a compound is.
func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// countsRollouts reports whether a name says that a column has numbers of rollouts; rather says that it may.
func countsRollouts(name string) (is, rather bool) {
	if slices.Contains(usual["rollouts"], plain(strings.TrimSpace(name))) {
		return true, false
	}
	of, ok := quantity(name)
	if !ok {
		return false, false
	}
	if slices.Contains(rolloutNouns, last(of)) {
		return true, false
	}
	return false, len(of) < 2 && slices.Contains(ratherRollouts, last(of))
}

// trainingNouns are the words for trainings in the names of columns that count these.
var trainingNouns = []string{"seeds", "seed", "trainings", "policies", "runs", "replicates", "checkpoints"}

// severalTrainings is the column that says that rows are of several trainings each, -1 where none does.
func (d *detector) severalTrainings() int {
	for at, name := range d.Names {
		of, ok := quantity(name)
		if !ok || d.role(at) != "" || !slices.Contains(trainingNouns, last(of)) || d.columns[at].kind != whole {
			continue
		}
		for _, row := range d.Rows {
			if n, ok := wholeNumber(row[at]); ok && n > 1 {
				return at
			}
		}
	}
	return -1
}

// apart is a cell of a mean with its spread: 0.85 ± 0.05, 85 +/- 5 %.
var apart = regexp.MustCompile(`^(-?[0-9]*[.,]?[0-9]+) *(%?) *(?:±|\+/-|\+-|\\pm) *([0-9]*[.,]?[0-9]+) *(%?)$`)

// numberOfTrainings is the number of trainings in the name of a column: mean ± std over 5 seeds.
var numberOfTrainings = regexp.MustCompile(`\b([0-9]{1,4}) (?:seeds|trainings|policies|runs)\b`)

// spreads splits a column of means with their spreads in two, with the name of the column behind that of the spreads.
//
// Of several such columns the user names one.
func (s Sheet) spreads(given Choice) (Sheet, error) {
	out, first := s, -1
	for at, name := range s.Names {
		split := len(s.Rows) > 0
		for _, row := range s.Rows {
			split = split && apart.MatchString(row[at])
		}
		switch {
		case !split || first >= 0 && name != given.Value:
			if split && given.Value == "" {
				do := "name one with --value"
				if !named("method", s.Names) {
					do = "if they are methods, give each a row, with columns method, mean, std and seeds"
				}
				return s, fmt.Errorf("columns %q and %q hold means with their spread: %s", s.Names[first], name, do)
			}
			continue
		}
		first = at
		out.Names, out.Rows = append(slices.Clone(s.Names), name+" ±"), nil
		for _, row := range s.Rows {
			m := apart.FindStringSubmatch(row[at])
			sign := m[2]
			if sign == "" {
				sign = m[4]
			}
			row = append(slices.Clone(row), m[3]+sign)
			row[at] = m[1] + sign
			out.Rows = append(out.Rows, row)
		}
	}
	return out, nil
}

// summarised takes a table of which a row tells the mean and the spread of a method over its trainings, for what
// compare.OfSummaries takes. Ok is false for other tables. It is an error where such a table does not tell what the
// spread is, or over how many trainings.
func (d *detector) summarised(given Choice) (t Taken, ok bool, err error) {
	spread, mean := -1, -1
	var names []string
	var means, all []int
	if at, ok := d.found["value"]; ok {
		mean = at
	}
	count, told := d.severalTrainings(), 0
	for at, name := range d.Names {
		beside := strings.HasSuffix(name, " ±")
		switch numbers := d.columns[at].kind == number || d.columns[at].kind == whole; {
		case !numbers || at == count || d.role(at) != "" && at != mean:
		case hasWord(name, []string{"lo", "hi", "low", "high", "lower", "upper"}): // a limit
		case beside || isSpread(name) && at != mean && !slices.Contains(d.Names, name+" ±"):
			all = append(all, at)
		case slices.Contains(d.Names, name+" ±") || summaryNaming(name) >= hinted || readingOf(name) == rates:
			means = append(means, at)
		}
	}
	if mean < 0 && len(means) == 1 {
		mean = means[0]
	}
	for _, at := range all { // the one of this mean
		of := wording.NameWords(d.Names[at])
		of = slices.DeleteFunc(of, func(w string) bool {
			return slices.Contains(spreads, w) || w == "seed" || w == "seeds"
		})
		if len(all) > 1 && (mean < 0 || len(of) > 0 && !hasWord(d.Names[mean], of)) {
			continue
		}
		if spread >= 0 {
			return t, false, nil
		}
		spread = at
	}
	_, trial := d.found["trial"]
	rollouts, counted := d.found["rollouts"]
	if counted && count < 0 && hasWord(d.Names[rollouts], rolloutNouns) {
		return t, false, nil // of one policy a method
	}
	fail := func(format string, args ...any) (Taken, bool, error) {
		return t, true, fmt.Errorf("%s: "+format, append([]any{d.File}, args...)...)
	}
	_, start := d.found["start"]
	group, grouped := d.found["group"]
	switch {
	case spread < 0 || mean < 0 || trial || start:
		return t, false, nil
	case !d.onePerMethod() && grouped && count >= 0 && d.onePer(d.found["method"], group):
		return fail("a row has the mean and the spread of several trainings in one %s: keep the rows of one to "+
			"compare by these, or give a row for each training, with a column seed", d.Names[group])
	case !d.onePerMethod():
		return t, false, nil
	}
	factor := func(sd, n float64) float64 { return sd }
	switch of := wording.NameWords(strings.TrimSuffix(d.Names[spread], " ±")); {
	case hasWord(strings.Join(of, " "), []string{"sem", "stderr", "se", "error"}):
		factor = func(se, n float64) float64 { return se * math.Sqrt(n) }
	case slices.Contains(of, "variance"):
		factor = func(v, _ float64) float64 { return math.Sqrt(v) }
	case !isSpread(strings.Join(of, " ")):
		return fail("what stands behind ± in column %q, an SD or a standard error? Say so in its name, as in mean "+
			"± SD", d.Names[mean])
	}
	if m := numberOfTrainings.FindStringSubmatch(d.Names[mean] + " " + d.Names[spread]); m != nil && count < 0 {
		told, _ = strconv.Atoi(m[1])
	}
	if count < 0 && told < 2 {
		which := "add a column seeds with their number"
		if counted {
			which = fmt.Sprintf("if column %q counts them, call it seeds; if it counts rollouts, --rollouts-column "+
				"%[1]s says so", d.Names[rollouts])
		}
		return fail("rows have means with their spread: over how many trainings? %s", wording.Capitalize(which))
	}
	t = Taken{Unit: "training", Long: stats.Long{Groups: []string{"all"}}}
	values, cents := make([][3]float64, 0, len(d.Rows)), true
	above := false
	for i, row := range d.Rows {
		var v [3]float64
		v[2] = float64(told)
		for j, at := range []int{mean, spread, count} {
			if at < 0 {
				continue
			}
			o, err := cell{row[at], d.Lines[i], at + 1}.outcome()
			if err == nil && (o.form == absent || j > 0 && o.value < 0 || j == 2 && o.value < 2) {
				err = fmt.Errorf("line %d, column %d: %s is no %s", d.Lines[i], at+1, quoted(row[at]),
					[]string{"mean", "spread, 0 or more", "number of trainings, 2 or more"}[j])
			}
			if err != nil {
				return t, true, fmt.Errorf("%s, %w", d.File, err)
			}
			v[j] = o.value
		}
		cents, above = cents && v[0] >= 0 && v[0] <= 100, above || v[0] > 1
		values, names = append(values, v), append(names, row[d.found["method"]])
	}
	scale := 1.0
	if cents && (inPercent(d.Names[mean]) || above && readingOf(d.Names[mean]) == rates) {
		scale = 0.01
	}
	for i, v := range values {
		if len(given.Methods) > 0 && !slices.Contains(given.Methods, names[i]) {
			continue
		}
		if err := nameError("method", names[i], d.Lines[i], d.found["method"]+1); err != nil {
			return t, true, fmt.Errorf("%s, %w", d.File, err)
		}
		t.Long.Methods = append(t.Long.Methods, names[i])
		t.Summaries = append(t.Summaries, stats.Summary{N: int(v[2]), Mean: stats.Some(scale * v[0]),
			SD: stats.Some(scale * factor(v[1], v[2]))})
	}
	said := ""
	if t.Better = given.Direct; t.Better == "" {
		if t.Better, _ = directionOf(d.Names[mean]); t.Better == Lower {
			said = fmt.Sprintf(" Lower is taken for better in column %q%s.", d.Names[mean], lowerFlag)
		}
	}
	where := fmt.Sprintf("its name (%d)", told)
	if count >= 0 {
		where = strconv.Quote(d.Names[count])
	}
	t.Sentence = fmt.Sprintf("%s: methods are in column %q (%d values); a row has the mean of its trainings in column "+
		"%q, their spread in %q and their number in %s.%s", d.File, d.Names[d.found["method"]], len(t.Long.Methods),
		d.Names[mean], d.Names[spread], where, said)
	return t, true, nil
}

// onePer reports whether no two rows agree in both of two columns.
func (d *detector) onePer(a, b int) bool {
	seen := map[[2]string]bool{}
	for _, row := range d.Rows {
		key := [2]string{row[a], row[b]}
		if seen[key] {
			return false
		}
		seen[key] = true
	}
	return true
}

// onePerMethod reports whether no method has two rows.
func (d *detector) onePerMethod() bool { return d.onePer(d.found["method"], d.found["method"]) }

// numbering finds out whether a column that may have the numbers of rollouts of its rows numbers the rollouts instead:
// from 0 or 1 upwards, within a method, trial and group, within a method and trial, within a method or in the table.
// Rows are told apart by hashes of 64 bits (see detector.crosses).
type numbering struct {
	seed maphash.Seed
	rows []numberedRow
}

// numberedRow is a row of such a column.
type numberedRow struct {
	keys   [3]uint64 // of method, trial and group; of method and trial; of the method
	number int32
}

// numberedBytes is the memory of a row: in a list that may be 1.25 times as long and, while it grows, exists twice.
const numberedBytes = 72

// add adds the cell of a row, also of one without an outcome. A cell that holds no number from 0 upwards is left out.
func (n *numbering) add(method, trial, group, text string, room *budget.Budget) error {
	number, ok := wholeNumber(text)
	if !ok || number < 0 {
		return nil
	}
	if err := room.Spend("the table", numberedBytes); err != nil {
		return err
	}
	if n.rows == nil {
		n.seed = maphash.MakeSeed()
	}
	row := numberedRow{number: number}
	h := uint64(0)
	for i, name := range []string{method, trial, group} {
		h = maphash.Comparable(n.seed, [2]uint64{h, maphash.String(n.seed, name)})
		row.keys[2-i] = h
	}
	n.rows = append(n.rows, row)
	return nil
}

// found reports whether the column numbers the rollouts.
func (n *numbering) found() bool {
	most := int32(math.MinInt32)
	for _, r := range n.rows {
		most = max(most, r.number)
	}
	if int(most) > len(n.rows) {
		return false // counts of fifty rollouts in twenty rows, say: nothing is sorted
	}
	for level := range 4 {
		key := func(r numberedRow) uint64 {
			if level == 3 {
				return 0
			}
			return r.keys[level]
		}
		slices.SortFunc(n.rows, func(a, b numberedRow) int {
			return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.number, b.number))
		})
		counts, several := true, false
		for i, r := range n.rows {
			if i > 0 && key(r) == key(n.rows[i-1]) {
				counts, several = counts && r.number == n.rows[i-1].number+1, true
			} else {
				counts = counts && r.number <= 1
			}
		}
		if counts && several {
			return true
		}
	}
	return false
}

// unnumber takes the role of the numbers of rollouts from a column that numbers the rollouts instead, each of which
// then has a row. A column beside numbers of successes above 1 has numbers of rollouts all the same.
func (d *detector) unnumber() error {
	at, ok := d.found["rollouts"]
	if !ok {
		return nil
	}
	mark := d.room.Mark()
	defer d.room.Release(mark)
	of := func(row []string, role string) string {
		if at, ok := d.found[role]; ok {
			return row[at]
		}
		return ""
	}
	var n numbering
	above := false
	for _, row := range d.Rows {
		if err := n.add(of(row, "method"), of(row, "trial"), of(row, "group"), row[at], d.room); err != nil {
			return err
		}
		v, err := strconv.ParseFloat(of(row, "value"), 64)
		above = above || err == nil && v > 1
	}
	if value, ok := d.found["value"]; ok && above && readingOf(d.Names[value]) == counts || !n.found() {
		return nil
	}
	delete(d.found, "rollouts")
	if plain(d.Names[at]) != "trials" { // which may pair the methods
		d.found["numbering"] = at
	}
	return nil
}
