package evals

import (
	"cmp"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/catalog"
	"counterpoise/stats/table"
)

// Format reads the results of one program.
type Format struct {
	About string // what the files are, in a few words
	// Recognises reports whether a path holds results of this format, by its name and the first bytes.
	Recognises func(path string) bool
	// Read returns the outcomes of a path. Field names the outcome; empty takes the format's usual one. Memory is spent
	// from room.
	Read func(path, field string, room *budget.Budget) (Results, error)
	// Label tells what the path of a result says, without its extension, where the program lays out its paths itself;
	// false for a path that is laid out otherwise. It is nil where programs leave paths to their users.
	Label func(path string) (label, bool)
	// Seed is the seed of the evaluation that a result tells, empty where it tells none: a seed in its path that is the
	// same is no training's. It is nil where results tell none.
	Seed func(path string) string
}

// Results are what a Format reads of a path.
type Results struct {
	Outcomes []Outcome
	What     string // what was read, as a clause
	Where    string // environment that the rollouts were in; empty where the file does not tell it
	Numbered bool   // starts are numbers of rollouts, which are alike under the same seed of the program alone
	Warnings []string
}

// Outcome is the outcome of rollouts, with what a file tells of them.
type Outcome struct {
	Method, Trial string // empty where the path has to tell them
	Group, Start  string // task, and episode or initial state; empty where there are none
	Rollouts      int
	Sum           float64 // of the outcomes of the rollouts
	Checkpoint    string  // epoch or step of the training that the file tells; empty where it tells none
}

// Formats are the formats of programs, by name.
var Formats = catalog.New[Format]("format of results")

// Options are the choices of Read.
type Options struct {
	Value string // the outcome: a field of another program's results; empty takes the usual one
	// Path reads the paths of results, as {method}/seed_{seed}/step_{checkpoint} with {task} and * for anything; empty
	// reads what the parts of the paths look like (see labels).
	Path string
	// Checkpoint is the checkpoint that counts where paths have several of a training; empty takes the last.
	Checkpoint string

	Stdin io.Reader // what "-" is
	Room  *budget.Budget
	Check func(path string) error // an error for a file or folder that is no result; nil checks none
}

// Read reads files, folders and "-" into one table. An argument METHOD=PATH names the method of a file without a column
// for it; others are named by their paths, which also tell seeds and checkpoints (see labels). A file that is given
// twice is an error, as is a copy of one whose rows name their methods; other copies are said in a sentence. Files of
// comma-separated values are put below each other and must have the same columns; without a column of methods, several
// files are a method each. The sentences say what was taken for what. A folder that holds no result of its own stands
// for the results in it.
func Read(args []string, o Options) (s table.Sheet, sentences []string, err error) {
	var found []source
	for _, arg := range args {
		more, err := o.find(arg)
		if err != nil {
			return s, nil, err
		}
		found = append(found, more...)
	}
	if len(found) == 0 {
		return s, nil, fmt.Errorf("there are no results to read")
	}
	if err := twice(found); err != nil {
		return s, nil, err
	}
	labels, err := o.labels(found)
	if err != nil {
		return s, nil, err
	}
	if o.Path == "" {
		evaluationSeeds(found, labels)
	}
	found, labels, said, warnings, err := o.chosen(found, labels)
	if err != nil {
		return s, nil, err
	}
	csv := 0
	for _, f := range found {
		if f.format == "" {
			csv++
		}
	}
	switch csv {
	case len(found):
		s, sentences, err = o.tables(found, labels)
	case 0:
		s, sentences, err = o.outcomes(found, labels)
	default:
		err = fmt.Errorf("%s is a table of comma-separated values and other files are %s: compare one kind at a time",
			found[slices.IndexFunc(found, func(f source) bool { return f.format == "" })].path,
			found[slices.IndexFunc(found, func(f source) bool { return f.format != "" })].format)
	}
	for _, w := range warnings {
		s.Warn(w)
	}
	s.Last = slices.ContainsFunc(labels, func(l label) bool { return l.checkpoint != "" })
	return s, append(said, sentences...), err
}

// source is one file or folder of results.
type source struct {
	method string // as named in an argument; empty otherwise
	path   string
	format string // empty for comma-separated values
	root   string // the folder of the argument that it was found in; empty for a file that is named
}

// maxFound bounds the files of one argument: a folder of more is not one of results.
const maxFound = 10_000

