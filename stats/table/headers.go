package table

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// nounsOfRollouts are words behind a number of rollouts.
const nounsOfRollouts = `(?: *(?:rollouts|trials|episodes|attempts|runs|evals|tries))`

// sized is the name of a column that tells the rollouts of its cells: Success (n=50), Task A [20 trials], Success (out
// of 50), successes/20.
var sized = regexp.MustCompile(`^(?i:(.*?[^ _,(\[])[ _,]*(?:` +
	`[(\[]? *(?:n *= *|out of )([0-9]{1,6})` + nounsOfRollouts + `? *[)\]]?|` +
	`[(\[] *(?:of |(?:#? *(?:success|successes|succ))? */ *)([0-9]{1,6})` + nounsOfRollouts + `? *[)\]]|` +
	`[(\[] *([0-9]{1,6})` + nounsOfRollouts + ` *[)\]]|` +
	`/ *([0-9]{1,6})))$`)

// scoreWords are words in the names of scores that no rollouts are counted by: score /10.
var scoreWords = []string{"score", "scores", "points", "rating", "rubric", "reward", "return"}

// sizes writes the numbers of rollouts that the names of columns tell into their cells: 41 below Success (n=50) is
// 41/50, and 82 below Success % (n=50) is 82 % (n=50). Numbers that are whole and at most that of the rollouts count
// successes, unless the name is one of rates; else they are rates. What says so. A table in which other numbers stand
// below such names stays as it is, as methods may be called so, and so does one with two columns of one name without
// the numbers.
func (s Sheet) sizes(given Choice) (out Sheet, what string) {
	if given.Rollouts != "" {
		return s, ""
	}
	rollouts, names := map[int]int32{}, slices.Clone(s.Names)
	shares, above, fractions, rated, slash := true, false, false, false, false
	for at, name := range s.Names {
		m := sized.FindStringSubmatch(strings.TrimRight(name, " ↑↓"))
		if m == nil {
			continue
		}
		n, ok := wholeNumber(strings.Join(m[2:], ""))
		if names[at] = m[1]; !ok || n < 1 || hasWord(m[1], append(scoreWords, stageWords...)) {
			return s, ""
		}
		rollouts[at], slash = n, slash || m[5] != ""
		rated = rated || readingOf(m[1]) == rates
		for _, row := range s.Rows {
			o, err := cell{row[at], 0, 0}.outcome()
			if err != nil || o.n > 0 && o.n != n || o.value < 0 || o.value > 100 && o.value > float64(n) {
				return s, ""
			}
			switch o.form {
			case percent:
				shares, fractions = false, true
			case plainNumber:
				whole := o.value == float64(int32(o.value))
				shares = shares && whole && o.value <= float64(n)
				above, fractions = above || o.value > 1, fractions || o.value > 0 && o.value < 1
			}
		}
	}
	counts := shares && above && !rated
	if len(rollouts) == 0 || !counts && (slash || above && fractions || !above && !fractions) {
		return s, ""
	}
	for i, name := range names {
		if slices.Contains(names[:i], name) {
			return s, ""
		}
	}
	out = s
	out.Rows = nil
	for _, row := range s.Rows {
		row = slices.Clone(row)
		for at, n := range rollouts {
			o, _ := cell{row[at], 0, 0}.outcome()
			switch {
			case o.form == absent || o.form == counted || o.form == word:
				continue
			case o.form == percent || !counts && !above:
				row[at] = fmt.Sprintf("%s (n=%d)", row[at], n)
			case counts:
				row[at] = fmt.Sprintf("%.0f/%d", o.value, n)
			default:
				row[at] = fmt.Sprintf("%s %% (n=%d)", row[at], n)
			}
			if o, err := (cell{row[at], 0, 0}).outcome(); err != nil || !o.possible() && !rated &&
				!hasWord(names[at], successWords) {
				return s, "" // 0.7 below "act n=5" is no rate
			}
		}
		out.Rows = append(out.Rows, row)
	}
	first := slices.IndexFunc(s.Names, func(name string) bool {
		return sized.MatchString(strings.TrimRight(name, " ↑↓"))
	})
	if !given.Named() {
		out.Names = names
	}
	has := "rates over"
	if counts {
		has = "successes of"
	}
	what = fmt.Sprintf(" Column %q has %s %d rollouts", s.Names[first], has, rollouts[first])
	if len(rollouts) > 1 {
		what += fmt.Sprintf(", and so on (%d)", len(rollouts))
	}
	return out, what + " (--rollouts-column names another number)."
}

