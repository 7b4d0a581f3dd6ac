package table

import (
	"cmp"
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
	"counterpoise/internal/shell"
	"counterpoise/stats"
)

// Choice are the columns that a user names. What is empty is found in the table (see Detect).
type Choice struct {
	LongColumns
	Columns []string  // the columns that are methods, in this order: of a wide table
	Methods []string  // the methods to use, in this order: of a long table
	Direct  Direction // of the outcomes, as a user says; empty goes by the name of their column
	// Checkpoint is the checkpoint that counts of a table with a column of them; empty takes the last of each training.
	Checkpoint string
	Paired     bool // units that merely count up pair the methods all the same
	Summaries  bool // rows that are means with their spread over trainings may be in Taken.Summaries
	AllRows    bool // rows that look like summaries of others are rows like these
	Keep       bool // the rows in Taken, for checks of them
	Copies     bool // copies of rows and mixed units are no error, but in Taken.Repeated and Mixed
}

// Named reports whether a column is named.
func (c Choice) Named() bool { return c.LongColumns != (LongColumns{}) || len(c.Columns) > 0 }

// Taken is what Detect took a table for.
type Taken struct {
	Long     stats.Long // trials are the units of the comparison: what a method has one score of in each group
	Sentence string     // what was taken for what
	Look     string     // the end of the sentence, with all that was decided besides the columns; may be empty
	Unit     string     // what a unit is: "seed", "episode", "row"
	Paired   bool       // the units are named, or rows of a wide table, so methods that share one are pairs in it
	Policies bool       // units are methods, of one policy each
	Pooled   bool       // units are methods, of several trainings each that no column tells apart
	Score    bool       // outcomes are scores of rollouts, also between 0 and 1: no rates of successes
	Starts   bool       // units are starts of one policy a method, not policies
	Better   Direction  // which outcomes are better
	Warnings []string

	// Summaries are the numbers of trainings, the means and the SDs of the methods where rows tell these alone; Long
	// then has no entries.
	Summaries []stats.Summary

	Mixed    Mixed    // fractions among percentages
	Rows     Kept     // where Choice.Keep asks for them
	Repeated Repeated // rows of an episode that has one already
}

// Mixed are fractions and percentages among each other: what they were taken for, and lines of both. Both are empty
// where there are none.
type Mixed struct {
	What  string
	Lines []int
}

// Kept are the rows that a table was read from, without those left out as summaries or earlier checkpoints.
type Kept struct {
	Sheet
	Roles   map[string]int // columns by role: method, trial, value, group, start, rollouts, checkpoint
	Of      []int          // by entry of Taken.Long: its row
	Without []int          // rows without an outcome
}

// keep keeps the rows in what they were taken for.
func (d *detector) keep(t *Taken) { t.Rows.Sheet, t.Rows.Roles = d.Sheet, d.found }

// roles are found columns of a long table, by role; absent ones are left out.
type roles map[string]int

// Detect finds out what the columns of a table are.
//
// A table is long where a column holds the methods: one that the user names, one with a usual name, or the only column
// of words that repeat. It is wide where columns are the methods, and a row has a score of each. In a long table the
// outcome is the named column, one with a usual name, or the only column of numbers that is left; the unit is the trial
// (named, usual, or the only column of whole numbers or words in which the methods share values, one row a value), else
// the start, else the row. Where two columns could have one role, the error says which, and what to do.
//
// The outcome of a row of several rollouts is their sum or their mean. Names like success_rate and score have means,
// names like successes have sums; else whole numbers from 0 to the number of rollouts are sums, and numbers with
// fractions means. What contradicts its name, or could be both, is an error. A column with a usual name for the numbers
// of rollouts that numbers them instead is left out.
//
// An error says what columns and rows were made of others or left out before it.
func (s Sheet) Detect(given Choice) (Taken, error) {
	if len(s.Rows) == 0 {
		return Taken{}, fmt.Errorf("%s, line 2: there are no rows below the names of the columns", s.File)
	}
	if s.room == nil {
		s.room = budget.New(0)
	}
	said := ""
	t, err := s.detect(given, &said)
	if twins := twins(t.Long.Methods); err == nil && twins != "" && len(given.Methods) == 0 {
		err = fmt.Errorf("%s: %s; if they are two, --methods names those to compare", s.File, twins)
	}
	if err == nil && len(given.Methods) == 0 && len(given.Columns) == 0 {
		err = s.votes(t)
	}
	if err != nil && said != "" {
		err = fmt.Errorf("%w.%s", err, strings.TrimSuffix(said, "."))
	}
	return t, err
}

