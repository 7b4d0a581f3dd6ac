package advice

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"counterpoise/scenes/demos/filter"
)

// valued are demonstrations with the values of a label, in words; - is none.
func valued(label, values string) (all []filter.Episode) {
	for i, v := range strings.Fields(values) {
		one := map[string]string{"task": "lift"}
		if v != "-" {
			one[label] = v
		}
		all = append(all, filter.Episode{Number: i, Labels: one})
	}
	return all
}

// Stars, grades, percentages and scores are a scale: which values are better is said, and at most two conditions, for
// the worst quarter and the worst half, are for a test. Numbers of operators, of few values, and of mixed scales are
// none.
func TestRatings(t *testing.T) {
	for _, c := range []struct {
		label, values string
		named         bool
		better        string
		cuts          string
	}{
		{"stars", "5 4 3 2 1 5 5 5", false, "greater", "[stars<3 stars<5]"},
		{"human_rating", "4/5 3/5 1/5 2/5", false, "greater", "[human_rating<2/5 human_rating<3/5]"},
		{"score", "97% 12% 50% 60%", false, "greater", "[score<50% score<60%]"},
		{"score", "1 1 1 1 2 3 4", false, "greater", "[]"}, // without a 1 less than half would remain
		{"grade", "A B C F A A A A", false, "earlier letters", "[grade=F,C grade=F,C,B]"},
		{"grade", "A+ A A- b", false, "earlier letters", "[grade=b grade=b,A-]"},
		{"grade", "1 2 3 6", false, "", "[]"}, // 1 is the best in Germany, and the worst elsewhere
		{"quality_rank", "1 2 3 4", false, "smaller", "[quality_rank>3 quality_rank>2]"},
		{"quality", "5 4 4.0 3 2 - -", false, "greater", "[quality<3 quality<4]"},
		{"smoothness", "1 2 3 4 5 6 7 8 9 10 11 12 13", true, "", "[]"},
		{"smoothness_score", "1 2 3 4", true, "greater", "[smoothness_score<2 smoothness_score<3]"},
		{"stars", "1 2 3", false, "none", ""}, {"operator", "1 2 3 4 5", false, "none", ""},
		{"collector", "1 2 3 4 5", true, "none", ""}, {"operator", "A B C D", false, "none", ""},
		{"quality", "good ok bad fair", false, "none", ""}, {"quality", "1 2 3 A", false, "none", ""},
		{"room_temp", "1 2 3 4", false, "none", ""}, {"quality_id", "1 2 3 4", false, "none", ""},
	} {
		var named []string
		if c.named {
			named = []string{c.label}
		}
		l, err := ReadLabels(valued(c.label, c.values), nil, named)
		if err != nil {
			t.Fatal(err)
		}
		if (l.Ratings == nil) != (c.better == "none") {
			t.Errorf("%s %s: %+v", c.label, c.values, l)
			continue
		}
		for _, r := range l.Ratings {
			if cuts := fmt.Sprint(r.Cuts()); r.Better != c.better || cuts != c.cuts || l.Quality != nil {
				t.Errorf("%s %s: %q, %s, want %q, %s; kinds %q", c.label, c.values, r.Better, cuts, c.better, c.cuts,
					l.Quality)
			}
		}
	}
}

// What is said of a rating is what it says, and that nobody knows from where on demonstrations are too bad.
func TestRatingIsTold(t *testing.T) {
	const greater, earlier = "greater is better, by its name", "earlier letters are better"
	for _, c := range []struct{ label, values, says, better, flag string }{
		{"stars", "5 4 2 1 5 5", "1 demonstration has 1, 1 has 2, 1 has 4 and 3 have 5", greater, "'stars<5'"},
		{"stars", "5 4 2 1 - -", "1 demonstration has 1, 1 has 2, 1 has 4 and 1 has 5; 2 have none", greater,
			"'stars<4'"},
		{"score", "10 20 30 40 50 60 70 80", "8 demonstrations have 10 to 80, median 40 to 50", greater, "'score<50'"},
		{"grade", "A B C D", "1 demonstration has D, 1 has C, 1 has B and 1 has A", earlier, "D,C"},
		{"grade", "1 2 3 4", "1 demonstration has 1, 1 has 2, 1 has 3 and 1 has 4",
			"whether greater is better its name does not say", "'grade<2' or 'grade>3'"},
	} {
		l, err := ReadLabels(valued(c.label, c.values), nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		r := Report{Ratings: l.Ratings}
		want := fmt.Sprintf("By %s %s; %s. Which are too bad to learn from, the data cannot tell: --suboptimal %s "+
			"leaves such ones out.", c.label, c.says, c.better, c.flag)
		if got := r.ratingLines(); len(got) != 1 || got[0] != want || !r.CannotTell() {
			t.Errorf("%q, want %q", got, want)
		}
	}
}

// What the user calls worse by a rating is bad, and no more is asked; values say it as conditions do; other names stay.
func TestThresholdsAreTheUsers(t *testing.T) {
	for _, c := range []struct {
		label, values, suboptimal string
		bad                       string
		rest                      []string
		ratings                   int
		fails                     string
	}{
		{"stars", "5 4 2 1 5 -", "stars<3", "[2 3]", nil, 0, ""},
		{"stars", "5 4 2 1 5 -", "2,1,ann", "[2 3]", []string{"ann"}, 0, ""},
		{"grade", "A B F D", "F,D", "[2 3]", nil, 0, ""},
		{"operator", "ann bob carl ann", "operator=carl", "[2]", nil, 0, ""},
		{"operator", "ann bob carl ann", "operator=dora", "", nil, 0, `no demonstration has operator "dora"`},
		{"quality_rank", "1 2 3 4", "quality_rank>3", "[3]", nil, 0, ""},
		{"stars", "5 4 2 1 5 -", "ann", "[]", []string{"ann"}, 1, ""},
		{"stars", "5 4 2 1 5 -", "star<3", "", nil, 0, `no demonstration has a label "star"`},
		{"stars", "5 4 2 1 5 -", "task<3", "", nil, 0, "task<3 compares numbers, and task is lift"},
		{"stars", "5 4 2 1 5 -", "stars<few", "", nil, 0, "want LABEL<NUMBER, as in stars<3"},
		{"stars", "5 4 2 1 5 5", "stars<9", "", nil, 0, "no demonstration would be left"},
	} {
		all := valued(c.label, c.values)
		l, err := ReadLabels(all, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		rest, err := l.Threshold(all, strings.Split(c.suboptimal, ","))
		if err != nil || c.fails != "" {
			if err == nil || c.fails == "" || !strings.Contains(err.Error(), c.fails) {
				t.Errorf("%s: error %v, want %q", c.suboptimal, err, c.fails)
			}
			continue
		}
		bad := []int{}
		for i, is := range l.MarksOf(all).Bad {
			if is {
				bad = append(bad, i)
			}
		}
		if fmt.Sprint(bad) != c.bad || !slices.Equal(rest, c.rest) || len(l.Ratings) != c.ratings {
			t.Errorf("%s: bad %v, rest %q, %+v", c.suboptimal, bad, rest, l)
		}
		rule, err := filter.Parse(l.MarkedBad(all))
		if err != nil {
			t.Fatal(err)
		}
		if len(bad) > 0 {
			kept, err := filter.Rule{Drop: rule}.Choose(all)
			if err != nil || len(kept) != len(all)-len(bad) {
				t.Errorf("%s: demos filter keeps %v, %v", c.suboptimal, kept, err)
			}
		}
	}
}