// ofAll adds a column rollouts with the number that the user gives in place of the name of such a column; where columns
// are methods, it stands in their cells (see sizes). What says so. A rate that no number of successes has is an error.
func (s Sheet) ofAll(given Choice) (out Sheet, of Choice, what string, err error) {
	n, ok := wholeNumber(given.Rollouts)
	if !ok || n < 1 || slices.Contains(s.Names, given.Rollouts) || slices.Contains(s.Names, "rollouts") {
		return s, given, "", nil
	}
	if !named("value", s.Names) {
		methods, of, others := s, given, 0 // others are columns that can't be rates of n rollouts
		methods.Names, of.Rollouts = slices.Clone(s.Names), ""
		for at, name := range s.Names {
			one := []string{name}
			if k := s.profile(at).kind; (k == whole || k == number) && !named("trial", one) && !named("group", one) &&
				!named("start", one) && aside(name) == "" {
				if wrong := s.impossible(at, n); wrong != nil {
					err, others = cmp.Or(err, wrong), others+1
					continue
				}
				methods.Names[at] = fmt.Sprintf("%s (n=%d)", name, n)
			}
		}
		if others > 1 || others == 1 && !named("method", s.Names) { // one may be something else, as a mean
			return s, given, "", err
		}
		if err := methods.countsOrPercent(n); err != nil {
			return s, given, "", err
		}
		if out, what := methods.sizes(of); what != "" {
			return out, of, what, nil
		}
	}
	rows := make([][]string, len(s.Rows))
	for i, row := range s.Rows {
		rows[i] = append(slices.Clone(row), strconv.Itoa(int(n)))
	}
	s.Names, s.Rows, given.Rollouts = append(slices.Clone(s.Names), "rollouts"), rows, ""
	return s, given, "", nil
}

// countsOrPercent is the error of whole numbers below names with n that may all count successes of n rollouts, and may
// all be percent.
func (s Sheet) countsOrPercent(n int32) error {
	text, line, column := "", 0, 0
	for at, name := range s.Names {
		if !sized.MatchString(name) || hasWord(name, successWords) {
			continue
		}
		for i, row := range s.Rows {
			v, whole := wholeNumber(row[at])
			if isMissing(row[at]) || v == 0 && whole {
				continue
			}
			if !whole || v < 0 || v > min(n, 100) || int64(v)*int64(n)%100 != 0 {
				return nil
			}
			if v > 1 && text == "" {
				text, line, column = row[at], s.Lines[i], at+1
			}
		}
	}
	if text == "" || n == 100 {
		return nil
	}
	return fmt.Errorf("line %d, column %d: %s may count successes of %d rollouts, and be percent: write %[3]s/%[4]d "+
		"or %[3]s %%", line, column, text, n)
}

// impossible is the error of a percentage in a column that no number of successes of n rollouts has.
func (s Sheet) impossible(at int, n int32) error {
	for i, row := range s.Rows {
		o, err := cell{row[at], 0, 0}.outcome()
		whole := o.value == math.Trunc(o.value)
		if err != nil || o.form != percent && (o.form != plainNumber || o.value <= 1 || whole) {
			continue
		}
		rate := strings.TrimRight(row[at], " %")
		if o, err := (cell{fmt.Sprintf("%s %% (n=%d)", rate, n), 0, 0}).outcome(); err != nil || !o.possible() {
			return fmt.Errorf("line %d, column %d: %s %% is no number of successes of %d rollouts: if it is a mean of "+
				"several trainings, --rollouts-column is of the rollouts of all", s.Lines[i], at+1, rate, n)
		}
	}
	return nil
}

