package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// unitWords are words in the names of columns of units: trainings, and repeats of an evaluation. Other names say
// nothing of units.
var unitWords = []string{"seed", "trial", "run", "repeat", "repetition", "rep", "replicate", "replication", "fold",
	"training", "subject", "participant", "subj"}

// namesUnits reports whether a column has units by its name.
func namesUnits(name string) bool {
	return slices.Contains(usual["trial"], plain(name)) || hasWord(name, unitWords)
}

// namesIDs reports whether a column numbers things other than rollouts by its name: task_id, TaskID, scene_idx.
func namesIDs(name string) bool {
	words := wording.NameWords(name)
	return len(words) > 1 && slices.Contains([]string{"id", "ids", "idx", "ix", "index", "nr", "no"}, last(words)) &&
		!namesUnits(name) && !named("start", []string{name})
}

// numbersRollouts reports whether a column numbers rollouts by its name: index, row, no., rollout, test_nr.
func numbersRollouts(name string) bool {
	words := wording.NameWords(name)
	return len(words) == 0 || namesUnits(name) || named("start", []string{name}) || hasWord(name, rolloutNouns) ||
		slices.Contains([]string{"id", "ids", "idx", "ix", "index", "nr", "no", "number", "num", "row", "i", "k", "n",
			"attempt", "try", "execution", "versuch"}, last(words))
}

// tells reports whether a column of words says what was seen in a rollout rather than what it was of, by its name.
func tells(name string) bool {
	words := wording.NameWords(name)
	if slices.Contains(measureNames, plain(name)) || plain(name) == "state" || plain(name) == "status" {
		return true
	}
	return len(words) > 0 && plain(name) != "mode" && !slices.Contains([]string{"day", "best"}, last(words)) &&
		!slices.ContainsFunc(words, func(w string) bool {
			return !slices.Contains(notes, w) && !slices.Contains(derived, w)
		})
}

// fewTasks is the number of pairs below which no test of ranks can show a difference: Wilcoxon's least p of five pairs
// is 2/2^5 = .0625.
const fewTasks = 6

// outcomesOf is what the outcomes of a long table are of.
type outcomesOf int

const (
	scoresOfRows outcomesOf = iota
	countsOfRows            // successes of several rollouts
	singles                 // each row is one rollout that succeeded or failed
)

// holds says what the rows of a long table hold.
func (d *detector) holds() outcomesOf {
	value := d.found["value"]
	if _, ok := d.found["rollouts"]; ok || d.columns[value].counted {
		return countsOfRows
	}
	for _, row := range d.Rows {
		o, err := cell{row[value], 0, 0}.outcome()
		if err != nil || o.form != absent && o.value != 0 && o.value != 1 {
			return scoresOfRows
		}
	}
	return singles
}

// partition is what columns divide the rows into.
type partition struct {
	values, shared int // values, and those that two methods have
	once           bool
}

// divide divides the rows by columns. Once says that no two rows of a method agree in them.
func (d *detector) divide(at ...int) (p partition) {
	method := d.found["method"]
	first, seen := map[string]string{}, map[string]bool{}
	p.once = true
	for _, row := range d.Rows {
		var b strings.Builder
		for _, a := range at {
			b.WriteString(row[a])
			b.WriteByte(0)
		}
		key := b.String()
		switch m, known := first[key]; {
		case !known:
			first[key] = row[method]
			p.values++
		case m != row[method] && m != "\x00":
			first[key] = "\x00"
			p.shared++
		}
		key += row[method]
		p.once = p.once && !seen[key]
		seen[key] = true
	}
	return p
}

// explains reports whether each value of a column has one outcome of rollouts that succeeded or failed, and both occur:
// it says what was seen of them.
func (d *detector) explains(at int) bool {
	of, all := map[string]string{}, map[string]bool{}
	for _, row := range d.Rows {
		v := row[d.found["value"]]
		if known, ok := of[row[at]]; ok && known != v {
			return false
		}
		of[row[at]], all[v] = v, true
	}
	return len(all) > 1 && len(of) < len(d.Rows)
}

