package evals

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"counterpoise/stats/table"
)

// counts matches an argument that is the successes of a method: 17/20, act=17/20, act:17/20.
var counts = regexp.MustCompile(`^(?:(.+?)(?:=|: *))?([0-9]{1,9})/([0-9]{1,9})$`)

// bareRate matches an argument that tells no number of rollouts: act=61 %, .61.
var bareRate = regexp.MustCompile(`^(?:[^=:]+(?:=|: *))?(?:[0-9]+(?:[.,][0-9]+)? *\\?%|[01]?\.[0-9]+)$`)

// Count is k successes of n rollouts of a method, whose name may be empty.
type Count struct {
	Method string
	K, N   int
}

// CountOf is what an argument counts, as 17/20, act=17/20, act:17/20 or act=61 % (n=100); ok is false for other
// arguments, and for the path of a file.
func CountOf(arg string) (c Count, ok bool) {
	c, ok, _ = countOf(arg)
	return c, ok
}

// countOf is CountOf with an error where no number of successes has the rate, or it tells no number of rollouts.
func countOf(arg string) (c Count, ok bool, err error) {
	if bareRate.MatchString(arg) && !exists(arg) {
		return c, true, fmt.Errorf("%s: of how many rollouts? Write 61 %% (n=50), or the successes as 17/20", arg)
	}
	m := counts.FindStringSubmatch(arg)
	if m == nil && !exists(arg) {
		return told(arg)
	}
	if m == nil || exists(arg) || m[1] != "" && exists(m[2]+"/"+m[3]) {
		return c, false, nil
	}
	c.Method = m[1]
	c.K, _ = strconv.Atoi(m[2])
	c.N, _ = strconv.Atoi(m[3])
	return c, true, nil
}

// told is what an argument counts that tells its rollouts otherwise: act=61 % (n=100), 66 % over 300 rollouts. The
// name ends at the first = or : behind which such a text stands.
func told(arg string) (c Count, ok bool, err error) {
	for from := 0; ; {
		if _, ok := canonical(arg[from:]); ok {
			c.Method = strings.TrimSpace(strings.TrimRight(arg[:from], "=:"))
			c.K, c.N, err = Successes(arg[from:])
			return c, true, err
		}
		next := strings.IndexAny(arg[from:], "=:")
		if next < 0 {
			return c, false, nil
		}
		from += next + 1
	}
}

// CountsOf are the counts of arguments; ok is false where one of them is something else. It is an error where two have
// one name, or one has more successes than rollouts.
func CountsOf(args []string) (all []Count, ok bool, err error) {
	for _, arg := range args {
		c, ok, wrong := countOf(arg)
		if !ok {
			return nil, false, nil
		}
		if err = cmp.Or(err, wrong); wrong == nil && (c.N < 1 || c.K > c.N) {
			err = cmp.Or(err, fmt.Errorf("%s: %d is no number of successes of %d rollouts", arg, c.K, c.N))
		}
		twice := func(other Count) bool { return c.Method != "" && other.Method == c.Method }
		if i := slices.IndexFunc(all, twice); i >= 0 {
			err = cmp.Or(err, fmt.Errorf("%s is given twice, as %d/%d and %d/%d: give each a name of its own; "+
				"trainings of one method are rows of a file with columns method, seed, successes and rollouts",
				c.Method, all[i].K, all[i].N, c.K, c.N))
		}
		all = append(all, c)
	}
	return all, len(all) > 0, err
}

// Counts is the table of arguments that all are successes of a method each (see CountsOf). Methods without a name are
// called A, B, and so on. The sentence says what is what.
func Counts(args []string) (s table.Sheet, sentence string, ok bool, err error) {
	s = table.Sheet{File: "the arguments", Names: []string{"method", "successes", "rollouts"}, Sums: true, Made: true}
	all, ok, err := CountsOf(args)
	var names []string
	free := func(name string) bool {
		return !slices.ContainsFunc(all, func(c Count) bool { return c.Method == name })
	}
	for i := range all {
		c := &all[i]
		for n := i; c.Method == ""; n++ {
			name := string(rune('A' + n%26))
			if n >= 26 {
				name += strconv.Itoa(n / 26)
			}
			if free(name) {
				c.Method = name
			}
		}
		s.Rows = append(s.Rows, []string{c.Method, strconv.Itoa(c.K), strconv.Itoa(c.N)})
		s.Lines = append(s.Lines, i+1)
		names = append(names, fmt.Sprintf("%s %d of %d", c.Method, c.K, c.N))
	}
	return s, "Successes: " + strings.Join(few(names), ", ") + ".", ok, err
}