// outOf is a score out of the highest that is possible: 7.5/10.
var outOf = regexp.MustCompile(`^([0-9]*\.?[0-9]+) */ *([0-9]+(?:\.0+)?)$`)

// scored writes scores out of one highest number as parts of 1, of columns that are called scores, or in which some
// number before the stroke is not whole: 7.5/10 is 0.75, and no number of successes. What says so.
func (s Sheet) scored() (out Sheet, what string) {
	out = s
	for at, name := range s.Names {
		most, fractions, all := "", hasWord(name, scoreWords), len(s.Rows) > 0
		for _, row := range s.Rows {
			if isMissing(row[at]) {
				continue
			}
			m := outOf.FindStringSubmatch(row[at])
			if all = m != nil && (most == "" || m[2] == most); !all {
				break
			}
			most, fractions = m[2], fractions || strings.Contains(m[1], ".")
		}
		highest, err := strconv.ParseFloat(most, 64)
		if !all || !fractions || err != nil || highest <= 0 {
			continue
		}
		rows := make([][]string, len(out.Rows))
		for i, row := range out.Rows {
			rows[i] = slices.Clone(row)
			if m := outOf.FindStringSubmatch(row[at]); m != nil {
				v, _ := strconv.ParseFloat(m[1], 64)
				rows[i][at] = strconv.FormatFloat(v/highest, 'g', -1, 64)
			}
		}
		out.Rows, out.scores = rows, true
		if what == "" {
			what = fmt.Sprintf(" Column %q has scores out of %s, from 0 to 1 here, and no counts (call it successes "+
				"if it counts).", name, most)
		}
	}
	return out, what
}

// turned returns a table whose rows count successes, failures or rollouts, with a column for each method, with rows and
// columns exchanged. What says so; other tables stay as they are.
func (s Sheet) turned() (out Sheet, what string) {
	if len(s.Names) < 3 || named("method", s.Names[:1]) {
		return s, ""
	}
	var has, any [3]bool // rows of all, and rows of anything, that count successes, failures or rollouts
	every := true
	out = s
	out.Names, out.Rows, out.Lines = []string{"method"}, nil, nil
	for _, row := range s.Rows {
		of, successes, failures, rollouts := part(row[0])
		if rate := readingOf(row[0]) == rates; of == "" || rate {
			successes = successes || rate
			has[0], has[1], has[2] = has[0] || successes, has[1] || failures, has[2] || rollouts
		}
		any[0], any[1], any[2] = any[0] || successes, any[1] || failures, any[2] || rollouts && of == ""
		every = every && (successes || failures || rollouts)
		if row[0] == "" || slices.Contains(out.Names, row[0]) {
			return s, ""
		}
		out.Names = append(out.Names, row[0])
	}
	if every { // failures cup
		has = any
	}
	counted := slices.ContainsFunc(s.Rows, func(row []string) bool { // Success: 12/20, 17/20
		of, successes, _, _ := part(row[0])
		return successes && of == "" && summaryNaming(row[0]) == unnamed &&
			!slices.ContainsFunc(row[1:], func(text string) bool {
				o, err := cell{text, 0, 0}.outcome()
				return err != nil || o.n == 0
			})
	})
	has[2] = has[2] || counted && has[0]
	if !(has[0] || has[1]) || !has[2] && !(has[0] && has[1]) {
		return s, ""
	}
	for at, name := range s.Names[1:] {
		row := []string{name}
		for _, of := range s.Rows {
			row = append(row, of[at+1])
		}
		out.Rows, out.Lines = append(out.Rows, row), append(out.Lines, s.Lines[0])
	}
	return out, fmt.Sprintf(" Columns %s to %s are methods, with %s in rows (--columns names those that are).",
		strconv.Quote(s.Names[1]), strconv.Quote(s.Names[len(s.Names)-1]), strings.Join(out.Names[1:], ", "))
}

// taskWords are words in the names of tasks.
var taskWords = []string{"task", "tasks", "env", "environment", "scene", "object", "suite", "aufgabe"}

