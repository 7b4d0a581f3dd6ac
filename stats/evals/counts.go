package evals

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/stats/table"
)

// counts matches an argument that is the successes of a method: 17/20, act=17/20.
var counts = regexp.MustCompile(`^(?:(.+)=)?([0-9]{1,9})/([0-9]{1,9})$`)

// Count is k successes of n rollouts of a method, whose name may be empty.
type Count struct {
	Method string
	K, N   int
}

// CountOf is what an argument counts, as 17/20 or act=17/20; ok is false for other arguments, and for the path of a
// file.
func CountOf(arg string) (c Count, ok bool) {
	m := counts.FindStringSubmatch(arg)
	if m == nil || exists(arg) || m[1] != "" && exists(m[2]+"/"+m[3]) {
		return c, false
	}
	c.Method = m[1]
	c.K, _ = strconv.Atoi(m[2])
	c.N, _ = strconv.Atoi(m[3])
	return c, true
}

// Counts is the table of arguments that all are successes of a method each. Methods without a name are called A, B, and
// so on. ok is false where one of the arguments is something else. The sentence says what is what. It returns an error
// for more successes than rollouts.
func Counts(args []string) (s table.Sheet, sentence string, ok bool, err error) {
	s = table.Sheet{File: "the arguments", Names: []string{"method", "successes", "rollouts"}, Sums: true, Made: true}
	var names []string
	for i, arg := range args {
		c, ok := CountOf(arg)
		if !ok {
			return s, "", false, nil
		}
		if c.N < 1 || c.K > c.N {
			err = cmp.Or(err, fmt.Errorf("%s: %d is no number of successes of %d rollouts", arg, c.K, c.N))
		}
		name := c.Method
		if name == "" {
			name = string(rune('A' + i%26))
			if i >= 26 {
				name += strconv.Itoa(i / 26)
			}
		}
		s.Rows = append(s.Rows, []string{name, strconv.Itoa(c.K), strconv.Itoa(c.N)})
		s.Lines = append(s.Lines, i+1)
		names = append(names, fmt.Sprintf("%s %d of %d", name, c.K, c.N))
	}
	return s, "Successes: " + strings.Join(few(names), ", ") + ".", len(args) > 0, err
}