// detect is Detect. Said becomes what columns were made of others, and what was left out.
func (s Sheet) detect(given Choice, said *string) (Taken, error) {
	s, merged := s.merged()
	s = s.withoutTraining(given)
	if err := s.metrics(given); err != nil {
		return Taken{}, fmt.Errorf("%s, %w", s.File, err)
	}
	of, given, shape, err := s.ofAll(given)
	if err != nil {
		return Taken{}, fmt.Errorf("%s, %w", s.File, err)
	}
	s, s.shape = of, merged+shape
	of, shape = s.sizes(given)
	s, s.shape = of, s.shape+shape
	of, shape = s.scored()
	s, s.shape = of, s.shape+shape
	if !given.Named() {
		if of, shape, err = s.crossed(); err != nil {
			return Taken{}, fmt.Errorf("%s, %w", s.File, err)
		}
		s, s.shape = of, s.shape+shape
		turned, shape := s.turned()
		turned.shape += shape
		s, given, shape = turned.corner(given)
		s.shape += shape
	}
	trained, shape := s.trainings(given)
	s, s.shape = trained, s.shape+shape
	if !given.Named() {
		of, shape, err := s.count()
		if err != nil {
			return Taken{}, fmt.Errorf("%s, %w", s.File, err)
		}
		if shape == "" {
			of, shape = s.runs()
		}
		s, s.shape = of, s.shape+shape
	}
	s = s.withoutSums(given)
	of, shape, err = s.repeats(given)
	if err != nil {
		return Taken{}, fmt.Errorf("%s, %w", s.File, err)
	}
	s, s.shape = of, s.shape+shape
	if of, shape, err := s.tasks(given); err != nil {
		return Taken{}, fmt.Errorf("%s, %w", s.File, err)
	} else if shape != "" {
		s, s.shape = of, s.shape+shape
		given.Columns = nil
	}
	*said = s.shape
	if given.Summaries {
		if s, err = s.spreads(given); err != nil {
			return Taken{}, fmt.Errorf("%s: %w", s.File, err)
		}
	}
	if at := slices.IndexFunc(s.Names, func(n string) bool {
		return slices.Contains([]string{"winner", "preferred", "preference", "won_by", "better"}, plain(n))
	}); at >= 0 && !given.Named() && s.profile(at).kind == words && !s.scoresBeside() {
		return Taken{}, errVotes(s.File)
	}
	d := detector{Sheet: s, found: roles{}, why: map[string]string{}, spelled: map[int]string{},
		allRows: given.AllRows}
	for at := range s.Names {
		d.columns = append(d.columns, s.profile(at))
	}
	if err := d.name(given.LongColumns); err != nil {
		return Taken{}, fmt.Errorf("%s, line 1: %w", s.File, err)
	}
	d.hundreds()
	summaries := d.dropSummaries()
	*said += summaries
	if err := d.unite(); err != nil {
		return Taken{}, fmt.Errorf("%s, %w", s.File, err)
	}
	long, err := d.isLong(given)
	if err != nil {
		if at := slices.IndexFunc(d.columns, func(c column) bool { return c.distinct == 1 && c.isMark() }); at >= 0 {
			return Taken{}, fmt.Errorf("%s: column %q holds %s alone, which may mark a success or a failure: write 1 "+
				"and 0, or true and false", s.File, s.Names[at], quoted(d.columns[at].first.text))
		}
		return Taken{}, fmt.Errorf("%s: %w", s.File, err)
	}
	if long {
		if given.Trial == "" {
			d.trainingsOfTrials()
		}
		if err := d.timeSteps(); err != nil {
			return Taken{}, fmt.Errorf("%s, %w", s.File, err)
		}
	}
	if !long {
		if err := d.axis(given); err != nil {
			return Taken{}, fmt.Errorf("%s: %w", s.File, err)
		}
	}
	d.findCheckpoint(long)
	if err := d.lastCheckpoint(given.Checkpoint); err != nil {
		return Taken{}, fmt.Errorf("%s: %w", s.File, err)
	}
	if !long {
		if len(given.Columns) == 0 {
			given.Columns = given.Methods // methods are columns here
		}
		t, err := d.wide(given)
		d.look(&t, summaries)
		if given.Keep {
			d.keep(&t)
		}
		return t, err
	}
	if given.Summaries && given.Rollouts == "" {
		if t, ok, err := d.summarised(given); ok {
			d.look(&t, summaries)
			return t, err
		}
	}
	if given.Rollouts == "" && !s.Sums {
		if err := d.unnumber(); err != nil {
			return Taken{}, fmt.Errorf("%s, %w", s.File, err)
		}
	}
	if err := d.rest(given); err != nil {
		return Taken{}, fmt.Errorf("%s: %w", s.File, err)
	}
	t, err := d.long(given)
	d.look(&t, summaries)
	if given.Keep {
		d.keep(&t)
	}
	return t, err
}

