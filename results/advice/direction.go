package advice

import (
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
	"counterpoise/scenes/demos"
	"counterpoise/scenes/demos/filter"
)

// Words of values, and of names of labels with truth values, that say how good a demonstration is.
var (
	goodWords = []string{"good", "better", "best", "great", "excellent", "expert", "experts", "optimal", "proficient",
		"success", "successful", "succeeded", "high", "clean", "skilled", "experienced", "perfect", "master"}
	fairWords = []string{"okay", "ok", "fair", "medium", "average", "mediocre", "intermediate", "acceptable"}
	badWords  = []string{"bad", "worse", "worst", "poor", "novice", "novices", "beginner", "suboptimal", "low",
		"sloppy", "failure", "failed", "fail", "unsuccessful", "unskilled", "inexperienced", "amateur"}
	notWords = []string{"not", "no", "non", "never"}
)

// scaleWords are words of names of labels whose numbers are a scale: the greater, the better. Numbers of an operator
// are names.
var scaleWords = []string{"quality", "rating", "ratings", "optimality", "expertise", "proficiency", "skill", "score",
	"scores", "star", "stars", "reward", "success"}

// openWords are words of names of labels whose numbers may be better the greater or the smaller they are: the best
// grade is 1 in Germany. countWords are those of what demonstrations should not have, and faultWords of what measures
// how bad they are: anomaly_score.
var (
	openWords  = []string{"grade", "grades", "note", "notes", "mark", "marks", "tier", "class", "level"}
	countWords = []string{"failures", "failure", "fails", "collisions", "drops", "violations", "misses"}
	faultWords = []string{"anomaly", "anomalies", "outlier", "outliers", "damage", "badness", "risk", "noise",
		"uncertainty", "difficulty", "defect", "defects", "fault", "faults", "hesitation", "slowness", "suspicion"}
)

// numbersAre says which numbers of a label are better by its name: 1 for greater ones, -1 for smaller ones; unknown
// where it does not say.
func numbersAre(label string) (sign float64, known bool) {
	name := wording.NameWords(label)
	has := func(lists ...[]string) bool { return hasWord(name, lists...) }
	says, word := wordGrade(name)
	switch {
	case has(wording.LessIsBetter, countWords, faultWords) || word && says < 0: // quality_error, suboptimal=1
		return -1, true
	case !word && has(openWords):
		return 0, false
	}
	return 1, word || has(scaleWords)
}

// hasWord reports whether one of the words of a name is in a list.
func hasWord(name []string, lists ...[]string) bool {
	return slices.ContainsFunc(name, func(w string) bool {
		return slices.ContainsFunc(lists, func(list []string) bool { return slices.Contains(list, w) })
	})
}

// letters are grades from the best to the worst.
const letters = "ABCDEF"

// letterGrade returns the grade of a letter such as B, b or B+, the greater the better, of a label that is no person's
// name.
func letterGrade(label, value string) (grade float64, is bool) {
	value = strings.ToUpper(strings.TrimSpace(value))
	if value == "" || !hasWord(wording.NameWords(label), scaleWords, openWords) {
		return 0, false
	}
	at := strings.IndexByte(letters, value[0])
	third, plain := map[string]float64{"": 0, "+": 1. / 3, "-": -1. / 3}[value[1:]]
	return third - float64(at), at >= 0 && plain
}

// Directions says of labels of quality with numbers which of these are taken for better, where it is not the greater
// ones, as entries of Decided of demos.Description.
func (l Labels) Directions(all []filter.Episode) (list []string) {
	values := valuesOf(all)
	for _, label := range l.Quality {
		all := slices.Sorted(maps.Keys(values[label]))
		if slices.ContainsFunc(all, func(v string) bool { _, is := letterGrade(label, v); return is }) {
			list = append(list, "better: earlier letters of "+label+" (--suboptimal)")
			continue
		}
		if !slices.ContainsFunc(all, isNumber) {
			continue
		}
		open := hasWord(wording.NameWords(label), openWords)
		switch sign, known := numbersAre(label); {
		case !known && open:
			list = append(list, "better: which numbers of "+label+" are, its name does not say (--suboptimal)")
		case sign < 0:
			list = append(list, "better: smaller numbers of "+label+", by its name (--suboptimal)")
		}
	}
	return list
}

// isNumber reports whether a value of a label is a number.
func isNumber(value string) bool {
	_, is := filter.Number(value)
	return is
}

// wordGrade is what words say of how good something is, 1, 0 or -1. Words that say both good and bad, as in
// "better+worse", say nothing.
func wordGrade(words []string) (grade float64, known bool) {
	list, not := gradesOf(words)
	if len(list) == 0 || slices.Contains(list, 1) && slices.Contains(list, -1) {
		return 0, false
	}
	if grade = list[len(list)-1]; not {
		grade = -grade
	}
	return grade, true
}

