package table

import (
	"cmp"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/catalog"
	"counterpoise/internal/printable"
	"counterpoise/stats"
)

// LongColumns are the names of the columns of a table in long form. An empty name stands for the first column whose
// name is one of the usual ones (see usual), in capitals or not, with blanks or hyphens in the place of underscores.
type LongColumns struct {
	Method, Trial, Value   string // required
	Group, Start, Rollouts string // may be absent from the table
}

// usual are the names by which the columns of a table in long form are found, in small letters.
var usual = map[string][]string{
	"method": {"method", "algorithm", "algo", "policy", "condition", "model", "approach", "agent", "arm", "variant"},
	"trial":  {"trial", "seed", "run", "subject", "train_seed", "training_seed", "replicate", "participant"},
	"value": {"success", "successes", "is_success", "succeeded", "success_rate", "pc_success", "score",
		"reward", "return", "value",
		"outcome", "result", "sum_reward", "episode_return", "total_reward", "accuracy",
		"progress", "task_progress", "stage", "stages", "stage_reached", "stages_reached", "completion", "coverage"},
	"group": {"group", "behaviour", "behavior", "task", "env", "environment", "suite", "benchmark"},
	"start": {"start", "episode", "init", "initial_state", "init_state", "start_state", "scene", "rollout",
		"reset_seed", "env_seed", "eval_seed", "start_seed",
		"initial_condition", "initial_conditions", "init_condition", "initial_pose", "init_pose"},
	"rollouts": {"rollouts", "n_rollouts", "num_rollouts", "number_of_rollouts", "eval_episodes", "n_eval_episodes",
		"num_eval_episodes", "n", "episodes", "n_episodes", "num_episodes", "number_of_episodes", "n_trials",
		"num_trials", "number_of_trials", "attempts", "trials", "total",
		"n_total", "total_n", "total_count", "total_trials", "total_rollouts", "total_episodes", "attempted"},
}

// successNames are the usual names of outcomes that are successes; the others may stand beside these.
var successNames = usual["value"][:6]

// endings are what may stand behind the usual names of a role: model_name, episode_idx.
var endings = map[string][]string{
	"method": {"_name", "_id"}, "trial": {"_id"}, "group": {"_name"}, "start": {"_id", "_ix", "_idx", "_index"},
}

// usualName is a name of a column as usual has it, without an ending behind a usual name of a role, and without the
// path of an outcome.
func usualName(role, name string) string {
	name = plain(strings.TrimSpace(name))
	if role == "value" {
		name = name[strings.LastIndexByte(name, '/')+1:] // eval/success_rate
	}
	for _, end := range endings[role] {
		if of, cut := strings.CutSuffix(name, end); cut && slices.Contains(usual[role], of) {
			return of
		}
	}
	return name
}

// named reports whether one of the names is a usual one of a role.
func named(role string, names []string) bool {
	return slices.ContainsFunc(names, func(n string) bool { return slices.Contains(usual[role], usualName(role, n)) })
}

// looksLong reports whether a header has usual names for a column of methods and for one of outcomes.
func looksLong(header []string) bool { return named("method", header) && named("value", header) }

// numberSign is a sign behind a name that says that numbers of things follow: Trial #, Episode no.
var numberSign = regexp.MustCompile(`^(.*\p{L})[ _]*(?:#|[ _][Nn][or]\.?)$`)

// arrows say in the names of columns which outcomes are better.
var arrows = strings.NewReplacer(" (↑)", "", " (↓)", "", " ↑", "", " ↓", "", "↑", "", "↓", "")

// plain is a name as usual has it.
func plain(name string) string {
	name = numberSign.ReplaceAllString(english(arrows.Replace(name)), "$1")
	return strings.NewReplacer(" ", "_", "-", "_").Replace(strings.ToLower(name))
}

// nameBytes is the memory of a name besides its text: in a list, and in a map that is half empty while it grows.
const nameBytes = 160

// maxValues bounds the number of distinct methods and groups: beyond it a column is not what it is taken for, and the
// tables of a comparison would have no reader.
const maxValues = 1000