// maxLook is the number of doubts that a sentence has; the others are warnings alone.
const maxLook = 4

// look ends the sentence of what was taken for what with the doubts of a detection, which are warnings too.
func (d *detector) look(t *Taken, summaries string) {
	d.warnSpellings()
	t.Warnings = append(d.doubt, t.Warnings...)
	if t.Look = d.shape + summaries; len(d.doubt) > 0 {
		t.Look += " Look: " + strings.Join(d.doubt[:min(maxLook, len(d.doubt))], "; ") + "."
	}
	t.Sentence, t.Look = t.Sentence+t.Look, strings.TrimSpace(t.Look)
}

// detector is a detection in progress.
type detector struct {
	Sheet
	columns   []column
	found     roles
	why       map[string]string // by role: how the column was found, where it was not by its name
	allRows   bool              // see Choice
	spelled   map[int]string    // by column: the warning of numbers that are written in several ways
	reading   string            // what the outcomes of rows of several rollouts are; empty where there are none
	guessed   bool              // the groups were found without a usual name
	successes []int             // columns that tell successes by their names, of several

	restarted int // rows that a restarted training repeats, which are left out
}

// name finds the columns that the user names, then those with usual names. Several outcomes with usual names are taken
// in the order of usual; the others are left out.
func (d *detector) name(given LongColumns) error {
	for _, c := range []struct{ role, name string }{
		{"method", given.Method}, {"trial", given.Trial}, {"value", given.Value}, {"group", given.Group},
		{"start", given.Start}, {"rollouts", given.Rollouts},
	} {
		if c.name == "" {
			continue
		}
		at := slices.Index(d.Names, c.name)
		if at < 0 {
			return unknownColumn(c.name, d.Names)
		}
		if role := d.role(at); role != "" {
			return fmt.Errorf("column %q can't be both the %s and the %s", c.name, role, c.role)
		}
		d.found[c.role] = at
	}
	for _, role := range []string{"method", "trial", "value", "group", "start", "rollouts"} {
		if _, ok := d.found[role]; ok {
			continue
		}
		for i, name := range usual[role] {
			if role == "value" && i == len(successNames) {
				if d.findSuccess() {
					break
				}
			}
			at := d.usual(role, name)
			if at < 0 || d.role(at) != "" || d.columns[at].kind == empty {
				continue
			}
			if role == "rollouts" && !d.mayCount(at) || role == "value" && d.columns[at].kind == words {
				continue
			}
			d.found[role] = at
			break
		}
		if _, ok := d.found[role]; role == "value" && !ok {
			d.findPercent()
		}
	}
	if _, ok := d.found["value"]; !ok {
		for at, name := range d.Names {
			of, amount := quantity(name)
			if amount && len(of) == 1 && slices.Contains(successWords, of[0]) && d.role(at) == "" &&
				d.columns[at].kind == whole {
				d.found["value"] = at // "# successes"
				break
			}
		}
	}
	if _, ok := d.found["rollouts"]; !ok {
		d.findRollouts()
	}
	return nil
}