// corner finds out whether the rows of a table of rates are methods and its columns tasks, or the other way round,
// where its first column has no name or is called condition, variant or arm, which may be either. Columns that call
// themselves tasks, and one that is the mean or the total of the others, make the rows methods; rows that call
// themselves so, and a column of differences, make the columns methods. Without such a sign rows of rates called
// conditions are groups. Chosen are the columns as if the user named them; what says what was decided, and is empty
// where nothing was.
func (s Sheet) corner(given Choice) (out Sheet, chosen Choice, what string) {
	name := plain(strings.TrimSpace(s.Names[0]))
	may := slices.Contains([]string{"", "condition", "variant", "arm"}, name)
	if given.Named() || !may || named("value", s.Names) || named("method", s.Names[1:]) {
		return s, given, ""
	}
	labels := s.profile(0)
	if labels.kind != words || labels.distinct+labels.missing != len(s.Rows) || labels.missing > 1 {
		return s, given, ""
	}
	tasks, methods, numbered, rated := false, false, true, true
	var columns []string
	counts := slices.ContainsFunc(s.Names, func(name string) bool { is, _ := countsRollouts(name); return is })
	for at := 1; at < len(s.Names); at++ {
		c := s.profile(at)
		rollouts, _ := countsRollouts(s.Names[at])
		switch {
		case numberedName.MatchString(s.Names[at]) || steppedName.MatchString(s.Names[at]):
			return s, given, ""
		case hasWord(s.Names[at], derived):
			methods = true
		case rollouts && c.counted:
			tasks = true // a total of successes, not a number of rollouts
		case rollouts || c.kind == words || c.kind == empty || aside(s.Names[at]) != "":
		case summaryNaming(s.Names[at]) == wholly:
			tasks = true
		default:
			tasks = tasks || hasWord(s.Names[at], taskWords)
			rated = rated && (c.counted || c.shares || counts && c.kind == whole || s.inUnit(at))
			columns = append(columns, s.Names[at])
		}
	}
	for _, row := range s.Rows {
		methods = methods || hasWord(row[0], taskWords) || isSummary(row[0]) && len(s.Rows) > 2
		numbered = numbered && series.MatchString(row[0])
	}
	if len(columns) < 2 || numbered && name == "" || tasks && methods ||
		!tasks && !methods && (name != "condition" || !rated) {
		return s, given, ""
	}
	out = s
	out.Names = slices.Clone(s.Names)
	if tasks {
		if name == "" {
			out.Names[0] = "method"
		}
		given.Method, given.Columns = out.Names[0], columns
		return out, given, " The first column is taken for the methods, by the names of the others."
	}
	if name == "" {
		out.Names[0] = "task"
	}
	given.Group = out.Names[0]
	return out, given, fmt.Sprintf(" Rows are taken for groups, and columns for methods (if rows are: --method "+
		"%s --columns %s).", strconv.Quote(cmp.Or(s.Names[0], "method")), strings.Join(columns, ","))
}

// seedInPath is a training seed in a part of a path: act_seed1, seed_1, s0.
var seedInPath = regexp.MustCompile(`(?i)(?:^|[-_. ])(?:seed|s)[-_=]?([0-9]{1,9})(?:$|[-_. ])`)

// seedsOfPaths returns a table with a column of seeds where each row has the path of a checkpoint with a seed in one of
// its parts: ckpts/act/seed_1. Where no column has the methods, they are what the part says besides, or the part before
// it. What says so; other tables stay as they are.
func (s Sheet) seedsOfPaths() (out Sheet, what string) {
	at := slices.IndexFunc(s.Names, func(name string) bool {
		of := slices.Index(s.Names, name)
		return hasWord(name, []string{"ckpt", "checkpoint", "path", "weights", "model", "policy", "run", "dir"}) &&
			!slices.ContainsFunc(s.Rows, func(row []string) bool { return !strings.Contains(row[of], "/") })
	})
	if at < 0 {
		return s, ""
	}
	methods := slices.ContainsFunc(s.Names, func(n string) bool {
		return n != s.Names[at] && named("method", []string{n})
	})
	out = s
	out.Names, out.Rows = append(slices.Clone(s.Names), "seed"), nil
	if !methods {
		out.Names[at] = "method"
	}
	seeds, different := map[string]bool{}, map[string]bool{}
	for _, row := range s.Rows {
		parts := strings.Split(row[at], "/")
		i := slices.IndexFunc(parts, seedInPath.MatchString)
		if i < 0 {
			return s, ""
		}
		seed := seedInPath.FindStringSubmatch(parts[i])[1]
		row = append(slices.Clone(row), seed)
		if !methods {
			of := strings.Trim(seedInPath.ReplaceAllString(parts[i], "-"), "-_. ")
			if of == "" && i > 0 {
				of = parts[i-1]
			}
			row[at] = of
			different[of] = true
		}
		seeds[seed] = true
		out.Rows = append(out.Rows, row)
	}
	if len(seeds) < 2 || !methods && len(different) < 2 || len(different) > maxValues {
		return s, ""
	}
	return out, fmt.Sprintf(" Paths in column %q tell seeds: the first is of seed %s.", s.Names[at], last(out.Rows[0]))
}