// ReadLong reads a table in long form: each row is a rollout, or several of them with their number and the sum or the
// mean of their outcomes (see [Sheet.Detect]), with a warning where it is the mean. Values are separated as in [Read];
// an outcome is a number, or true or false. Rows without an outcome are left out, with a warning. An error is one line;
// it begins with the file's name and the line.
func ReadLong(r io.Reader, file string, columns LongColumns) (stats.Long, []string, error) {
	s, err := open(r, file, budget.New)
	if err != nil {
		return stats.Long{}, nil, err
	}
	l := longReader{line: 1, source: s, spelled: map[string]string{}}
	l.leaveSummaries(columns)
	if err := l.read(s.reader(), columns); err != nil {
		return stats.Long{}, nil, s.located(err)
	}
	return l.long, l.warnings, nil
}

// longReader collects the rows of a table in long form.
type longReader struct {
	*source
	long     stats.Long
	warnings []string
	place    map[string]int // of a column by its role; absent ones are left out
	index    map[string]map[string]int32
	header   []string
	line     int

	outcomes  outcomes  // of rows with a number of rollouts
	share     shares    // of cells that tell how many rollouts they are of, or are in percent
	numbering numbering // of the column of the numbers of rollouts, where the user does not name it
	naught    error     // of the first row with 0 rollouts, unless the column numbers the rollouts

	summaries map[int]bool // lines of rows that are summaries of others
	repeats   repeats
	spelled   map[string]string // by role: the warning of numbers that are written in several ways
}

// leaveSummaries finds the rows that are summaries of others, as Detect does, in tables that people write: of 10,000
// rows at most. What is wrong with a table, its reading tells.
func (l *longReader) leaveSummaries(columns LongColumns) {
	if l.lines > 10_000 {
		return
	}
	mark := l.room.Mark()
	defer l.room.Release(mark)
	own := *l.source
	sheet, err := own.sheet()
	if err != nil || len(sheet.Rows) == 0 {
		return
	}
	d := detector{Sheet: sheet, found: roles{}, why: map[string]string{}, spelled: map[int]string{}}
	for at := range sheet.Names {
		d.columns = append(d.columns, sheet.profile(at))
	}
	if d.name(columns) != nil {
		return
	}
	said := d.dropSummaries()
	if said == "" {
		return
	}
	l.summaries = map[int]bool{}
	for _, line := range sheet.Lines {
		l.summaries[line] = true
	}
	for _, line := range d.Lines {
		delete(l.summaries, line)
	}
	l.warnings = append(l.warnings, strings.NewReplacer("; --all-rows keeps them", "", " Left", "left", ").", ")").
		Replace(said))
}

// read reads the header and the rows.
func (l *longReader) read(c *csv.Reader, columns LongColumns) error {
	header, err := c.Read()
	if errors.Is(err, io.EOF) {
		return errors.New("line 1, column 1: there is nothing; the first row names the columns")
	}
	if err != nil {
		return err
	}
	l.header = slices.Clone(header)
	if err := l.find(l.header, columns); err != nil {
		return err
	}
	fields, without := len(header), 0
	named := columns.Rollouts != ""
	l.index = map[string]map[string]int32{"method": {}, "trial": {}, "group": {}, "start": {}}
	for {
		record, err := c.Read()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return err
		}
		l.line, _ = c.FieldPos(0)
		l.line -= l.above
		l.plain(record, l.line)
		if l.summaries[l.line] {
			continue
		}
		if len(record) != fields {
			return fmt.Errorf("line %d: %w", l.line, ragged(record, fields))
		}
		const entry = 72 // bytes in a list that may be 1.25 times as long and, while it grows, exists twice
		if err := l.spend(record, entry, false); err != nil {
			return err
		}
		used, err := l.add(record, named)
		if err != nil {
			return err
		}
		if !used {
			without++
		}
	}
	if err := l.settle(named); err != nil {
		return err
	}
	l.warnings = append(l.warnings, l.share.impossible()...)
	if twins := twins(l.long.Methods); twins != "" {
		l.warnings = append(l.warnings, twins)
	}
	_, turned := direct(l.header[l.place["value"]], l.share.spoken, l.long.Entries)
	if strings.Contains(turned, "success") {
		l.warnings = append(l.warnings, strings.TrimSuffix(strings.TrimSpace(turned), "."))
	}
	said, err := l.source.spelled.settle()
	if err != nil {
		return err
	}
	l.warnings = append(l.warnings, said...)
	for _, role := range []string{"trial", "group"} {
		if w := l.spelled[role]; w != "" {
			l.warnings = append(l.warnings, w)
		}
	}
	_, started := l.place["start"]
	single := func(e stats.Entry) bool { return e.Rollouts == 1 && (e.Sum == 0 || e.Sum == 1) }
	graded := func(e stats.Entry) bool { return !single(e) }
	if r := l.repeats; r.n > 0 && (started || slices.ContainsFunc(l.long.Entries, graded)) {
		l.warnings = append(l.warnings, repeatedText(r.n, l.identity(), r.line, r.before))
	}
	if without > 0 {
		l.warnings = append(l.warnings, fmt.Sprintf("rows without an outcome left out: %d", without))
	}
	if len(l.long.Entries) == 0 {
		return errors.New("line 2: there are no rows with an outcome")
	}
	if len(l.long.Groups) == 0 {
		l.long.Groups = []string{"all"}
	}
	return nil
}

