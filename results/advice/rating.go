package advice

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"counterpoise/internal/shell"
	"counterpoise/internal/wording"
	"counterpoise/scenes/demos/filter"
)

// mostGrades is the largest number of values of a rating with which it makes kinds. With more, such as one to five
// stars, it is a scale: nobody says by it from which value on demonstrations are not to be learned from.
const mostGrades = 3

// ratingWords are words of names of labels of ratings.
var ratingWords = []string{"quality", "rating", "ratings", "score", "scores", "star", "stars", "grade", "grades",
	"optimality", "expertise", "proficiency"}

// numberWords are words of names of labels whose numbers are names: quality_id is no rating.
var numberWords = []string{"id", "ids", "hash", "index", "version", "seed", "code", "date", "timestamp"}

// Rating is a label by which demonstrations were rated on a scale of numbers or of letters from A to F.
type Rating struct {
	Label  string   `json:"label"`
	Better string   `json:"better"` // greater, smaller, or earlier letters; empty: the name does not say
	Values []string `json:"values"` // from the worst to the best or, where that is not known, from the smallest
	N      []int    `json:"n"`      // demonstrations of each value
	None   int      `json:"none"`   // demonstrations without a value
}

// isRating reports whether a label rates demonstrations. Numbers of a label that the user names may be anybody's, and
// are a scale where there are too many for kinds.
func isRating(label string, values map[string]bool, named bool) bool {
	n, numbers, grades := 0, 0, 0
	for v := range values {
		if strings.TrimSpace(v) == "" {
			continue
		}
		n++
		if isNumber(v) {
			numbers++
		} else if _, is := letterGrade(label, v); is {
			grades++
		}
	}
	_, known := numbersAre(label)
	words := wording.NameWords(label)
	rates := hasWord(words, ratingWords) && !hasWord(words, numberWords)
	if named {
		rates = rates || known || hasWord(words, openWords) || n > maxKinds
	}
	return rates && n > mostGrades && (numbers == n || grades == n)
}

// ratingOf reads a label that rates demonstrations.
func ratingOf(all []filter.Episode, label string) Rating {
	r, n := Rating{Label: label}, map[string]int{}
	for i := range all {
		if v := all[i].Labels[label]; strings.TrimSpace(v) != "" {
			if n[v]++; n[v] == 1 {
				r.Values = append(r.Values, v)
			}
		} else {
			r.None++
		}
	}
	sign, known := numbersAre(label)
	switch _, letter := letterGrade(label, r.Values[0]); {
	case letter:
		r.Better = "earlier letters"
	case known && sign > 0:
		r.Better = "greater"
	case known:
		r.Better = "smaller"
	}
	slices.SortFunc(r.Values, func(a, b string) int {
		return cmp.Or(cmp.Compare(r.grade(a), r.grade(b)), cmp.Compare(a, b))
	})
	for _, v := range r.Values {
		r.N = append(r.N, n[v])
	}
	return r
}

// grade is how good a value is or, where that is not known, how great.
func (r Rating) grade(value string) float64 {
	if grade, known := gradeOf(r.Label, value); known {
		return grade
	}
	x, _ := filter.Number(value)
	return x
}

// Cuts are conditions for the worst demonstrations, as many as a quarter and a half of those that are rated allow: half
// is the most that leaving out was measured for. They are for a test, and decide nothing. There are none where it is
// not known which values are better.
func (r Rating) Cuts() (all []filter.Condition) {
	total := 0
	for _, n := range r.N {
		total += n
	}
	for _, share := range []float64{.25, keptShare} {
		n, at := 0, 0
		for at < len(r.N) && float64(n+r.N[at]) <= share*float64(total) {
			n += r.N[at]
			at++
		}
		for at > 0 && at < len(r.N) && r.grade(r.Values[at]) == r.grade(r.Values[at-1]) {
			at-- // 4 and 4.0
		}
		if at == 0 || r.Better == "" {
			continue
		}
		c := filter.Condition{Label: r.Label}
		switch r.Better {
		case "greater":
			c.Than, c.Values = "<", r.Values[at:at+1]
		case "smaller":
			c.Than, c.Values = ">", r.Values[at:at+1]
		default:
			c.Values = r.Values[:at]
		}
		if len(all) == 0 || all[0].String() != c.String() {
			all = append(all, c)
		}
	}
	return all
}