// rolled is the name of a column of single rollouts that ends with the number of each.
var rolled = regexp.MustCompile(`^(.+?)(?:[-_ ]+| *[(\[])(?i:trial|rollout|episode|attempt|rep)[-_= #]*` +
	`([0-9]{1,9})[)\]]?$`)

// singleRollouts reports whether columns are single rollouts of methods that succeeded or failed: A trial 1, B trial 1.
func (s Sheet) singleRollouts() bool {
	columns := 0
	for at, name := range s.Names {
		if !rolled.MatchString(strings.TrimSpace(name)) {
			continue
		}
		columns++
		for _, row := range s.Rows {
			o, err := cell{row[at], 0, 0}.outcome()
			if err != nil || o.form != absent && (o.n != 0 || o.value != 0 && o.value != 1) {
				return false
			}
		}
	}
	return columns >= 4
}

// inUnit reports whether all numbers of a column lie between 0 and 1.
func (s Sheet) inUnit(at int) bool {
	return !slices.ContainsFunc(s.Rows, func(row []string) bool {
		o, err := cell{row[at], 0, 0}.outcome()
		return err != nil || o.form != absent && (o.value < 0 || o.value > 1)
	})
}

// unnamedCorner is the error of a first column without a name, which may be that of methods or of tasks.
func (d *detector) unnamedCorner(label int, methods []int) error {
	names := make([]string, len(methods))
	for i, at := range methods {
		names[i] = d.Names[at]
	}
	return fmt.Errorf("%s, line 1, column %d: the column of %s has no name: if columns are the methods, --columns %s "+
		"says so (or call it task, subject or seed); if its rows are, call it method", d.File, label+1,
		quoted(d.Rows[0][label]), strconv.Quote(strings.Join(names, ",")))
}

// numbered is a name that ends with a number.
var numbered = regexp.MustCompile(`^(.*[^-_ 0-9])[-_ ]+([0-9]{1,9})$`)

// endWith reports whether all values of a column end with numbers, and where a column has these numbers, with those of
// their rows.
func (s Sheet) endWith(column int, ending *regexp.Regexp, numbers int) bool {
	return len(s.Rows) > 0 && !slices.ContainsFunc(s.Rows, func(row []string) bool {
		parts := ending.FindStringSubmatch(strings.TrimSpace(row[column]))
		return parts == nil || numbers >= 0 && row[numbers] != parts[2]
	})
}