// trainingsOfTrials takes a column of seeds, trainings or participants for the units where a column called trial
// numbers the rollouts of each of them.
func (d *detector) trainingsOfTrials() {
	trial, ok := d.found["trial"]
	if _, method := d.found["method"]; !ok || !method || hasWord(d.Names[trial], trained) {
		return
	}
	for _, at := range d.free(whole, words) {
		if !hasWord(d.Names[at], trained) || named("start", d.Names[at:at+1]) || d.columns[at].missing > 0 {
			continue
		}
		if groups := d.groupOf(); !d.divide(append(groups, at)...).once && d.divide(append(groups, at, trial)...).once {
			d.found["trial"], d.found["numbering"] = at, trial
			return
		}
	}
}

// groupOf is the column of the groups, none where there is none.
func (d *detector) groupOf() []int {
	if at, ok := d.found["group"]; ok {
		return []int{at}
	}
	return nil
}

// usual is the first column with a usual name of a role, -1 where there is none; of successes of an evaluation and of
// the training itself, that of the evaluation.
func (d *detector) usual(role, name string) int {
	of := -1
	for at, n := range d.Names {
		if usualName(role, n) != name {
			continue
		}
		if role != "value" || !ofTraining(n) {
			return at
		}
		if of < 0 {
			of = at
		}
	}
	return of
}

// findPercent finds a usual name of outcomes with a sign of percent behind: Success (%).
func (d *detector) findPercent() {
	for at, name := range d.Names {
		of := plain(strings.TrimRight(name, " _-([%)]"))
		if strings.Contains(name, "%") && slices.Contains(usual["value"], of) && d.role(at) == "" &&
			(d.columns[at].kind == whole || d.columns[at].kind == number) {
			d.found["value"] = at
			return
		}
	}
}

// findRollouts finds a column of the numbers of rollouts by a name that says so in other words than usual: "# trials",
// "no. of tests". One of samples, runs or counts alone has them where the outcome counts successes.
func (d *detector) findRollouts() {
	value, ok := d.found["value"]
	for _, sure := range []bool{true, false} {
		for at, name := range d.Names {
			is, rather := countsRollouts(name)
			switch {
			case d.columns[at].kind != whole || d.role(at) != "" || sure && !is || !sure && !rather ||
				slices.Contains(usual["rollouts"], plain(name)): // which mayCount has refused
			case sure && d.atMost(at), !sure && ok && d.countsSuccesses(value) && d.atMost(at),
				!sure && ok && d.ratesOf(value, at):
				d.found["rollouts"] = at
				return
			}
		}
	}
}

// countsSuccesses reports whether an outcome has numbers of successes by its name, and one above 1.
func (d *detector) countsSuccesses(value int) bool {
	r := readingOf(d.Names[value])
	return (r == counts || r == either) && d.columns[value].kind == whole &&
		slices.ContainsFunc(d.Rows, func(row []string) bool { v, ok := wholeNumber(row[value]); return ok && v > 1 })
}

