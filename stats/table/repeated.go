package table

import (
	"fmt"
	"hash/maphash"
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// Repeated are rows of the same method, trial, group and episode as a row before them.
type Repeated struct {
	Rows, Copies int      // how many there are, and how many of them are the same in all columns
	Columns      []string // by which rows are compared; the last has the episodes, or the trials
	Line, Before int      // of the first of them, and of the row that it repeats
}

// repeated looks for rows of the same method, trial, group and episode as a row before them; without a column of starts
// for those of the same method, trial and group, unless each row is one rollout that succeeded or failed. Episodes that
// are the same in all columns are copies, and an error unless copies are allowed: they would count as further rollouts.
// Others may be meant, and a warning says that they count. Starts that are not called episodes may have several
// rollouts each, which may all end alike. Values are the columns of the outcomes.
func (d *detector) repeated(copies bool, values ...int) (out Repeated, err error) {
	at, start := d.found["start"]
	if start && !isEpisode(d.Names[at]) || d.Made {
		return out, nil
	}
	if !start {
		var ok bool
		at, ok = d.found["trial"]
		if _, numbered := d.found["numbering"]; !ok || numbered || !d.graded(values) {
			return out, nil
		}
	}
	const entry = 48 // bytes of a row in a map that is half empty while it grows
	mark := d.room.Mark()
	defer d.room.Release(mark)
	if err := d.room.Spend("the table", entry*int64(len(d.Rows))); err != nil {
		return out, err
	}
	var columns []int
	for _, role := range []string{"method", "trial", "group", "start"} {
		if at, ok := d.found[role]; ok {
			columns, out.Columns = append(columns, at), append(out.Columns, d.Names[at])
		}
	}
	seed := maphash.MakeSeed()
	first := map[uint64]int{}
	for i, row := range d.Rows {
		without := func(at int) bool { return isMissing(row[at]) }
		if without(at) || !slices.ContainsFunc(values, func(at int) bool { return !without(at) }) {
			continue
		}
		h := uint64(0)
		for _, c := range columns {
			h = maphash.Comparable(seed, [2]uint64{h, maphash.String(seed, row[c])})
		}
		j, known := first[h]
		if !known {
			first[h] = i
			continue
		}
		if slices.ContainsFunc(columns, func(c int) bool { return d.Rows[j][c] != row[c] }) {
			continue
		}
		if out.Rows++; out.Rows == 1 {
			out.Line, out.Before = d.Lines[i], d.Lines[j]
		}
		if slices.Equal(row, d.Rows[j]) {
			out.Copies++
		}
	}
	if out.Rows > 0 && out.Rows == out.Copies && start && !copies {
		return out, fmt.Errorf("line %d: the row is a copy of that in line %d, with the same %s; copies in all: %d, "+
			"which would count as further rollouts: take them out, or give each rollout a value of %s of its own",
			out.Line, out.Before, listed(out.Columns), out.Copies, d.Names[at])
	}
	if out.Rows > 0 {
		d.doubt = append(d.doubt, repeatedText(out.Rows, listed(out.Columns), out.Line, out.Before))
	}
	return out, nil
}

// retried is the error of rows that are attempts at one rollout, by a column of attempts beside another that tells the
// rollouts apart: they are no rollouts of their own, and whether a retry that succeeds counts is the user's to say.
func (d *detector) retried() error {
	for at, name := range d.Names {
		if d.role(at) != "" || d.columns[at].kind != whole || d.columns[at].distinct < 2 ||
			!hasWord(name, []string{"attempt", "try", "retry", "versuch"}) {
			continue
		}
		var rollouts []int
		for other, n := range d.Names {
			role := d.role(other)
			if role == "trial" || role == "start" || other != at && role == "" && numbersRollouts(n) {
				rollouts = append(rollouts, other)
			}
		}
		if len(rollouts) == 0 {
			continue
		}
		first, again, before := map[string]int{}, -1, 0
		for i, row := range d.Rows {
			key := d.key(row, "method", "group")
			for _, other := range rollouts {
				key += "\x00" + row[other]
			}
			if j, known := first[key]; !known {
				first[key] = i
			} else if again < 0 && row[at] != d.Rows[j][at] {
				again, before = i, j
			}
		}
		if again >= 0 {
			return fmt.Errorf("line %d: the row is %s %s of the rollout in line %d, and attempts at one rollout are "+
				"no rollouts of their own: keep one row of each, its first or its last", d.Lines[again], name,
				d.Rows[again][at], d.Lines[before])
		}
	}
	return nil
}

// telling is the number of digits from which on equal scores are no chance.
const telling = 5

// digitsOf is the number of digits of a text.
func digitsOf(text string) int {
	n := 0
	for _, c := range []byte(text) {
		if c >= '0' && c <= '9' {
			n++
		}
	}
	return n
}

// copied warns of rows that are the same in all columns as one before them, of a table without trials and starts whose
// rows are not single rollouts. Scores of few digits, as of stages, are equal by chance.
func (d *detector) copied(values ...int) error {
	_, trial := d.found["trial"]
	_, start := d.found["start"]
	_, numbered := d.found["numbering"]
	if trial || start || numbered || d.Made || !d.graded(values) {
		return nil
	}
	const entry = 48 // bytes of a row in a map that is half empty while it grows
	mark := d.room.Mark()
	defer d.room.Release(mark)
	if err := d.room.Spend("the table", entry*int64(len(d.Rows))); err != nil {
		return err
	}
	_, counts := d.found["rollouts"]
	seed, first, again, text := maphash.MakeSeed(), map[uint64]int{}, 0, ""
	for i, row := range d.Rows {
		if !counts && slices.ContainsFunc(values, func(at int) bool {
			return scoreName(d.Names[at]) && digitsOf(row[at]) < telling
		}) {
			continue
		}
		h := uint64(0)
		for _, v := range row {
			h = maphash.Comparable(seed, [2]uint64{h, maphash.String(seed, v)})
		}
		j, known := first[h]
		if !known {
			first[h] = i
		} else if again++; again == 1 {
			text = fmt.Sprintf("the row in line %d is a copy of that in line %d", d.Lines[i], d.Lines[j])
		}
	}
	if again > 0 {
		d.doubt = append(d.doubt, fmt.Sprintf("%s (copies in all: %d), and each counts as a unit of its own", text,
			again))
	}
	return nil
}

// graded reports whether some row is not one rollout that succeeded or failed.
func (d *detector) graded(values []int) bool {
	if _, ok := d.found["rollouts"]; ok {
		return true
	}
	return slices.ContainsFunc(values, func(at int) bool {
		return slices.ContainsFunc(d.Rows, func(row []string) bool {
			o, err := cell{row[at], 0, 0}.outcome()
			return err == nil && o.form != absent && (o.n > 0 || o.value != 0 && o.value != 1)
		})
	})
}

// isEpisode reports whether a column of starts has episodes, by its name.
func isEpisode(name string) bool { return strings.HasPrefix(plain(name), "episode") }

// isNumbering reports whether a name of starts only numbers rollouts: those of a real robot share nothing.
func isNumbering(name string) bool {
	words := slices.DeleteFunc(wording.NameWords(name), func(w string) bool {
		return slices.Contains([]string{"id", "ids", "idx", "index", "nr", "no", "number"}, w)
	})
	return len(words) == 1 && (words[0] == "episode" || words[0] == "rollout")
}

// repeatedText is the warning of rows that have the same columns as others; line is that of the first of them, and
// before that of the row that it repeats.
func repeatedText(n int, columns string, line, before int) string {
	has := "rows have"
	if n == 1 {
		has = "row has"
	}
	return fmt.Sprintf("%d %s the same %s as others (first: line %d, as line %d): all are taken for further rollouts; "+
		"if a column tells them apart, name it with --group or --trial", n, has, columns, line, before)
}

// listed is "a, b and c".
func listed(names []string) string {
	last := len(names) - 1
	if last == 0 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}