// find returns the results at an argument.
func (o Options) find(arg string) ([]source, error) {
	method, path := "", arg
	if name, rest, ok := strings.Cut(arg, "="); ok && name != "" && !exists(arg) {
		method, path = name, rest
	}
	if path == "-" {
		return []source{{method: method, path: path}}, nil
	}
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("can't read the results: %w", err)
	}
	if o.Check != nil {
		if err := o.Check(path); err != nil {
			return nil, err
		}
	}
	if name := recognised(path); name != "" {
		return []source{{method: method, path: path, format: name}}, nil
	}
	if !info.IsDir() {
		return []source{{method: method, path: path}}, nil
	}
	var found []source
	if err := o.walk(path, method, &found); err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("%s holds no results of %s, and no table (.csv, .jsonl): name the files", path,
			strings.Join(Formats.Names(), ", "))
	}
	return found, nil
}

// walk finds the results below a folder: what a format recognises, else CSV files. Results of programs go before
// tables, which their folders often hold besides.
func (o Options) walk(dir, method string, found *[]source) error {
	var tables []source
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case len(*found)+len(tables) > maxFound:
			return fmt.Errorf("%s holds more than %d results: name the files", dir, maxFound)
		}
		if d.IsDir() && o.Check != nil {
			if err := o.Check(path); err != nil {
				return err
			}
		}
		if name := recognised(path); name != "" {
			*found = append(*found, source{method, path, name, dir})
			if d.IsDir() {
				return filepath.SkipDir
			}
		} else if !d.IsDir() && isTable(path) {
			tables = append(tables, source{method, path, "", dir})
		}
		return nil
	})
	if len(*found) == 0 {
		*found = tables
	}
	return err
}

// isTable reports whether a file in a folder is a table by its name: of comma-separated values, or JSON lines that are
// not records of this program.
func isTable(path string) bool {
	return strings.EqualFold(filepath.Ext(path), ".csv") || strings.EqualFold(filepath.Ext(path), ".jsonl") &&
		!strings.HasPrefix(filepath.Base(path), "records")
}

// recognised is the name of the format that a path has, empty where none does.
func recognised(path string) string {
	for _, name := range Formats.Names() {
		if f, _ := Formats.Get(name); f.Recognises(path) {
			return name
		}
	}
	return ""
}

// exists reports whether a path exists.
func exists(path string) bool { _, err := os.Stat(path); return err == nil }

// fileName is the name of a path in messages.
func fileName(path string) string {
	if path == "-" {
		return "standard input"
	}
	return path
}

// tables reads files of comma-separated values and puts them below each other. A column "method" has the names of the
// files where there are several and none has methods, or where an argument names the method; columns "seed" and "task"
// have those of their paths where the files have none. It is an error where some paths tell them and others do not.
func (o Options) tables(found []source, labels []label) (all table.Sheet, sentences []string, err error) {
	copies := copies(found)
	told := slices.DeleteFunc(slices.Clone(labels), func(l label) bool { return l.trial == "" })
	unknown := func(l label) bool { return strings.Contains(l.trial, " #") } // numbered, as no path tells a seed
	numbered := len(told) > 0 && len(slices.DeleteFunc(told, unknown)) == 0
	for i, f := range found {
		s, err := o.sheet(f.path)
		if err != nil {
			return all, nil, err
		}
		first, copied := copies[i]
		if f.method != "" || len(found) > 1 && !s.NamesMethods() {
			if slices.Contains(s.Names, "method") {
				return all, nil, fmt.Errorf("%s has a column of methods, so the file can't be one method's: leave "+
					"%s= out", fileName(f.path), f.method)
			}
			s.Label("method", labels[i].method)
			trial := labels[i].trial
			if trial == "" && numbered {
				trial = f.path // of no seed, as the others
			}
			if trial != "" && !s.NamesTrials() {
				s.Label("seed", trial)
			}
			if labels[i].task != "" && !s.NamesGroups() {
				s.Label("task", labels[i].task)
			}
			if i > 0 && (all.NamesTrials() != s.NamesTrials() || all.NamesGroups() != s.NamesGroups()) {
				return all, nil, fmt.Errorf("of %s and %s one tells a seed or task in its path or columns and the "+
					"other does not: say what paths tell with --path, as in --path '{method}/seed_{seed}'",
					found[0].path, f.path)
			}
			if copied {
				sentences = append(sentences, copyOf(f, found[first]))
			}
		} else if copied {
			return all, nil, fmt.Errorf("%s and %s have the same bytes, and their rows would count twice: leave one "+
				"out", found[first].path, f.path)
		} else if labels[i].sure && !s.NamesTrials() {
			s.Label("seed", labels[i].trial)
		}
		if i == 0 {
			all = s
		} else if err := all.Append(s); err != nil {
			return all, nil, err
		}
	}
	if len(found) > 1 {
		all.File = fmt.Sprintf("%d files", len(found))
	}
	return all, sentences, nil
}

