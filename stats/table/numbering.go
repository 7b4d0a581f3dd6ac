package table

import (
	"cmp"
	"hash/maphash"
	"math"
	"slices"
	"strconv"

	"counterpoise/internal/budget"
)

// numbering finds out whether a column that may have the numbers of rollouts of its rows numbers the rollouts instead:
// from 0 or 1 upwards, within a method, trial and group, within a method and trial, within a method or in the table.
// Rows are told apart by hashes of 64 bits (see detector.crosses).
type numbering struct {
	seed maphash.Seed
	rows []numberedRow
}

// numberedRow is a row of such a column.
type numberedRow struct {
	keys   [3]uint64 // of method, trial and group; of method and trial; of the method
	number int32
}

// numberedBytes is the memory of a row: in a list that may be 1.25 times as long and, while it grows, exists twice.
const numberedBytes = 72

// add adds the cell of a row, also of one without an outcome. A cell that holds no number from 0 upwards is left out.
func (n *numbering) add(method, trial, group, text string, room *budget.Budget) error {
	number, ok := wholeNumber(text)
	if !ok || number < 0 {
		return nil
	}
	if err := room.Spend("the table", numberedBytes); err != nil {
		return err
	}
	if n.rows == nil {
		n.seed = maphash.MakeSeed()
	}
	row := numberedRow{number: number}
	h := uint64(0)
	for i, name := range []string{method, trial, group} {
		h = maphash.Comparable(n.seed, [2]uint64{h, maphash.String(n.seed, name)})
		row.keys[2-i] = h
	}
	n.rows = append(n.rows, row)
	return nil
}

// found reports whether the column numbers the rollouts.
func (n *numbering) found() bool {
	most := int32(math.MinInt32)
	for _, r := range n.rows {
		most = max(most, r.number)
	}
	if int(most) > len(n.rows) {
		return false // counts of fifty rollouts in twenty rows, say: nothing is sorted
	}
	for level := range 4 {
		key := func(r numberedRow) uint64 {
			if level == 3 {
				return 0
			}
			return r.keys[level]
		}
		slices.SortFunc(n.rows, func(a, b numberedRow) int {
			return cmp.Or(cmp.Compare(key(a), key(b)), cmp.Compare(a.number, b.number))
		})
		counts, several := true, false
		for i, r := range n.rows {
			if i > 0 && key(r) == key(n.rows[i-1]) {
				counts, several = counts && r.number == n.rows[i-1].number+1, true
			} else {
				counts = counts && r.number <= 1
			}
		}
		if counts && several {
			return true
		}
	}
	return false
}

// unnumber takes the role of the numbers of rollouts from a column that numbers the rollouts instead, each of which
// then has a row. A column beside numbers of successes above 1 has numbers of rollouts all the same.
func (d *detector) unnumber() error {
	at, ok := d.found["rollouts"]
	if !ok {
		return nil
	}
	mark := d.room.Mark()
	defer d.room.Release(mark)
	of := func(row []string, role string) string {
		if at, ok := d.found[role]; ok {
			return row[at]
		}
		return ""
	}
	var n numbering
	above := false
	for _, row := range d.Rows {
		if err := n.add(of(row, "method"), of(row, "trial"), of(row, "group"), row[at], d.room); err != nil {
			return err
		}
		v, err := strconv.ParseFloat(of(row, "value"), 64)
		above = above || err == nil && v > 1
	}
	if value, ok := d.found["value"]; ok && above && readingOf(d.Names[value]) == counts || !n.found() {
		return nil
	}
	delete(d.found, "rollouts")
	if plain(d.Names[at]) != "trials" { // which may pair the methods
		d.found["numbering"] = at
	}
	return nil
}