// saysWho reports whether a column says by its name by whom or on what a rollout was run, which is no task.
func saysWho(name string) bool {
	return hasWord(name, []string{"operator", "evaluator", "annotator", "rater", "user", "robot", "station", "machine",
		"host", "gpu", "lab", "camera"})
}

// groups takes the columns that the methods share for groups, whatever their names, and their combinations where there
// are several: columns of words, and of the ids of things. A column that divides no group further is left out, as is
// one whose combinations the methods do not share. Beside units they are taken where without them a unit has several
// rows. Named says that the user names the column of the groups.
func (d *detector) groups(named bool) {
	if named || d.Made {
		return
	}
	holds := d.holds()
	group, grouped := d.found["group"]
	_, trial := d.found["trial"]
	start, starts := d.found["start"]
	if starts && !trial && !grouped && holds == countsOfRows && d.divide(start).once {
		delete(d.found, "start") // rows of several rollouts of a scene
		starts = false
		delete(d.why, "start")
	}
	var taken, units []int
	if grouped {
		taken = append(taken, group)
	}
	for _, role := range []string{"trial", "start"} {
		if at, ok := d.found[role]; ok {
			units = append(units, at)
		}
	}
	kinds := []kind{words, whole}
	if holds == countsOfRows {
		kinds = append(kinds, boolean) // distractors: yes and no
	}
	for _, at := range d.free(kinds...) {
		c := d.columns[at]
		if c.missing > 0 || c.distinct < 2 || c.distinct > maxValues || amountOf(d.Names[at]) != "" ||
			tells(d.Names[at]) || namesUnits(d.Names[at]) || holds == singles && saysWho(d.Names[at]) ||
			c.kind == whole && !d.numbersGroups(at, holds) ||
			c.kind == words && d.isMeasured(at) {
			continue
		}
		alone, with := d.divide(at), d.divide(append(slices.Clone(taken), at)...)
		switch before := d.divide(taken...); {
		case 2*alone.shared < alone.values || 2*with.shared < with.values || len(taken) > 0 &&
			with.values == before.values:
			continue
		case holds != countsOfRows && with.once && len(units) == 0:
			continue // it tells single rows apart
		case holds == singles && d.explains(at):
			continue
		case len(units) > 0:
			b := append(slices.Clone(units), taken...)
			if d.divide(b...).once || !d.divide(append(b, at)...).once {
				continue
			}
		}
		taken = append(taken, at)
	}
	if len(taken) == 0 || grouped && len(taken) == 1 {
		return
	}
	d.found["group"], d.guessed = taken[0], !grouped
	if len(taken) > 1 {
		d.join("group", taken)
	}
	if len(taken) == 1 {
		d.why["group"] = "taken for tasks (--group); --trial if its values are trainings"
	}
}

// isMeasured reports whether a column of words has numbers, as "3 cm" and 12:30.
func (d *detector) isMeasured(at int) bool {
	return !slices.ContainsFunc(d.Rows, func(row []string) bool { return !startsNumber(row[at]) })
}

// numbersGroups reports whether whole numbers may number groups: by their name, or beside counts of rollouts.
func (d *detector) numbersGroups(at int, holds outcomesOf) bool {
	is, rather := countsRollouts(d.Names[at])
	_, amount := quantity(d.Names[at])
	switch {
	case is || rather || amount || NamesCheckpoints(d.Names[at]) || aside(d.Names[at]) != "":
		return false
	case namesIDs(d.Names[at]):
		return true
	}
	return holds == countsOfRows
}

// join makes the combinations of columns a column of its own, with a role.
func (d *detector) join(role string, columns []int) {
	names := make([]string, len(columns))
	for i, at := range columns {
		names[i] = d.Names[at]
		d.found[role+" "+strconv.Itoa(i+1)] = at
	}
	d.found[role] = len(d.Names)
	d.Names = append(slices.Clone(d.Names), strings.Join(names, ", "))
	rows := make([][]string, len(d.Rows))
	for i, row := range d.Rows {
		texts := make([]string, len(columns))
		for j, at := range columns {
			texts[j] = row[at]
		}
		rows[i] = append(slices.Clone(row), strings.Join(texts, "/"))
	}
	d.Rows = rows
	d.columns = append(d.columns, d.profile(len(d.Names)-1))
	d.why[role] = "their combinations"
}