// ratesOf reports whether an outcome has rates by its name, and each is that of some number of successes of as many
// rollouts as another column says.
func (d *detector) ratesOf(value, rollouts int) bool {
	return readingOf(d.Names[value]) == rates && !slices.ContainsFunc(d.Rows, func(row []string) bool {
		n, ok := wholeNumber(row[rollouts])
		o, err := cell{row[value], 0, 0}.outcome()
		if err == nil && inPercent(d.Names[value]) {
			o.value, o.rounded = o.value/100, o.rounded/100
		}
		o.n = n
		return !ok || n < 2 || err != nil || o.form == absent || !o.possible()
	})
}

// mayCount reports whether a column may have numbers of rollouts: whole numbers, and one called trials or total none
// below a row's number of successes.
func (d *detector) mayCount(at int) bool {
	if d.columns[at].kind != whole {
		return false
	}
	if name := plain(d.Names[at]); name != "trials" && name != "total" {
		return true
	}
	value, ok := d.found["value"]
	return ok && (d.atMost(at) || d.columns[at].distinct == 1 && d.countsSuccesses(value))
}

// atMost reports whether the outcomes, where they are known and count successes, are at most the numbers of a column.
func (d *detector) atMost(at int) bool {
	value, ok := d.found["value"]
	if !ok {
		return true
	}
	r := readingOf(d.Names[value])
	return r == rates || r == means || !slices.ContainsFunc(d.Rows, func(row []string) bool {
		n, _ := wholeNumber(row[at])
		o, err := cell{row[value], 0, 0}.outcome()
		return err == nil && o.value > float64(n)
	})
}

// role is the role of a column, empty where it has none yet.
func (d *detector) role(at int) string {
	for role, other := range d.found {
		if other == at {
			return role
		}
	}
	return ""
}

// free returns the columns without a role that one of the kinds holds for.
func (d *detector) free(kinds ...kind) (at []int) {
	for i, c := range d.columns {
		if d.role(i) == "" && slices.Contains(kinds, c.kind) {
			at = append(at, i)
		}
	}
	return at
}

// quoted lists columns for a sentence.
func (d *detector) quoted(at []int) string {
	names := make([]string, len(at))
	for i, a := range at {
		names[i] = strconv.Quote(d.Names[a])
	}
	if len(names) > 8 {
		names = append(names[:8], "...")
	}
	return strings.Join(names, ", ")
}

