package evals

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/budget"
)

// label is what a path is taken for. What it does not tell is empty.
type label struct {
	method, task string
	setting      string // of the scenes: a part of the task, or what tells the methods apart
	trial        string // training seed
	checkpoint   string // of that training
	start        string // seed of the evaluation
	when, run    string // times; those before the checkpoint are of the run, the others of its evaluation
	sure         bool   // the seed has a clear name
	again        bool   // results of several times are evaluations of one training
	piece        bool   // one of several evaluations of a policy: a shard, or rollouts under another seed
	rest         string // what is left of the path; the method, unless an argument METHOD=PATH names that
	other        string // says how a number in the path may be read as a seed that is not; empty where there is none
	form         string // the path with {method}, {seed}, {task} and {checkpoint} in the place of these
}

// labels returns what each source is taken for, and what a reader has to know of it.
//
// What differs between the paths of several results tells them apart: their parts below the folder that was given, or
// below what the paths have in common. A training seed is a part like seed_1, wherever it stands; in paths without one,
// where a method has several, one like run1 or s1, a number that is a part of its own, or one that counts behind the
// name of a method (act-1, act-2, bc-1), which differs between paths as no task-1 or lr_1e-1 does. Numbers of steps,
// epochs and checkpoints are those of checkpoints, those of tasks and scenes name tasks, and times tell nothing. What
// is left names the method. Options.Path reads paths otherwise. Numbers that could be several of these are an error.
func (o Options) labels(found []source) (labels []label, err error) {
	if labels, ok := laidOut(found); ok && o.Path == "" {
		nameMethods(found, labels)
		return labels, nil
	}
	if tasks, folders := benchmarks(found); tasks != nil && o.Path == "" {
		if labels, err = o.labels(folders); err == nil {
			for i := range labels {
				labels[i].task = joined(labels[i].task, tasks[i])
			}
		}
		return labels, err
	}
	if len(found) == 1 && o.Path == "" {
		return []label{{method: alone(found[0])}}, nil
	}
	paths := make([]pathParts, len(found))
	for i := range found {
		paths[i] = pathParts{parts: below(found, i)}
	}
	if o.Path != "" {
		labels, err = o.given(found, paths)
	} else {
		labels, err = inferred(found, paths)
	}
	if err != nil {
		return nil, err
	}
	nameMethods(found, labels)
	if o.Path == "" {
		crossTasks(found, labels)
	}
	return labels, nil
}

// benchmarks are the benchmarks that vla-eval's files are named after, where there are several, and the files as if all
// had one name; nil for others.
func benchmarks(found []source) (tasks []string, folders []source) {
	const end = "_aggregate.json"
	several := false
	apart := map[string]bool{} // benchmarks as the files tell them
	for _, f := range found {
		name, ok := strings.CutSuffix(filepath.Base(f.path), end)
		if f.format != "vla-eval" || !ok || name == "" {
			return nil, nil
		}
		if r, err := decodeVLAEval(f.path, budget.New(0)); err == nil {
			apart[r.Benchmark] = true
		}
		tasks = append(tasks, name)
		several = several || name != tasks[0]
		f.path = filepath.Join(filepath.Dir(f.path), end)
		folders = append(folders, f)
	}
	if !several || len(apart) < 2 { // files of one benchmark are named after methods
		return nil, nil
	}
	return tasks, folders
}

// laidOut labels paths that a program lays out itself; false where some are others.
func laidOut(found []source) (labels []label, ok bool) {
	for _, f := range found {
		format, err := Formats.Get(f.format)
		if err != nil || format.Label == nil {
			return nil, false
		}
		absolute, err := filepath.Abs(f.path)
		if err != nil {
			absolute = f.path
		}
		l, ok := format.Label(strings.TrimSuffix(filepath.ToSlash(absolute), filepath.Ext(absolute)))
		if !ok {
			return nil, false
		}
		labels = append(labels, l)
	}
	inSettings(found, labels)
	return labels, true
}

// inSettings makes settings of the scenes parts of the tasks, unless arguments name the methods and each has a setting
// of its own: clean=DIR/demo_clean randomized=DIR/demo_randomized.
func inSettings(found []source, labels []label) {
	of, all := map[string]string{}, map[string]bool{}
	apart := true
	for i, l := range labels {
		known, again := of[found[i].method]
		apart = apart && found[i].method != "" && (!again || known == l.setting)
		of[found[i].method], all[l.setting] = l.setting, true
	}
	if apart && len(all) > 1 {
		return
	}
	for i := range labels {
		labels[i].task = joined(labels[i].task, labels[i].setting)
	}
}

// pathParts are the parts of a path that may tell something, with what was found in each.
type pathParts struct {
	parts  []string
	tokens [][]token
	clear  bool   // it has a clear seed
	other  string // see label
}

// alone is the name of the only result: that of its file, or of its folder where programs give all files one name.
func alone(f source) string {
	parts := split(f)
	if f.format != "" && len(parts) > 1 && !isDir(f.path) {
		return parts[len(parts)-2]
	}
	return parts[len(parts)-1]
}

// split returns the parts of a path, the last without its extension.
func split(f source) []string {
	path := filepath.ToSlash(filepath.Clean(f.path))
	if f.format == "" || !isDir(f.path) {
		path = strings.TrimSuffix(path, filepath.Ext(path))
		if of, ok := strings.CutSuffix(path, "_aggregate"); ok && f.format == "vla-eval" && filepath.Base(of) != "/" {
			path = of
		}
	}
	return strings.Split(path, "/")
}