// unitOf takes the only column that pairs the rows of the methods for their units: for trials where its name says so.
// The numbers of rollouts that succeeded or failed pair nothing. Tasks with a score each are units where there are
// enough of them; of fewer, as of trainings, the user has to say what they are.
func (d *detector) unitOf(at int, given Choice) error {
	name, values := d.Names[at], d.columns[at].distinct
	holds := d.holds()
	switch {
	case hasWord(name, []string{"seed"}) && hasWord(name, []string{"eval", "evaluation", "test", "env", "sim",
		"rollout"}):
		d.found["start"], d.why["start"] = at, "of the evaluation, by its name, and of one policy a method; --trial "+
			"if its values are trainings"
	case namesUnits(name) || hasWord(name, []string{"user", "person", "rater"}):
		d.found["trial"], d.why["trial"] = at, "its values occur once with each method"
		if !given.Paired {
			d.uncount()
		}
	case d.guessed && d.columns[at].kind == words && holds != countsOfRows: // objects in positions, each once
		group := d.found["group"]
		delete(d.found, "group")
		delete(d.why, "group")
		d.join("start", []int{group, at})
	case holds == singles && d.columns[at].kind == whole && hasWord(name, places) && !named("start", []string{name}):
		d.found["start"], d.why["start"] = at, "starts by its name; --independent if they are none"
	case holds == singles && d.columns[at].kind == whole:
		if numbersRollouts(name) {
			d.found["numbering"] = at
		}
	case holds == countsOfRows:
		d.found["group"], d.why["group"] = at, "taken for tasks (--group); --trial if its values are trainings"
	case holds == scoresOfRows && values < fewTasks:
		return fmt.Errorf("column %q has one score of each method in each of %d values, and its name does not tell "+
			"what these are: if they are trainings (seeds) or subjects, name it with --trial; if they are tasks, with "+
			"--group, and say of how many rollouts each score is", name, values)
	default:
		d.found["start"], d.why["start"] = at, "taken for tasks or starts of one policy a method; --trial if its "+
			"values are trainings"
	}
	return nil
}

// uncount takes the role of the trial from a column that counts the rows of each method upwards, anew in each task,
// where these are rollouts that succeeded or failed, or have scores and no rates: trial 3 of one method shares nothing
// with trial 3 of another.
// Seeds are named so, and stay.
func (d *detector) uncount() {
	at, ok := d.found["trial"]
	_, start := d.found["start"]
	if !ok || start || d.Made || d.columns[at].kind != whole || hasWord(d.Names[at], trained) {
		return
	}
	value := d.found["value"]
	if holds := d.holds(); holds == countsOfRows || holds == scoresOfRows && !scoreName(d.Names[value]) &&
		!d.halves(value) {
		return
	}
	of := d.numbersOf(at, -1)
	for _, by := range d.free(words, whole) { // which start anew each day
		if of == nil && (d.isDate(by) || hasWord(d.Names[by], sessions) || saysWho(d.Names[by])) {
			of = d.numbersOf(at, by)
		}
	}
	if of == nil {
		return // several rollouts of a training
	}
	for _, values := range of {
		least, most := 0, 0
		for text := range values {
			v, ok := wholeNumber(text)
			if !ok {
				return
			}
			if most = max(most, int(v)); v == 0 {
				least = 1
			}
		}
		if most+least != len(values) {
			return
		}
	}
	delete(d.found, "trial")
	d.found["numbering"] = at
	d.doubt = append(d.doubt, fmt.Sprintf("column %q counts the rollouts of each method and pairs nothing: --paired "+
		"if rollouts of one number began alike", d.Names[at]))
}