// isLong decides whether the table is long, and finds the column of the methods.
func (d *detector) isLong(given Choice) (bool, error) {
	if _, ok := d.found["method"]; ok && len(given.Columns) == 0 {
		return true, nil
	}
	var repeated []int
	var spoiled error
	for _, at := range d.free(words) {
		if name := plain(d.Names[at]); name == "state" || name == "status" {
			continue // of runs
		}
		if len(d.free(number, whole, boolean)) > 1 && d.isNote(at) || d.isDate(at) {
			continue
		}
		if err := d.spoiled(at); err != nil {
			spoiled = cmp.Or(spoiled, err)
		} else if n := d.columns[at].distinct; n > 1 && n <= maxValues && 2*n <= len(d.Rows) {
			repeated = append(repeated, at)
		}
	}
	for _, at := range repeated {
		_, known := d.found["value"]
		if marks := d.marks([]int{at}); !known && marks != "" && slices.Contains(usual["value"], plain(d.Names[at])) {
			return false, fmt.Errorf("column %q holds %s alone, which may be success and failure: write 1 and 0, or "+
				"true and false", d.Names[at], marks)
		}
	}
	_, value := d.found["value"]
	scores := d.free(number, whole, boolean)
	if _, grouped := d.found["group"]; grouped && !value && given.Value == "" && len(scores) > 1 &&
		!slices.ContainsFunc(scores, func(at int) bool { return !d.columns[at].counted }) {
		return false, nil // several columns of counts beside tasks are methods
	}
	switch {
	case given.Value == "" && (len(given.Columns) > 0 || !value && len(repeated) == 0 && len(scores) >= 2):
		return false, nil
	case len(repeated) == 1 && (value || len(scores) == 1 || len(d.free(number, boolean)) == 1 || given.Value != ""):
		d.found["method"] = repeated[0]
		d.why["method"] = "the only column of words that repeat; --method names another"
		return true, nil
	case len(repeated) > 1 && d.marks(repeated) != "":
		return false, fmt.Errorf("columns %s hold %s alone, which may be success and failure: write 1 and 0, or true "+
			"and false", d.quoted(repeated), d.marks(repeated))
	case len(repeated) > 1:
		return false, fmt.Errorf("columns %s could each hold the methods: name theirs with --method, and the others' "+
			"with --group, --trial or --start", d.quoted(repeated))
	case spoiled != nil && given.Value == "":
		return false, spoiled
	case len(repeated) == 1 && len(scores) == 0:
		return false, errNoOutcome
	case len(repeated) == 1:
		return false, fmt.Errorf("column %s could hold the methods, with the outcome in one of %s: name them with "+
			"--method and --value; or if those columns are methods, name them with --columns", d.quoted(repeated),
			d.quoted(scores))
	case value && d.onlyWords() >= 0:
		d.found["method"] = d.onlyWords()
		d.why["method"] = "the only column of words; --method names another"
		return true, nil
	case value && d.joinsVariants():
		return true, nil
	case value:
		name := "name it with --method"
		if at := slices.DeleteFunc(d.free(whole, number, words, boolean), func(at int) bool {
			return d.columns[at].distinct < 2 || aside(d.Names[at]) != "" || d.isDate(at) || isQuantity(d.Names[at]) ||
				saysEvent(nameWords(d.Names[at]))
		}); len(at) > 0 && len(at) < 4 {
			name = fmt.Sprintf("if %s holds them, --method %s", d.quoted(at), shell.Quote(d.Names[at[0]]))
		}
		return false, fmt.Errorf("column %q holds an outcome, and no column could hold the methods: %s, or give a "+
			"file for each method", d.Names[d.found["value"]], name)
	}
	if len(d.Names) == 1 {
		return false, errors.New("there is one column only: values are separated by commas, semicolons or tabs")
	}
	for at, c := range d.columns {
		if c.kind == words && d.numeric(at) {
			if _, err := c.first.outcome(); err != nil && startsNumber(c.first.text) {
				return false, err
			}
		}
	}
	return false,
		fmt.Errorf("there are neither two columns of scores, one a method, nor a column of methods with one " +
			"of outcomes: name the columns with --method and --value, or with --columns")
}

// joinsVariants takes the combinations of columns of yes and no for the methods, where each row counts rollouts of
// another one, as tables of ablations have them.
func (d *detector) joinsVariants() bool {
	at := d.free(boolean)
	if len(at) < 2 || d.holds() != countsOfRows {
		return false
	}
	known := map[string]bool{}
	for _, row := range d.Rows {
		var key string
		for _, a := range at {
			key += row[a] + "/"
		}
		if known[key] {
			return false
		}
		known[key] = true
	}
	d.join("method", at)
	return true
}

// isDate reports whether a column has dates or times of day alone.
func (d *detector) isDate(at int) bool {
	return !slices.ContainsFunc(d.Rows, func(row []string) bool {
		return !isMissing(row[at]) && !dated.MatchString(row[at])
	})
}

// marks are the two words that all of several columns hold, empty where they hold others.
func (d *detector) marks(columns []int) string {
	var words []string
	for _, row := range d.Rows {
		for _, at := range columns {
			if !isMissing(row[at]) && !slices.Contains(words, row[at]) {
				words = append(words, row[at])
			}
		}
		if len(words) > 2 {
			return ""
		}
	}
	if len(words) < 2 {
		return ""
	}
	return strconv.Quote(words[0]) + " and " + strconv.Quote(words[1])
}