// ratingLines say of ratings that they say which demonstrations are worse, and not which are too bad to learn from. Of
// many the first have a line each.
func (r Report) ratingLines() (lines []string) {
	var others []string
	for i, one := range r.Ratings {
		if i >= mostKinds-1 && len(r.Ratings) > mostKinds {
			others = append(others, one.Label)
			continue
		}
		lines = append(lines, one.line())
	}
	if others != nil {
		lines = append(lines, fmt.Sprintf("By %s too demonstrations are rated, on scales of their own: --full.",
			wording.List(shortenedTo(others, "more"))))
	}
	return lines
}

// otherRatings are the lines of the ratings that have none in ratingLines.
func (r Report) otherRatings() (lines []string) {
	if len(r.Ratings) > mostKinds {
		for _, one := range r.Ratings[mostKinds-1:] {
			lines = append(lines, one.line())
		}
	}
	return lines
}

// mostListed is the largest number of values of a rating that are counted one by one.
const mostListed = 6

// line says what a rating says, and what it does not.
func (r Rating) line() string {
	var has []string
	total := 0
	for i, v := range r.Values {
		total += r.N[i]
		n := fmt.Sprint(r.N[i])
		if i == 0 {
			n = wording.Plural(r.N[i], "demonstration")
		}
		has = append(has, fmt.Sprintf("%s %s %s", n, map[bool]string{true: "has", false: "have"}[r.N[i] == 1], v))
	}
	said := wording.List(has)
	if len(has) > mostListed {
		middle := 0
		n := r.N[0]
		for ; 2*n < total; n += r.N[middle] {
			middle++
		}
		median := r.Values[middle]
		if 2*n == total { // it lies between two values
			median += " to " + r.Values[middle+1]
		}
		said = fmt.Sprintf("%s have %s to %s, median %s", wording.Plural(total, "demonstration"), r.Values[0],
			r.Values[len(r.Values)-1], median)
	}
	switch {
	case r.None == 1:
		said += "; 1 has none"
	case r.None > 1:
		said += fmt.Sprintf("; %d have none", r.None)
	}
	better, flag := r.Better+" is better, by its name", ""
	if r.Better == "earlier letters" {
		better = "earlier letters are better"
	}
	switch cuts := r.Cuts(); {
	case r.Better == "":
		better = "whether greater is better its name does not say"
		flag = fmt.Sprintf("%s or %s", shell.Quote(r.Label+"<"+r.Values[1]),
			shell.Quote(r.Label+">"+r.Values[len(r.Values)-2]))
	case len(cuts) > 0 && cuts[0].Than == "":
		flag = shell.Quote(strings.Join(cuts[len(cuts)-1].Values, ","))
	case len(cuts) > 0:
		flag = shell.Quote(cuts[len(cuts)-1].String())
	default:
		flag = shell.Quote(r.Values[0])
	}
	return fmt.Sprintf("By %s %s; %s. Which are too bad to learn from, the data cannot tell: --suboptimal %s leaves "+
		"such ones out.", r.Label, said, better, flag)
}

// Threshold takes the demonstrations that the user calls worse by conditions, such as stars<3 or operator=carl, or by
// values of a rating, for bad ones, and returns the other names of suboptimal.
func (l *Labels) Threshold(all []filter.Episode, suboptimal []string) (rest []string, err error) {
	values := valuesOf(all)
	for _, text := range suboptimal {
		label, than, _ := strings.Cut(strings.Replace(text, ">", "<", 1), "<")
		_, compares := filter.Number(than)
		of, _, equals := strings.Cut(text, "=")
		at := slices.IndexFunc(l.Ratings, func(r Rating) bool { return slices.Contains(r.Values, text) })
		switch {
		case compares || than != "" && values[strings.TrimSpace(label)] != nil:
		case equals && values[strings.TrimSpace(of)] != nil: // operator=carl, as demos list and try take it
		case at >= 0:
			text = l.Ratings[at].Label + "=" + text
		default:
			rest = append(rest, text)
			continue
		}
		conditions, err := filter.Parse([]string{text})
		if err == nil {
			var stay []int
			stay, err = filter.Rule{Drop: conditions}.Choose(all)
			if err == nil && len(stay) == len(all) {
				err = fmt.Errorf("%s is true of no demonstration", text)
			}
		}
		if err != nil {
			return nil, fmt.Errorf("--suboptimal: %w", err)
		}
		l.Worse = append(l.Worse, conditions...)
	}
	l.Ratings = slices.DeleteFunc(l.Ratings, func(r Rating) bool {
		return slices.ContainsFunc(l.Worse, func(c filter.Condition) bool { return c.Label == r.Label })
	})
	return rest, nil
}
