package evals

import (
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// label is the method and the trial (training seed) that a path is taken for. An empty trial is not known.
type label struct{ method, trial string }

// numbered matches a name that ends in a number behind a separator, with a word for a training seed before it or not:
// "act_seed3", "bc-1000", "seed1"; not "resnet18".
var numbered = regexp.MustCompile(
	`^(.*?)(?:[-_./ ]+(seed|s|run|trial|rep)?[-_.=]?|^(seed|run|trial|rep)[-_.=]?)([0-9]{1,9})$`)

// names returns the method and the trial of each source. What differs between the paths names it: of runs/act/seed1 and
// runs/act/seed2 the parts act/seed1 and act/seed2. A number at the end is the trial where a word like seed precedes
// it, or where two sources have the same name before their numbers, as act-1 and act-2. Named sources keep their
// method; their trial is the number at the end of what differs in their path, if a word precedes it.
func names(found []source) []label {
	parts := distinct(found)
	stems, repeated := map[string]int{}, false
	for i := range found {
		if m := numbered.FindStringSubmatch(parts[i]); m != nil {
			stems[m[1]]++
			repeated = repeated || stems[m[1]] > 1
		}
	}
	out := make([]label, len(found))
	for i, f := range found {
		out[i].method = parts[i]
		m := numbered.FindStringSubmatch(parts[i])
		if m != nil && (m[2]+m[3] != "" || repeated) && (m[1] != "" || f.method != "") {
			out[i] = label{m[1], m[4]}
		}
		if f.method != "" {
			out[i].method = f.method
		}
	}
	// Two sources with one method and trial are two trials whose seeds are not known.
	count := map[label]int{}
	for _, l := range out {
		count[l]++
	}
	next := map[label]int{}
	for i, l := range out {
		if count[l] > 1 {
			next[l]++
			out[i].trial = strings.TrimSpace(l.method+" "+l.trial) + " #" + strconv.Itoa(next[l])
		}
	}
	return out
}

// distinct returns of each path the folders and the name, without its extension, that differ between the paths; of a
// single path its name, or that of its folder where the name is one that a program gives to all its results.
func distinct(found []source) []string {
	split := make([][]string, len(found))
	for i, f := range found {
		path := filepath.ToSlash(filepath.Clean(f.path))
		if f.format == "" || !isDir(f.path) {
			path = strings.TrimSuffix(path, filepath.Ext(path))
		}
		split[i] = strings.Split(path, "/")
	}
	if len(found) == 1 {
		last := split[0]
		if found[0].format != "" && len(last) > 1 && !isDir(found[0].path) {
			return []string{last[len(last)-2]}
		}
		return []string{last[len(last)-1]}
	}
	first, last := 0, 0
	same := func(at func([]string) (string, bool)) bool {
		text, ok := at(split[0])
		for _, s := range split {
			t, more := at(s)
			ok = ok && more && t == text
		}
		return ok
	}
	for same(func(s []string) (string, bool) { return part(s, first) }) {
		first++
	}
	for same(func(s []string) (string, bool) {
		if len(s)-1-last < first {
			return "", false
		}
		return part(s, len(s)-1-last)
	}) {
		last++
	}
	out := make([]string, len(found))
	for i, s := range split {
		if from, to := min(first, len(s)-1), len(s)-last; to > from {
			s = s[from:to]
		}
		out[i] = strings.Join(s, "/")
	}
	return out
}

// part is the i-th part of a path.
func part(s []string, i int) (string, bool) {
	if i < 0 || i >= len(s) {
		return "", false
	}
	return s[i], true
}