// errNoOutcome is the error of a long table without a column that could be the outcome.
var errNoOutcome = errors.New("no column holds outcomes (numbers, or true and false): name it with --value")

// spoiled returns the error of the first value that is no number in a column of words in which there are numbers or
// percentages, as in .5, .6, None. Such a column is meant for numbers; its values are no names of methods.
func (d *detector) spoiled(at int) error {
	for _, row := range d.Rows {
		text := row[at]
		if isMissing(text) || !strings.ContainsAny(text[:1], "+-.0123456789") {
			continue
		}
		if o, err := (cell{text, 0, 0}).outcome(); err == nil && o.form != word {
			_, err := d.columns[at].first.number()
			if err == nil {
				err = mixed(d.columns[at].first)
			}
			return fmt.Errorf("%w; if column %q holds the methods all the same, name it with --method", err,
				d.Names[at])
		}
	}
	return nil
}

// rest finds the outcome and the unit of a long table.
func (d *detector) rest(given Choice) error {
	if _, ok := d.found["value"]; !ok {
		for at, c := range d.columns { // a column that is called so holds words
			if c.kind == words && slices.Contains(usual["value"], plain(d.Names[at])) && d.role(at) == "" {
				return notANumber(c, d.Names[at])
			}
		}
		scores := d.free(number, boolean, whole)
		if len(d.successes) > 0 {
			return fmt.Errorf("columns %s each tell successes: name the outcome with --value", d.quoted(d.successes))
		}
		if len(scores) > 1 {
			beside := func(at int) bool {
				return aside(d.Names[at]) != "" || d.isCondition(at) && !isSummary(d.Names[at])
			}
			if others := slices.DeleteFunc(slices.Clone(scores), beside); len(others) > 0 {
				scores = others
			}
		}
		stages := slices.DeleteFunc(slices.Clone(scores), func(at int) bool { return !d.stagesByName([]int{at}) })
		staged := d.stagesOfRollouts(stages)
		if staged {
			scores = stages
		}
		// Words for success and numbers with fractions are outcomes rather than whole numbers.
		if len(scores) > 1 && !staged {
			if better := d.free(number, boolean); len(better) == 1 && !d.measured(better[0], scores) {
				scores = better
			}
		}
		switch {
		case staged:
			d.found["value"], d.why["value"] = scores[len(scores)-1], fmt.Sprintf("the last of the stages %s of each "+
				"rollout; --value names another", d.quoted(scores))
		case len(scores) == 0:
			for _, c := range d.columns {
				if c.kind == words && spread.MatchString(c.first.text) {
					_, err := c.first.outcome()
					return cmp.Or(err, errNoOutcome)
				}
			}
			return errNoOutcome
		case len(scores) == 1:
			d.found["value"], d.why["value"] = scores[0], "the only column of outcomes"
		default:
			return fmt.Errorf("columns %s could each be the outcome: name it with --value; if they are methods, name "+
				"them with --columns; if they are tasks, name them with --columns, and %q with --method",
				d.quoted(scores), d.Names[d.found["method"]])
		}
	}
	at := d.found["value"]
	if c := d.columns[at]; c.kind == words {
		return notANumber(c, d.Names[at])
	}
	if given.Trial == "" && !given.Paired {
		d.uncount()
	}
	if given.Group == "" && given.Trial == "" {
		d.lastStage()
	}
	d.groups(given.Group != "")
	if given.Trial == "" && !given.Paired {
		d.uncount() // which counts anew in each group
	}
	if _, ok := d.found["trial"]; ok {
		return nil
	}
	if _, ok := d.found["start"]; ok {
		return nil
	}
	var crossed, amounts []int
	kinds := []kind{whole, words}
	if d.holds() == scoresOfRows {
		kinds = append(kinds, number) // a learning rate
	}
	for _, at := range d.free(kinds...) {
		pairs, err := d.crosses(at)
		if err != nil {
			return err
		}
		_, amount := quantity(d.Names[at])
		is, rather := countsRollouts(d.Names[at])
		amount = amount || (is || rather) && plain(d.Names[at]) != "trials" // which may number the trials
		switch {
		case d.columns[at].kind == number && isQuantity(d.Names[at]), // measured
			hasWord(d.Names[at], successWords) || hasWord(d.Names[at], failureWords): // counts beside the outcome
		case !pairs || d.columns[at].distinct < 2 || tells(d.Names[at]):
		case amount:
			amounts = append(amounts, at)
		default:
			crossed = append(crossed, at)
		}
	}
	_, grouped := d.found["group"]
	switch {
	case len(crossed) == 1:
		return d.unitOf(crossed[0], given)
	case len(crossed) > 1:
		return fmt.Errorf("columns %s could each pair the methods: name one with --trial", d.quoted(crossed))
	case len(amounts) == 1 && !grouped:
		d.found["group"], d.why["group"] = amounts[0], "an amount, which is no trial unless --trial names it"
	case len(amounts) > 0:
		return fmt.Errorf("columns %s have several values with each method: keep the rows of one value, or name the "+
			"column of the groups with --group, that of training seeds with --trial", d.quoted(amounts))
	}
	return nil
}