// trainings returns a table with a column of seeds where the names of all methods end with their seeds: ours_seed0,
// ours (seed 1), ours-s1. Methods may be in a column, which becomes one called method, or be columns. Columns that end
// with numbers of rollouts, A trial 1, become rows. What says so; other tables stay as they are, and so do those with a
// column of trials, unless it has the seeds that the names end with.
func (s Sheet) trainings(given Choice) (out Sheet, what string) {
	if given.Method != "" || given.Trial != "" || len(given.Columns) > 0 || len(given.Methods) > 0 {
		return s, ""
	}
	trial, at := -1, -1
	for i := range s.Names {
		switch n := s.Names[i : i+1]; {
		case at < 0 && named("method", n):
			at = i
		case trial < 0 && named("trial", n) && !s.endWith(i, seeded, -1): // run of Weights & Biases: bc_s0
			trial = i
		}
	}
	ending := seeded
	if trial >= 0 && at < 0 { // Name bc_0 beside seed 0
		at = slices.IndexFunc(s.Names, func(n string) bool {
			return s.endWith(slices.Index(s.Names, n), numbered, trial)
		})
		if at >= 0 {
			ending = numbered
		}
	}
	if trial < 0 {
		if out, what := s.seedsOfPaths(); what != "" {
			return out, what
		}
		if s.singleRollouts() {
			ending = rolled
		}
	}
	methods, seeds := map[string]int{}, false
	var known []string
	split := func(name string) (parts []string) {
		parts = ending.FindStringSubmatch(strings.TrimSpace(name))
		if parts != nil && !slices.Contains(known, name) {
			known = append(known, name)
			methods[parts[1]]++
			seeds = seeds || methods[parts[1]] > 1
		}
		return parts
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	if at < 0 { // run_name
		at = slices.IndexFunc(s.Names, func(n string) bool { return s.endWith(slices.Index(s.Names, n), seeded, -1) })
	}
	if at >= 0 {
		for _, row := range s.Rows {
			parts := split(row[at])
			if parts == nil || len(known) > maxValues {
				if seeds {
					s.Warn(fmt.Sprintf("%q looks like a seed of a method, and %q does not: a column seed tells "+
						"trainings", known[0], row[at]))
				}
				return s, ""
			}
			row = slices.Clone(row)
			if row[at] = parts[1]; trial < 0 {
				row = append(row, parts[2])
			} else if row[trial] != parts[2] {
				return s, ""
			}
			out.Rows = append(out.Rows, row)
		}
		out.Names, out.Lines = slices.Clone(s.Names), s.Lines
		if trial < 0 {
			out.Names = append(out.Names, "seed")
		}
		if !named("method", s.Names[at:at+1]) {
			out.Names[at] = "method"
		}
	} else if trial >= 0 {
		return s, ""
	} else {
		var columns, others []int
		value := "value"
		for at, name := range s.Names {
			c := s.profile(at)
			if split(name) != nil {
				columns = append(columns, at)
				if c.counted {
					value = "success"
				}
			} else if others = append(others, at); at > 0 && c.kind != words && !named("start", s.Names[at:at+1]) &&
				!named("group", s.Names[at:at+1]) {
				return s, ""
			}
		}
		for _, at := range others {
			out.Names = append(out.Names, s.Names[at])
		}
		seed := "seed"
		if ending == rolled {
			seed, value = "rollout", "success"
		}
		out.Names = append(out.Names, "method", seed, value)
		for i, row := range s.Rows {
			for _, at := range columns {
				if isMissing(row[at]) && ending == rolled {
					continue
				}
				var texts []string
				for _, o := range others {
					texts = append(texts, row[o])
				}
				parts := split(s.Names[at])
				out.Rows = append(out.Rows, append(texts, parts[1], parts[2], row[at]))
				out.Lines = append(out.Lines, s.Lines[i])
			}
		}
	}
	for i, name := range out.Names {
		if slices.Contains(out.Names[:i], name) {
			return s, ""
		}
	}
	if len(methods) < 2 || !seeds {
		return s, ""
	}
	parts := ending.FindStringSubmatch(known[0])
	if ending == rolled {
		return out, fmt.Sprintf(" Names of columns end with numbers of rollouts: %q is rollout %s of %s (--columns "+
			"takes them as they are).", known[0], parts[2], parts[1])
	}
	where := ""
	if at >= 0 {
		where = fmt.Sprintf(" in column %q", s.Names[at])
	}
	return out, fmt.Sprintf(" Names of methods%s end with their seeds: %q is seed %s of %s (--method or --columns "+
		"takes them as they are).", where, known[0], parts[2], parts[1])
}

// Words of columns that cross methods with something: what is measured, and in which condition, stage or question.
var (
	crossedMeasures = append([]string{"sr", "cr", "spl", "acc", "accuracy", "rate", "rates", "score", "scores", "avg",
		"mean", "steps", "error", "progress", "smoothness", "n", "hard", "easy", "h"}, slices.Concat(successWords,
		failureWords, measured, losses, events)...)
	crossedStages = []string{"grasp", "place", "pick", "lift", "reach", "insert", "open", "close", "pour",
		"release"}
	crossedConditions = append([]string{"sim", "simulation", "simulated", "real", "world", "seen", "unseen", "id",
		"ood", "in", "out", "of", "domain", "distribution", "easy", "medium", "hard", "clean", "clutter", "cluttered",
		"novel", "known", "bright", "dark", "dim", "left", "right", "near", "far", "q", "question", "task", "pre",
		"post",
		"before", "after"}, crossedStages...)
)

// seedNumber is a number of a training: 0, s1.
var seedNumber = regexp.MustCompile(`^[sS]?[0-9]+$`)

// crossing are columns whose names join each of several words with each of several others: ACT sim, ACT real, DP sim,
// DP real.
type crossing struct {
	sides [2][]string
	at    map[[2]string]int // columns by the words of both sides
}

// crossing finds the largest crossing of the columns of numbers, nil where there is none. Each side has two words or
// more.
func (s Sheet) crossing() (best *crossing) {
	most, longest := 3, 0
	names := make([][]string, len(s.Names))
	for at, name := range s.Names {
		if k := s.profile(at).kind; k != words && k != empty && !hasWord(name, derived) {
			names[at] = strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" _/|:.", r) })
			longest = max(longest, len(names[at]))
		}
	}
	for k := 1; k < longest; k++ {
		var firsts []string // in the order of the columns
		ends := map[string][]string{}
		c := crossing{at: map[[2]string]int{}}
		for at, of := range names {
			if len(of) <= k {
				continue
			}
			a, b := strings.Join(of[:k], " "), strings.Join(of[k:], " ")
			if c.at[[2]string{a, b}] = at; ends[a] == nil {
				firsts = append(firsts, a)
			}
			ends[a] = append(ends[a], b)
		}
		for i, a := range firsts {
			of, alike := slices.Sorted(slices.Values(ends[a])), []string{a}
			for _, b := range firsts[i+1:] {
				if slices.Equal(slices.Sorted(slices.Values(ends[b])), of) {
					alike = append(alike, b)
				}
			}
			if n := len(alike) * len(of); len(alike) > 1 && len(of) > 1 && n > most {
				most, best = n, &crossing{[2][]string{alike, ends[a]}, c.at}
			}
		}
	}
	return best
}