// find sets the places of the columns.
func (l *longReader) find(header []string, columns LongColumns) error {
	l.place = map[string]int{}
	for i, h := range header {
		header[i] = strings.TrimSpace(h)
	}
	for _, c := range []struct {
		role, name string
		required   bool
	}{
		{"method", columns.Method, true}, {"trial", columns.Trial, true}, {"value", columns.Value, true},
		{"group", columns.Group, false}, {"start", columns.Start, false}, {"rollouts", columns.Rollouts, false},
	} {
		at := -1
		if c.name != "" {
			if at = slices.Index(header, c.name); at < 0 {
				return fmt.Errorf("line 1: there is no column %q%sthere is %s", c.name,
					catalog.DidYouMean(c.name, header), printable.Names(header))
			}
		}
		for i := 0; c.name == "" && at < 0 && i < len(usual[c.role]); i++ {
			at = slices.IndexFunc(header, func(h string) bool { return usualName(c.role, h) == usual[c.role][i] })
		}
		if at < 0 && c.required {
			return fmt.Errorf("line 1: there is no column for the %s (usual names: %s); name it with --%s", c.role,
				strings.Join(usual[c.role], ", "), c.role)
		}
		if at < 0 {
			continue
		}
		for role, other := range l.place {
			if other == at {
				return fmt.Errorf("line 1: column %q can't be both the %s and the %s", header[at], role, c.role)
			}
		}
		if again := slices.Index(header[at+1:], header[at]); again >= 0 {
			return fmt.Errorf("line 1, column %d: another column is called %q too: rename one of them", at+again+2,
				header[at])
		}
		l.place[c.role] = at
	}
	return nil
}

// settle reads the outcomes of rows of several rollouts as sums or as means, or rows as rollouts where the column of
// the numbers of rollouts numbers them.
func (l *longReader) settle(named bool) error {
	at, ok := l.place["rollouts"]
	if !ok {
		return nil
	}
	value := l.header[l.place["value"]]
	successes := readingOf(value) == counts && l.outcomes.outside.line > 0
	if !named && !successes && l.numbering.found() {
		for i := range l.long.Entries {
			l.long.Entries[i].Rollouts = 1
		}
		l.warnings = append(l.warnings, fmt.Sprintf("each row is taken for one rollout, since column %q numbers them",
			l.header[at]))
		return nil
	}
	if l.naught != nil {
		return l.naught
	}
	u, err := l.outcomes.decide(question{value: value, rollouts: l.header[at], column: l.place["value"] + 1,
		named: named, flag: "rollouts"})
	if err != nil || u == ofRow {
		return err
	}
	l.warnings = append(l.warnings, l.outcomes.impossible(value, u)...)
	for i, e := range l.long.Entries {
		l.long.Entries[i].Sum = l.outcomes.sum(e.Sum, e.Rollouts, u)
	}
	l.warnings = append(l.warnings, fmt.Sprintf("column %q is taken for the %v, whose number is in column %q", value, u,
		l.header[at]))
	return nil
}

// number adds a row to the numbering.
func (l *longReader) number(record []string) error {
	of := func(role string) string {
		if at, ok := l.place[role]; ok {
			return strings.TrimSpace(record[at])
		}
		return ""
	}
	return l.numbering.add(of("method"), of("trial"), of("group"), of("rollouts"), l.room)
}