// measured reports whether a column is a quantity with a unit by its name, and another of several is too: time_s beside
// energy_J.
func (d *detector) measured(at int, of []int) bool {
	return isQuantity(d.Names[at]) && slices.ContainsFunc(of, func(other int) bool {
		return other != at && isQuantity(d.Names[other])
	})
}

// notANumber is the error of an outcome that is a word.
func notANumber(c column, name string) error {
	switch _, err := c.first.outcome(); {
	case err == nil:
		return mixed(c.first)
	case !strings.Contains(err.Error(), "is not a number;"):
		return err
	}
	return fmt.Errorf("line %d, column %d: %s is not a number, and the outcome is taken from column %q: write "+
		"numbers, or true and false (yes and no, success and failure); a missing one is an empty cell, NA or NaN",
		c.first.line, c.first.column, quoted(c.first.text), name)
}

// mixed is the error of a word for success or failure among numbers other than 0 and 1.
func mixed(c cell) error {
	return fmt.Errorf("line %d, column %d: %s stands among numbers other than 0 and 1: write it as a number", c.line,
		c.column, quoted(c.text))
}

// crosses reports whether a column pairs the methods: no two rows agree in it, the method and the group, and half of
// its values at least occur with two methods. Rows are compared by hashes of 64 bits, of which two agree by chance
// once in 10^8 tables of 600,000 rows.
func (d *detector) crosses(at int) (bool, error) {
	const entry = 96 // bytes of a row in both maps, which are half empty while they grow
	mark := d.room.Mark()
	defer d.room.Release(mark)
	if err := d.room.Spend("the table", entry*int64(len(d.Rows))); err != nil {
		return false, err
	}
	method := d.found["method"]
	group, grouped := d.found["group"]
	seen, first := map[uint64]struct{}{}, map[string]string{} // the method of each value, empty where it has two
	for _, row := range d.Rows {
		h := fnv.New64a()
		texts := []string{row[at], row[method]}
		if grouped {
			texts = append(texts, row[group])
		}
		for _, text := range texts {
			io.WriteString(h, text)
			h.Write([]byte{0})
		}
		if _, again := seen[h.Sum64()]; again || isMissing(row[at]) {
			return false, nil
		}
		seen[h.Sum64()] = struct{}{}
		if known, ok := first[row[at]]; !ok {
			first[row[at]] = row[method]
		} else if known != row[method] {
			first[row[at]] = ""
		}
	}
	shared := 0
	for _, m := range first {
		if m == "" {
			shared++
		}
	}
	return 2*shared >= len(first), nil
}