// saysWhat reports whether all of several texts consist of words of lists.
func saysWhat(all []string, lists ...[]string) bool {
	return !slices.ContainsFunc(all, func(name string) bool {
		return slices.ContainsFunc(wording.NameWords(name), func(w string) bool {
			return !slices.ContainsFunc(lists, func(l []string) bool { return slices.Contains(l, w) })
		})
	})
}

// quotedAll is "a", "b".
func quotedAll(names []string) string {
	var all []string
	for _, n := range names {
		all = append(all, strconv.Quote(n))
	}
	return strings.Join(all, ", ")
}

// crossed reads columns that cross methods with measures or conditions. Of measures the one that is the success alone
// is left; conditions become a column. What says so. Where names do not tell which words are the methods, or which
// measure counts, it is an error that asks; other tables stay as they are.
func (s Sheet) crossed() (out Sheet, what string, err error) {
	if len(s.Names) < 4 || named("method", s.Names) || named("value", s.Names) {
		return s, "", nil
	}
	c := s.crossing()
	if c == nil {
		return s, "", nil
	}
	of := -1 // the side that says what was measured
	for side, all := range c.sides {
		if slices.ContainsFunc(all, func(w string) bool {
			is, rather := countsRollouts(w)
			return is || rather || hasWord(w, failureWords) || namesUnits(w) || hasWord(w, bounds) || isSpread(w) ||
				seedNumber.MatchString(w)
		}) {
			return s, "", nil // numbers of rollouts and failures beside successes, seeds, limits
		}
		if saysWhat(all, crossedMeasures, crossedConditions) {
			if of >= 0 {
				return s, "", nil // no methods
			}
			of = side
		}
	}
	ask := func(why string) error {
		a, b := c.at[[2]string{c.sides[0][0], c.sides[1][0]}], c.at[[2]string{c.sides[0][1], c.sides[1][0]}]
		return fmt.Errorf("line 1: names of columns cross %s with %s, and do not tell which %s: name those to "+
			"compare, as in --columns %q", quotedAll(c.sides[0]), quotedAll(c.sides[1]), why, s.Names[a]+","+s.Names[b])
	}
	if of < 0 {
		return s, "", ask("are the methods")
	}
	with, methods := c.sides[of], c.sides[1-of]
	if !saysWhat(with, crossedConditions) {
		with = slices.DeleteFunc(slices.Clone(with), func(w string) bool {
			return !saysWhat([]string{w}, shortSuccess)
		})
		if len(with) != 1 {
			return s, "", ask("counts")
		}
	}
	column := func(method, with string) int {
		if of == 0 {
			method, with = with, method
		}
		return c.at[[2]string{method, with}]
	}
	var crossing, others, columns []int
	shares, falls := true, true
	for _, m := range methods {
		var own []int
		for _, w := range c.sides[of] {
			p := s.profile(column(m, w))
			own, shares = append(own, column(m, w)), shares && (p.shares || s.inUnit(column(m, w)))
		}
		crossing, falls = append(crossing, own...), falls && s.neverRises(own)
	}
	why := "counts"
	if len(with) > 1 && falls && saysWhat(with, crossedStages) {
		with, why = with[len(with)-1:], "counts, the last of stages that fall as those of the same rollouts do"
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	for at, name := range s.Names {
		is := s.profile(at).kind == words || at == 0 || namesUnits(name) || named("group", []string{name})
		if !slices.Contains(crossing, at) && is && !hasWord(name, derived) {
			others, out.Names = append(others, at), append(out.Names, name)
		}
	}
	if len(with) == 1 {
		for _, m := range methods {
			columns, out.Names = append(columns, column(m, with[0])), append(out.Names, m)
		}
		cents := readingOf(with[0]) == rates && !shares
		for i, row := range s.Rows {
			texts := textsOf(row, others, columns)
			for j := len(others); j < len(texts) && cents; j++ {
				if o, err := (cell{texts[j], 0, 0}).outcome(); err == nil && o.form == plainNumber {
					texts[j] += " %"
				}
			}
			out.Rows, out.Lines = append(out.Rows, texts), append(out.Lines, s.Lines[i])
		}
		return out, fmt.Sprintf(" Of each method %q %s, and not %s (--columns names others).", with[0], why,
			quotedAll(slices.DeleteFunc(slices.Clone(c.sides[of]), func(w string) bool { return w == with[0] }))), nil
	}
	role, value := "condition", "score"
	if saysWhat(with, crossedStages) {
		role = "stage"
	}
	if shares {
		value = "success"
	}
	out.Names = append(out.Names, "method", role, value)
	for i, row := range s.Rows {
		for _, m := range methods {
			for _, w := range with {
				out.Rows = append(out.Rows, append(textsOf(row, others, nil), m, w, row[column(m, w)]))
				out.Lines = append(out.Lines, s.Lines[i])
			}
		}
	}
	return out, fmt.Sprintf(" Names of columns join a method with %s.", quotedAll(with)), nil
}

// neverRises reports whether no count of a column is above that of the column before it in its row.
func (s Sheet) neverRises(columns []int) bool {
	for _, row := range s.Rows {
		for i, at := range columns[1:] {
			a, err := cell{row[columns[i]], 0, 0}.outcome()
			b, other := cell{row[at], 0, 0}.outcome()
			if err != nil || other != nil || a.n != b.n || b.value > a.value {
				return false
			}
		}
	}
	return true
}

// textsOf are the texts of a row in two lists of columns.
func textsOf(row []string, a, b []int) (texts []string) {
	for _, at := range slices.Concat(a, b) {
		texts = append(texts, row[at])
	}
	return texts
}
