package table

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/wording"
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
	"次数": "trials", "试验次数": "n_trials", "総数": "total", "总数": "total", "episoden": "episodes",
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
	ratherRollouts = []string{"", "samples", "sample", "runs", "observations", "repetitions", "repeats", "reps"}
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