// sessions are words of columns that say when rollouts were run.
var sessions = []string{"date", "day", "session", "datum", "fecha", "日期"}

// numbersOf are the values of a column by method, group and another column, -1 for none; nil where one occurs twice.
func (d *detector) numbersOf(at, by int) map[string]map[string]bool {
	of := map[string]map[string]bool{}
	for _, row := range d.Rows {
		key := d.key(row, "method", "group")
		if by >= 0 {
			key += row[by]
		}
		if of[key] == nil {
			of[key] = map[string]bool{}
		}
		if of[key][row[at]] {
			return nil
		}
		of[key][row[at]] = true
	}
	return of
}

// halves reports whether outcomes are 0, 1 and halves alone, and are no rates by the name of their column: rollouts
// with partial credit.
func (d *detector) halves(value int) bool {
	if r := readingOf(d.Names[value]); r == rates || r == means {
		return false
	}
	half := false
	for _, row := range d.Rows {
		o, err := cell{row[value], 0, 0}.outcome()
		if err != nil || o.form != absent && o.value != 0 && o.value != 1 && o.value != .5 {
			return false
		}
		half = half || o.value == .5
	}
	return half
}

// trained are words of units that are never mere numbers of rollouts.
var trained = []string{"seed", "training", "subject", "participant", "subj", "user", "person", "rater", "fold"}

// lastStage leaves the rows of the last stage where a column has stages by its name, and the successes of each method
// and task fall from one to the next, of as many rollouts: they are of the same rollouts.
func (d *detector) lastStage() {
	value := d.found["value"]
	n, numbered := d.found["rollouts"]
	if d.holds() != countsOfRows {
		return
	}
	for at, name := range d.Names {
		if role := d.role(at); role != "" && role != "group" || d.columns[at].distinct < 2 ||
			!hasWord(name, append([]string{"phase", "phases"}, stageWords...)) {
			continue
		}
		order, before, falls := map[string]int{}, map[string][]string{}, true
		for _, row := range d.Rows {
			if _, known := order[row[at]]; !known {
				order[row[at]] = len(order)
			}
			key := row[d.found["method"]]
			if group, ok := d.found["group"]; ok && group != at {
				key += "\x00" + row[group]
			}
			o, err := cell{row[value], 0, 0}.outcome()
			if last := before[key]; last != nil {
				b, _ := cell{last[value], 0, 0}.outcome()
				falls = falls && order[row[at]] == order[last[at]]+1 && o.value <= b.value && o.n == b.n &&
					(!numbered || row[n] == last[n])
			} else {
				falls = falls && order[row[at]] == 0
			}
			falls = falls && err == nil && o.form != absent
			before[key] = row
		}
		last := d.columns[at].distinct - 1
		for _, row := range before {
			falls = falls && order[row[at]] == last
		}
		if !falls || len(before) == len(d.Rows) {
			continue
		}
		var rows [][]string
		var lines []int
		text := ""
		for i, row := range d.Rows {
			if order[row[at]] == last {
				rows, lines, text = append(rows, row), append(lines, d.Lines[i]), row[at]
			}
		}
		d.Rows, d.Lines = rows, lines
		if d.role(at) == "group" {
			delete(d.found, "group")
		}
		d.found["stages"] = at
		d.doubt = append(d.doubt, fmt.Sprintf("successes fall from stage to stage in column %q, as those of the same "+
			"rollouts do: the last, %s, is compared alone (--group %[1]s if they are tasks)", name, text))
		return
	}
}

// onlyWords is the only column of words, of which no two rows have the same, where rows count rollouts: it names the
// methods. It is -1 where there are several or none.
func (d *detector) onlyWords() int {
	at := d.free(words)
	if len(at) != 1 || d.holds() != countsOfRows || d.columns[at[0]].distinct != len(d.Rows) || len(d.Rows) < 2 ||
		tells(d.Names[at[0]]) || namesUnits(d.Names[at[0]]) || d.numeric(at[0]) {
		return -1
	}
	return at[0]
}
