package wording

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// ParseNumbers returns the numbers of a list as users type it, 0-9,12, in its order: all of them from 0 to below-1.
// Errors say what is wrong: text that is no number or range, a number that is not below the bound, or one that is in
// the list twice.
func ParseNumbers(text string, below int) (list []int, err error) {
	for piece := range strings.SplitSeq(text, ",") {
		from, to, err := parseOne(strings.TrimSpace(piece))
		if err != nil {
			return nil, err
		}
		if to >= below {
			return nil, fmt.Errorf("there is no %d, the last is %d", to, below-1)
		}
		if len(list)+to-from >= below { // more numbers than there are: the list need not be made to see it
			return nil, errors.New("a number is in the list twice; name each once")
		}
		for i := from; i <= to; i++ {
			list = append(list, i)
		}
	}
	sorted := slices.Sorted(slices.Values(list))
	for i, n := range sorted {
		if i > 0 && n == sorted[i-1] {
			return nil, fmt.Errorf("%d is in the list twice; name it once", n)
		}
	}
	return list, nil
}

// parseOne reads a number, or a range of them.
func parseOne(piece string) (from, to int, err error) {
	first, last, isRange := strings.Cut(piece, "-")
	from, err = strconv.Atoi(first)
	if to = from; err == nil && isRange {
		to, err = strconv.Atoi(last)
	}
	if err != nil || from < 0 || to < from {
		return 0, 0, fmt.Errorf("want numbers from 0 on and ranges, such as 0-9,12, not %q", piece)
	}
	return from, to, nil
}

// FormatNumbers returns the text of ascending numbers that ParseNumbers reads, with ranges where numbers follow one
// another.
func FormatNumbers(numbers []int) string {
	var b strings.Builder
	for i := 0; i < len(numbers); {
		last := i
		for last+1 < len(numbers) && numbers[last+1] == numbers[last]+1 {
			last++
		}
		if b.Len() > 0 {
			b.WriteByte(',')
		}
		b.WriteString(strconv.Itoa(numbers[i]))
		if last > i {
			b.WriteString("-" + strconv.Itoa(numbers[last]))
		}
		i = last + 1
	}
	return b.String()
}