// copyOf says that a file is a copy of another one, though both are read.
func copyOf(f, of source) string {
	return fmt.Sprintf("%s is a copy of %s, byte for byte: is it meant?", f.path, of.path)
}

// sheet reads one file of comma-separated values.
func (o Options) sheet(path string) (table.Sheet, error) {
	if path == "-" {
		s, err := table.ReadSheet(o.Stdin, fileName(path))
		return readable(s), err
	}
	file, _, err := bounded.Open(path)
	if err != nil {
		return table.Sheet{}, fmt.Errorf("can't read the results: %w", err)
	}
	defer file.Close() // at once: a folder may hold more files than a process may have open
	if strings.EqualFold(filepath.Ext(path), ".sqlite") {
		return table.Sheet{}, fmt.Errorf("%s is a database: if vla-eval recorded it, `vla-eval export %[1]s` writes "+
			"its results beside it, NAME_aggregate.json, which is read", path)
	}
	s, err := table.ReadSheet(file, path)
	return readable(s), err
}

// outcomes reads results of programs into a table with columns method, seed, task, episode, outcome and rollouts,
// of which those stay that have a value.
func (o Options) outcomes(found []source, labels []label) (s table.Sheet, sentences []string, err error) {
	copies := copies(found)
	single := onePolicy(labels)
	seeds := slices.ContainsFunc(labels, func(l label) bool { return l.trial != "" })
	s.File, s.Names = "results", []string{"method", "seed", "task", "episode", cmp.Or(o.Value, "outcome"), "rollouts"}
	s.Made = true
	s.Sums = true                   // a column success_rate has successes here, as Outcome.Sum does
	tasks, numbered := false, false // whether the first result tells tasks, and some starts are numbers
	ends, whats, of := map[string][]string{}, map[string][]string{}, trainings{}
	places := map[string]place{} // by task
	var files []string
	for i, f := range found {
		format, err := Formats.Get(f.format)
		if err != nil {
			return s, nil, err
		}
		room := cmp.Or(o.Room, budget.New(0))
		read, err := format.Read(f.path, o.Value, room)
		if err != nil {
			return s, nil, err
		}
		for _, w := range read.Warnings {
			s.Warn(f.path + ": " + w)
		}
		numbered = numbered || read.Numbered
		if read.Where != "" {
			if w := otherPlace(places, labels[i].task, place{f.path, read.Where}); w != "" {
				s.Warn(w)
			}
		}
		outcomes := read.Outcomes
		for _, r := range outcomes {
			if err := room.Spend(f.path, 256); err != nil {
				return s, nil, err
			}
			s.Rows = append(s.Rows, f.row(r, labels[i], seeds, single[labels[i].method]))
			s.Lines = append(s.Lines, len(s.Rows))
		}
		files = append(files, fmt.Sprintf("%s: %s (%s)%s.", f.path, format.About, read.What,
			f.taken(outcomes, labels[i])))
		of.add(outcomes, labels[i], f)
		whats[format.About+"; "+read.What] = append(whats[format.About+"; "+read.What], f.path)
		if first, copied := copies[i]; copied {
			sentences = append(sentences, copyOf(f, found[first]))
		}
		groups := len(outcomes) > 0 && outcomes[0].Group+labels[i].task != ""
		if len(outcomes) > 0 && outcomes[0].Checkpoint != "" {
			end := outcomes[0].Checkpoint
			ends[end] = append(ends[end], f.path)
		}
		if i == 0 {
			tasks = groups
		} else if tasks != groups && len(outcomes) > 0 {
			told, untold := f, found[0]
			if tasks {
				told, untold = untold, told
			}
			return s, nil, fmt.Errorf("%s tells tasks, and %s does not: compare results that do alike",
				told.path, untold.path)
		}
	}
	s.DropEmpty()
	if len(ends) > 1 {
		s.Warn("trainings end at different points: " + apart(ends))
	}
	if len(files) > maxFiles {
		files = []string{of.sentence(len(found), whats)}
	}
	if numbered && !seeds && len(found) > 1 {
		files[len(files)-1] += " Episodes of one number begin alike under one --seed, else --independent."
	}
	return s, append(files, sentences...), nil
}

