package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Words in the names of columns that count successes, and those that count failures or all rollouts of the same row.
var (
	successWords = []string{"success", "successes", "succeeded"}
	failureWords = []string{"failure", "failures", "failed", "fails"}
	rolloutWords = []string{"rollouts", "trials", "episodes", "attempts", "total", "n"}
)

// counting are two columns of one thing: its successes, and its failures or all of its rollouts.
type counting struct {
	of                            string // a method or a group; empty where the table has one outcome
	successes, failures, rollouts int    // columns; failures or all is -1
}

// part splits the name of a column into what it counts and of what: "bc success" and "success_bc" count successes of
// bc.
func part(name string) (of string, successes, failures, all bool) {
	at := func(i int) bool { return i < len(name) && strings.IndexByte(" _-./:", name[i]) >= 0 }
	for _, list := range [][]string{successWords, failureWords, rolloutWords} {
		for _, w := range list {
			n := len(name) - len(w)
			switch {
			case n < 0:
				continue
			case strings.EqualFold(name, w):
				of = ""
			case n > 1 && strings.EqualFold(name[n:], w) && at(n-1):
				of = name[:n-1]
			case n > 1 && strings.EqualFold(name[:len(w)], w) && at(len(w)):
				of = name[len(w)+1:]
			default:
				continue
			}
			return of, slices.Contains(successWords, w), slices.Contains(failureWords, w),
				slices.Contains(rolloutWords, w)
		}
	}
	return "", false, false, false
}

// countings are the columns that count successes beside failures or rollouts, in their order; nil where none do, or
// where a method has a column of successes alone.
func (s Sheet) countings() (all []counting) {
	for at, name := range s.Names {
		of, successes, failures, rollouts := part(name)
		if !successes && !failures && !rollouts {
			continue
		}
		i := slices.IndexFunc(all, func(c counting) bool { return c.of == of })
		if i < 0 {
			i = len(all)
			all = append(all, counting{of, -1, -1, -1})
		}
		place := &all[i].successes
		if failures {
			place = &all[i].failures
		} else if rollouts {
			place = &all[i].rollouts
		}
		if *place >= 0 {
			return nil
		}
		*place = at
	}
	for i, c := range all { // ACT beside ACT n
		if at := slices.Index(s.Names, c.of); c.of != "" && c.rollouts >= 0 && c.successes < 0 && c.failures < 0 &&
			at >= 0 {
			all[i].successes = at
		}
	}
	all = slices.DeleteFunc(all, func(c counting) bool { return c.successes < 0 && c.failures < 0 })
	for _, c := range all {
		if c.successes < 0 || c.failures < 0 && c.rollouts < 0 {
			return nil
		}
	}
	return all
}

// whole is the whole number of a cell; ok is false where it is none, and some where the cell is missing.
func (s Sheet) whole(row []string, at int) (n int, some, ok bool) {
	if isMissing(row[at]) {
		return 0, false, true
	}
	k, ok := wholeNumber(row[at])
	return int(k), true, ok && k >= 0
}

// ofRate is the number of successes of a cell that tells their rate; ok is false where no number has it.
func (s Sheet) ofRate(row []string, at, rollouts int) (k int, some, ok bool) {
	o, err := cell{row[at], 0, 0}.outcome()
	n, whole := wholeNumber(row[rollouts])
	if err != nil || !whole || n < 1 || o.n > 0 {
		return 0, true, false
	}
	o.n, o.form = n, counted
	return int(o.sum()), true, o.possible()
}

// count returns the table with the columns successes and rollouts in place of those that count successes and failures
// of one outcome, or successes and failures or rollouts of several methods or groups, which then stand below each
// other. What says what was taken for what. A table without such columns stays as it is, and so does one in which a
// cell of them is no whole number. It is an error where successes and failures do not add up to the rollouts.
func (s Sheet) count() (out Sheet, what string, err error) {
	of := s.countings()
	if len(of) == 0 || len(of) == 1 && (of[0].failures < 0 || of[0].of != "") || len(of) > 1 && of[0].of == "" {
		return s, "", nil
	}
	taken := map[int]bool{}
	for _, c := range of {
		for _, at := range []int{c.successes, c.failures, c.rollouts} {
			taken[at] = true
		}
	}
	out = s
	out.Names, out.Rows, out.Lines = nil, nil, nil
	var others []int
	for at, name := range s.Names {
		if !taken[at] {
			others, out.Names = append(others, at), append(out.Names, name)
		}
	}
	role := "method"
	if named("method", out.Names) {
		role = "group"
	}
	if len(of) > 1 {
		out.Names = append(out.Names, role)
	}
	out.Names = append(out.Names, "successes", "rollouts")
	if known := map[string]bool{}; slices.ContainsFunc(out.Names, func(n string) bool {
		defer func() { known[n] = true }()
		return known[n]
	}) {
		return s, "", nil
	}
	for i, row := range s.Rows {
		for _, c := range of {
			k, some, ok := s.whole(row, c.successes)
			if !ok && c.failures < 0 && s.Names[c.successes] == c.of {
				k, some, ok = s.ofRate(row, c.successes, c.rollouts)
			}
			n, more := 0, false
			for _, at := range []int{c.failures, c.rollouts} {
				if at < 0 {
					continue
				}
				v, is, whole := s.whole(row, at)
				if ok = ok && whole && is == some; !ok {
					return s, "", nil
				}
				if at == c.failures {
					v += k
				}
				if more && v != n {
					return s, "", fmt.Errorf("line %d: %d successes and %d failures are not %d rollouts", s.Lines[i], k,
						n-k, v)
				}
				n, more = v, true
			}
			if !some {
				continue
			}
			texts := make([]string, 0, len(out.Names))
			for _, at := range others {
				texts = append(texts, row[at])
			}
			if len(of) > 1 {
				texts = append(texts, c.of)
			}
			out.Rows = append(out.Rows, append(texts, strconv.Itoa(k), strconv.Itoa(n)))
			out.Lines = append(out.Lines, s.Lines[i])
		}
	}
	second := func(c counting) string {
		if c.failures >= 0 {
			return fmt.Sprintf("%q and %q count successes and failures", s.Names[c.successes], s.Names[c.failures])
		}
		return fmt.Sprintf("%q and %q count successes and rollouts", s.Names[c.successes], s.Names[c.rollouts])
	}
	if what = " Columns " + second(of[0]); len(of) > 1 {
		what += fmt.Sprintf(" of %s %s, and so on (%d)", role, of[0].of, len(of))
	}
	return out, what + ".", nil
}

// levels joins the two rows of a header of two levels: the first names a thing in the first of its columns, or in each
// of them, and the second what the columns hold of it. A header is one where names of the first row are missing or
// repeated behind its first column, and the second row has words alone, distinct below each name of the first.
func levels(first, second []string) (names []string, ok bool) {
	if len(first) != len(second) {
		return nil, false
	}
	above, gaps, known := "", false, map[string]bool{}
	for i, name := range first {
		name, below := strings.TrimSpace(name), strings.TrimSpace(second[i])
		gaps = gaps || i > 0 && (name == "" || name == above)
		if name != "" {
			above = name
		}
		if startsNumber(below) || below != "" && isMissing(below) {
			return nil, false
		}
		if _, is := truth(below); is && !slices.Contains(successWords, strings.ToLower(below)) &&
			!slices.Contains(failureWords, strings.ToLower(below)) {
			return nil, false
		}
		joined := strings.TrimSpace(above + " " + below)
		if known[joined] || i > 0 && joined == "" {
			return nil, false
		}
		known[joined] = true
		names = append(names, joined)
	}
	return names, gaps
}