// gradesOf are the grades that words name, and whether there is a negation among them.
func gradesOf(words []string) (list []float64, not bool) {
	for _, w := range words {
		switch {
		case slices.Contains(notWords, w):
			not = true
		case slices.Contains(goodWords, w):
			list = append(list, 1)
		case slices.Contains(badWords, w):
			list = append(list, -1)
		case slices.Contains(fairWords, w):
			list = append(list, 0)
		}
	}
	return list, not
}

// saysNothing reports whether a value of a label of quality is missing or says good and bad at once.
func saysNothing(value string) bool {
	words := wording.NameWords(value)
	list, _ := gradesOf(words)
	_, known := wordGrade(words)
	return value == none || len(list) > 0 && !known
}

// gradeOf is how good a value of a label of quality says that demonstrations are: words are 1, 0 or -1, numbers of a
// scale themselves, and truth values what the name of the label says, as in is_expert.
func gradeOf(label, value string) (grade float64, known bool) {
	if grade, known = wordGrade(wording.NameWords(value)); known {
		return grade, true
	}
	name := wording.NameWords(label)
	if yes, err := strconv.ParseBool(strings.ToLower(value)); err == nil && len(value) > 1 {
		if grade, known = wordGrade(name); known && !yes {
			grade = -grade
		}
		return grade, known
	}
	if grade, known = letterGrade(label, value); known {
		return grade, true
	}
	x, is := filter.Number(value)
	if !is {
		return 0, false
	}
	sign, known := numbersAre(label)
	if !known {
		return 0, false
	}
	return sign * x, true
}

// mixesScales reports whether the values of a label say how good demonstrations are by numbers and by words, which
// nothing compares, and returns one of each.
func mixesScales(label string, values map[string]bool) (number, word string, mixed bool) {
	for _, v := range slices.Sorted(maps.Keys(values)) {
		if _, is := wordGrade(wording.NameWords(v)); is {
			word = v
		} else if _, is := gradeOf(label, v); is {
			number = v
		}
	}
	return number, word, number != "" && word != ""
}

// saysHowWell reports whether a value of a label says how good a demonstration is, or names a style of demonstrations.
func saysHowWell(label string, values map[string]bool) bool {
	for v := range values {
		if _, known := gradeOf(label, v); known {
			return true
		}
		if label == string(demos.ByStyle) && demos.IsStyle(v) {
			return true
		}
	}
	return false
}

// compared is how good the labels say that group a is beside group b, above 0 better, and whether they say it. Labels
// that contradict one another say nothing. A value that says nothing lies between good and bad, and below every number.
func (m *Measurement) compared(a, b int) (difference int, known bool) {
	better, worse := false, false
	for label, value := range m.Groups[a].labels {
		x, one := gradeOf(label, value)
		y, other := gradeOf(label, m.Groups[b].labels[label])
		if !one && !other {
			continue
		}
		known = true
		if !one {
			x = math.Min(-.5, y-1)
			if y < 0 {
				x = -.5
			}
		}
		if !other {
			y = math.Min(-.5, x-1)
			if x < 0 {
				y = -.5
			}
		}
		better, worse = better || x > y, worse || x < y
	}
	switch {
	case better && worse:
		return 0, false
	case better:
		return 1, known
	case worse:
		return -1, known
	}
	return 0, known
}

// beaten is the number of groups of its skill, which are learned from, that the labels say to be better than a group.
func (m *Measurement) beaten(group int) (n int) {
	for _, i := range m.skillOf(group).Groups {
		if difference, _ := m.compared(i, group); difference > 0 {
			n++
		}
	}
	return n
}

// saysGood reports whether a label says that a kind is good, in words or by the greatest value of its skill.
func (m *Measurement) saysGood(groups []int) bool {
	return slices.ContainsFunc(groups, func(i int) bool {
		for label, value := range m.Groups[i].labels {
			grade, known := gradeOf(label, value)
			_, word := wordGrade(wording.NameWords(value))
			if known && (word && grade > 0 || m.beaten(i) == 0) {
				return true
			}
		}
		return false
	})
}

// allGood reports whether each label of quality of groups says in words that they are good.
func (m *Measurement) allGood(groups []int) bool {
	return len(groups) > 0 && !slices.ContainsFunc(groups, func(i int) bool {
		for _, value := range m.Groups[i].labels {
			if grade, known := wordGrade(wording.NameWords(value)); !known || grade <= 0 {
				return true
			}
		}
		return len(m.Groups[i].labels) == 0
	})
}

// saysWorse reports whether the labels say that a kind is worse than the references that it is compared with. Of
// demonstrations without a label they say nothing.
func (m *Measurement) saysWorse(k Kind) bool {
	return len(k.Groups) > 0 && !slices.ContainsFunc(k.Groups, func(i int) bool {
		difference, _ := m.compared(i, m.skillOf(i).Reference)
		return difference >= 0 || slices.ContainsFunc(slices.Collect(maps.Values(m.Groups[i].labels)), saysNothing)
	})
}