// add adds a row, and reports whether it has an outcome. Named says that the user names the column of the numbers of
// rollouts.
func (l *longReader) add(record []string, named bool) (used bool, err error) {
	if _, ok := l.place["rollouts"]; ok && !named {
		if err := l.number(record); err != nil {
			return false, err
		}
	}
	e := stats.Entry{Start: -1, Rollouts: 1}
	at := l.place["value"]
	o, err := cell{strings.TrimSpace(record[at]), l.line, at + 1}.outcome()
	if err != nil || o.form == absent {
		return false, err
	}
	if err := l.share.add(o, l.line, at+1); err != nil {
		return false, err
	}
	if e.Sum = o.value; o.n > 0 {
		e.Sum, e.Rollouts = o.sum(), o.n
	} else if at, ok := l.place["rollouts"]; ok {
		text := strings.TrimSpace(record[at])
		n, ok := wholeNumber(text)
		if !ok || n < 1 {
			wrong := fmt.Errorf("line %d, column %d: %s is not a number of rollouts, 1 or more", l.line, at+1,
				quoted(text))
			if !ok || n < 0 || named {
				return false, wrong
			}
			l.naught = cmp.Or(l.naught, wrong)
		}
		e.Rollouts = n
		l.outcomes.add(o.rounded, l.line, o.value, e.Rollouts)
	}
	for _, c := range []struct {
		role  string
		names *[]string
		to    *int32
	}{{"method", &l.long.Methods, &e.Method}, {"trial", &l.long.Trials, &e.Trial}, {"group", &l.long.Groups,
		&e.Group}} {
		if at, ok := l.place[c.role]; ok {
			if *c.to, err = l.name(c.role, record[at], at, c.names); err != nil {
				return false, err
			}
		}
	}
	if at, ok := l.place["start"]; ok {
		if text := strings.TrimSpace(record[at]); !isMissing(text) {
			starts, id := l.index["start"], identity(text)
			n, known := starts[id]
			if !known {
				if err := l.room.Spend("the starts", nameBytes+int64(len(id))); err != nil {
					return false, err
				}
				n = int32(len(starts))
				starts[strings.Clone(id)] = n
				l.long.Starts = len(starts)
			}
			e.Start = n
		}
	}
	l.repeat(e)
	l.long.Entries = append(l.long.Entries, e)
	return true, nil
}

// repeats counts the rows of the same method, trial, group and episode as a row before them.
type repeats struct {
	lines           map[[4]int32]int32 // of the first row of each
	n, line, before int                // rows that repeat one; the first of them, and what it repeats
}

// repeat adds an observation to the repeats, where starts are episodes or there are none (see detector.repeated).
// Beyond the room for them rows are not compared.
func (l *longReader) repeat(e stats.Entry) {
	if at, ok := l.place["start"]; ok && (e.Start < 0 || !isEpisode(l.header[at])) {
		return
	}
	key := [4]int32{e.Method, e.Trial, e.Group, e.Start}
	before, known := l.repeats.lines[key]
	switch {
	case known:
		if l.repeats.n++; l.repeats.n == 1 {
			l.repeats.line, l.repeats.before = l.line, int(before)
		}
	case l.room.Spend("the table", repeatBytes) == nil:
		if l.repeats.lines == nil {
			l.repeats.lines = map[[4]int32]int32{}
		}
		l.repeats.lines[key] = int32(l.line)
	}
}

// repeatBytes is the memory of an episode in a map that is half empty while it grows.
const repeatBytes = 64

// identity names the columns by which rows are compared.
func (l *longReader) identity() string {
	var names []string
	for _, role := range []string{"method", "trial", "group", "start"} {
		if at, ok := l.place[role]; ok {
			names = append(names, l.header[at])
		}
	}
	return listed(names)
}

// name returns the index of a method, trial or group, which it adds to the names where it is new.
func (l *longReader) name(role, text string, at int, names *[]string) (int32, error) {
	text = strings.TrimSpace(text)
	id := text
	if role != "method" {
		id = identity(text)
	}
	if n, known := l.index[role][id]; known {
		if other := (*names)[n]; other != text && l.spelled[role] == "" {
			l.spelled[role] = spellings(l.header[at], other, text)
		}
		return n, nil
	}
	if err := nameError(role, text, l.line, at+1); err != nil {
		return 0, err
	}
	if role != "trial" && len(*names) == maxValues {
		return 0, fmt.Errorf("line %d, column %d: more than %d different values: is this the column of the %s?", l.line,
			at+1, maxValues, role)
	}
	if err := l.room.Spend("the names", nameBytes+int64(len(text))); err != nil {
		return 0, err
	}
	n := int32(len(*names))
	text = strings.Clone(text)
	*names = append(*names, text)
	l.index[role][strings.Clone(id)] = n
	return n, nil
}