// below returns the parts of a path below what all paths have in common, at least its last; where all lie in one folder
// that was given, the parts below that.
func below(found []source, i int) []string {
	parts := split(found[i])
	skip := len(parts) - 1
	for _, f := range found {
		other := split(f)
		n := 0
		for n < skip && n < len(other)-1 && other[n] == parts[n] {
			n++
		}
		skip = n
	}
	if root := found[0].root; root != "" {
		inside := func(f source) bool { return f.root == root }
		if !slices.ContainsFunc(found, func(f source) bool { return !inside(f) }) {
			skip = min(skip, len(strings.Split(filepath.ToSlash(filepath.Clean(root)), "/")))
			if filepath.Clean(root) == "." {
				skip = 0
			}
		}
	}
	return parts[skip:]
}

// inferred labels paths by what their parts look like.
func inferred(found []source, paths []pathParts) ([]label, error) {
	for i := range paths {
		for _, part := range paths[i].parts {
			t := tokensOf(part)
			paths[i].tokens = append(paths[i].tokens, t)
			seeded := slices.ContainsFunc(t, func(t token) bool { return t.kind == clearSeed })
			paths[i].clear = paths[i].clear || seeded
		}
	}
	if err := numbers(paths); err != nil {
		return nil, err
	}
	care(found, paths)
	labels := make([]label, len(paths))
	for i, p := range paths {
		var err error
		if labels[i], err = p.label(); err != nil {
			return nil, fmt.Errorf("%s: %w", found[i].path, err)
		}
	}
	return labels, nil
}

// label is the label of a path by its tokens, without the method. A seed of a general name is one where the path
// has no clear one, else a part of the name.
func (p pathParts) label() (l label, err error) {
	var rest, form []string
	for j, part := range p.parts {
		tokens := slices.DeleteFunc(slices.Clone(p.tokens[j]), func(t token) bool {
			return t.kind == maybeSeed && p.clear
		})
		for _, t := range tokens {
			value := part[t.valueFrom:t.valueTo]
			to := map[kind]*string{clearSeed: &l.trial, maybeSeed: &l.trial, evalSeed: &l.start,
				checkpoint: &l.checkpoint, placed: &l.task, moment: &l.when}[t.kind]
			l.piece = l.piece || t.kind == piece
			switch {
			case to == nil:
			case t.kind == placed:
				*to = joined(*to, value)
			case t.kind == moment:
				*to += " " + value
				if l.checkpoint == "" {
					l.run = l.when
				}
			case *to != "" && *to != value && t.kind != checkpoint:
				return l, fmt.Errorf("both %s and %s could be its seed: say which with --path, as in --path "+
					"'{method}/seed_{seed}'", *to, value)
			default: // of several checkpoints the last part counts, as in epoch_3/step_5000
				*to = value
			}
		}
		l.sure = l.sure || slices.ContainsFunc(tokens, func(t token) bool { return t.kind == clearSeed })
		left := without(part, tokens)
		if left != "" {
			rest = append(rest, left)
		}
		form = append(form, formOf(part, tokens))
	}
	if l.checkpoint != "" {
		rest = slices.DeleteFunc(rest, holder.MatchString)
	}
	l.other = p.other
	l.rest, l.form = strings.Join(rest, "/"), strings.Join(form, "/")
	return l, nil
}

// formOf is a part of a path with {seed} and {checkpoint} in the place of these and * in that of other tokens.
func formOf(part string, tokens []token) string {
	var b strings.Builder
	from := 0
	for _, t := range tokens {
		b.WriteString(part[from:t.valueFrom])
		switch t.kind {
		case clearSeed, maybeSeed:
			b.WriteString("{seed}")
		case checkpoint:
			b.WriteString("{checkpoint}")
		case placed:
			b.WriteString("{task}")
		default:
			b.WriteString("*")
		}
		from = t.valueTo
	}
	return b.String() + part[from:]
}

// nameMethods sets the methods: as an argument METHOD=PATH names them, else what differs in the rests of the paths,
// else the folder that was given.
func nameMethods(found []source, labels []label) {
	var rests [][]string
	for _, l := range labels {
		rests = append(rests, strings.Split(l.rest, "/"))
	}
	first, last := inCommon(rests)
	for i, f := range found {
		l := &labels[i]
		switch own := rests[i]; {
		case f.method != "":
			l.method = f.method
		case l.method != "": // by Options.Path
		case len(own) > first+last:
			l.method = strings.Join(own[first:len(own)-last], "/")
		case f.root != "":
			l.method = filepath.Base(filepath.Clean(f.root))
		default:
			l.method = own[len(own)-1]
		}
	}
}

// inCommon returns how many parts all lists have in common at their start and, of the others, at their end.
func inCommon(lists [][]string) (first, last int) {
	same := func(at func([]string) (string, bool)) bool {
		want, ok := at(lists[0])
		for _, l := range lists {
			got, has := at(l)
			ok = ok && has && got == want
		}
		return ok
	}
	for same(func(l []string) (string, bool) { return part(l, first) }) {
		first++
	}
	for same(func(l []string) (string, bool) {
		if len(l)-1-last < first {
			return "", false
		}
		return part(l, len(l)-1-last)
	}) {
		last++
	}
	return first, last
}

// part is the i-th part of a path.
func part(s []string, i int) (string, bool) {
	if i < 0 || i >= len(s) {
		return "", false
	}
	return s[i], true
}

// evaluationSeeds takes seeds of paths that are those of the evaluation, as the results tell, for no training's.
func evaluationSeeds(found []source, labels []label) {
	for i, f := range found {
		format, err := Formats.Get(f.format)
		if l := &labels[i]; err == nil && format.Seed != nil && l.trial != "" && l.trial == format.Seed(f.path) {
			l.trial, l.piece = "", true
			l.form = strings.ReplaceAll(l.form, "{seed}", "*")
		}
	}
}