// place is where the rollouts of a file were, as it tells.
type place struct{ path, where string }

// otherPlace says, once for each task, that rollouts were elsewhere than those of the first file that is of the task.
func otherPlace(places map[string]place, task string, of place) string {
	first, ok := places[task]
	if !ok {
		places[task] = of
		return ""
	}
	if first.where == "" || first.where == of.where {
		return ""
	}
	places[task] = place{}
	return fmt.Sprintf("%s is of rollouts in %s, and %s in %s: what differs may be the environment", first.path,
		first.where, of.path, of.where)
}

// maxFiles is the number of results that are told one by one.
const maxFiles = 3

// trainings are the results of methods in the order in which they are found.
type trainings struct {
	methods []string
	seeds   map[string][]string
}

// add adds a result.
func (t *trainings) add(outcomes []Outcome, l label, f source) {
	method, seed := l.method, l.trial
	if len(outcomes) > 0 {
		if outcomes[0].Method != "" && f.method == "" {
			method = outcomes[0].Method
		}
		seed = cmp.Or(outcomes[0].Trial, seed)
	}
	if t.seeds == nil {
		t.seeds = map[string][]string{}
	}
	if !slices.Contains(t.methods, method) {
		t.methods = append(t.methods, method)
	}
	if seed != "" && !slices.Contains(t.seeds[method], seed) {
		t.seeds[method] = append(t.seeds[method], seed)
	}
}

// sentence says of n results what they are and whose; whats are the files by what was read of them.
func (t *trainings) sentence(n int, whats map[string][]string) string {
	most := ""
	for _, what := range sortedKeys(whats) {
		if len(whats[what]) > len(whats[most]) {
			most = what
		}
	}
	others := ""
	if more := n - len(whats[most]); more > 0 {
		others = fmt.Sprintf(" of %d of them", n-more)
	}
	var parts []string
	for _, m := range t.methods {
		if seeds := t.seeds[m]; len(seeds) == 1 {
			m += " seed " + seeds[0]
		} else if len(seeds) > 1 {
			m += " seeds " + strings.Join(few(seeds), ", ")
		}
		parts = append(parts, m)
	}
	return fmt.Sprintf("%s (%s%s): %s.", results(n), most, others, strings.Join(few(parts), "; "))
}

// row is the row of an outcome. The method of an argument METHOD=PATH stands in place of the result's own; what the
// result leaves out comes from the names of files. seeds reports whether these name some seed, and onePolicy whether
// all files of the method are taken for those of one policy.
func (f source) row(r Outcome, of label, seeds, onePolicy bool) []string {
	method, trial := r.Method, cmp.Or(r.Trial, of.trial)
	if method == "" || f.method != "" {
		method = of.method
	}
	if trial == "" && (seeds || r.Start == "") && !onePolicy && !of.piece {
		trial = f.path // no seed is known, so it shares none; all of a file is of one policy
	}
	group, start := joined(of.task, r.Group), joined(of.start, r.Start)
	return []string{method, trial, group, start, strconv.FormatFloat(r.Sum, 'g', -1, 64), strconv.Itoa(r.Rollouts)}
}

// onePolicy are the methods whose files tell no seed and are of a task each: results of one policy on several tasks.
func onePolicy(labels []label) map[string]bool {
	is, seen := map[string]bool{}, map[[2]string]bool{}
	for _, l := range labels {
		if _, known := is[l.method]; !known {
			is[l.method] = true
		}
		key := [2]string{l.method, l.task}
		is[l.method] = is[l.method] && l.trial == "" && l.task != "" && !seen[key]
		seen[key] = true
	}
	return is
}

// joined is what a path and a file tell of one thing.
func joined(path, file string) string { return strings.Trim(path+"/"+file, "/") }

// taken says what a result without methods, or with another one by its argument, was taken for.
func (f source) taken(outcomes []Outcome, of label) string {
	if len(outcomes) == 0 || outcomes[0].Method != "" && f.method == "" {
		return ""
	}
	text := ", taken for method " + of.method
	if of.trial != "" {
		text += ", seed " + of.trial
	}
	return text
}

// isDir reports whether a path is a folder.
func isDir(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
