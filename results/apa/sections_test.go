package apa

import (
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// sleep is extra hours of sleep of ten patients under two drugs (Student 1908; R's data set "sleep").
var sleep = [2][]float64{
	{0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0},
	{1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4},
}

// sleepRows is the same with a third condition, a row for each patient.
func sleepRows() (rows [][]float64) {
	for i, a := range sleep[0] {
		rows = append(rows, []float64{a, sleep[1][i], a + 0.3*float64(i%4)})
	}
	return rows
}

// shape checks that a table has a cell for each column and a value for each field of a column.
func shape(t *testing.T, s document.Section) {
	t.Helper()
	for _, table := range s.Tables {
		for _, row := range table.Rows {
			if len(row) != len(table.Columns) {
				t.Errorf("%s: %d cells in %d columns", table.Name, len(row), len(table.Columns))
				continue
			}
			for i, c := range table.Columns {
				if len(row[i].Values) != len(c.Fields) {
					t.Errorf("%s, column %q: %d values of %d fields", table.Name, c.Title, len(row[i].Values),
						len(c.Fields))
				}
			}
		}
	}
}

// value is the exact value of a field in the first row of a section's first table.
func value(t *testing.T, s document.Section, field string) string {
	t.Helper()
	table := s.Tables[0]
	for i, c := range table.Columns {
		if j := slices.Index(c.Fields, field); j >= 0 {
			return table.Rows[0][i].Values[j]
		}
	}
	t.Fatalf("no field %q in table %s", field, table.Name)
	return ""
}

// R 4.3: with(sleep, t.test(extra[group == 1], extra[group == 2], paired = TRUE)) gives t = -4.0621, df = 9,
// p-value = 0.002833, 95 percent confidence interval -2.4598858 -0.7001142, mean difference -1.58.
func TestTTest(t *testing.T) {
	test, err := stats.PairedT(sleep[0], sleep[1], 0.95)
	if err != nil {
		t.Fatal(err)
	}
	s := TTest(test, "drug 1", "drug 2")
	shape(t, s)
	want := "t(9) = -4.06, p = .003, d_z = -1.28; mean difference -1.58, 95 % CI [-2.45989, -0.700114], n = 10 pairs"
	if s.Lines[0] != want {
		t.Errorf("got  %s\nwant %s", s.Lines[0], want)
	}
	if v := value(t, s, "t"); !strings.HasPrefix(v, "-4.0621") {
		t.Errorf("exact t %s", v)
	}
	welch, err := stats.WelchT(sleep[0], sleep[1], 0.95)
	if err != nil {
		t.Fatal(err)
	}
	s = TTest(welch, "drug 1", "drug 2")
	shape(t, s) // R: t = -1.8608, df = 17.776, p-value = 0.07939
	if !strings.HasPrefix(s.Lines[0], "t(17.78) = -1.86, p = .079, d = ") || value(t, s, "n_b") != "10" {
		t.Errorf("Welch: %s, n_b %s", s.Lines[0], value(t, s, "n_b"))
	}
}

// R 4.3: with(sleep, wilcox.test(extra[group == 1], extra[group == 2], paired = TRUE)) gives V = 0, p-value = 0.009091
// with a pair that does not differ.
func TestSignedRank(t *testing.T) {
	w, err := stats.Wilcoxon(sleep[0], sleep[1], 0.95)
	if err != nil {
		t.Fatal(err)
	}
	s := SignedRank(w, "drug 1", "drug 2")
	shape(t, s)
	if !strings.HasPrefix(s.Lines[0], "V = 0, p = ") || value(t, s, "zeros") != "1" || value(t, s, "n") != "9" {
		t.Errorf("%s, zeros %s, n %s", s.Lines[0], value(t, s, "zeros"), value(t, s, "n"))
	}
}

// R 4.3: with(sleep, wilcox.test(extra[group == 1], extra[group == 2])) gives W = 25.5, p-value = 0.06933 with ties.
func TestRankSum(t *testing.T) {
	w, err := stats.MannWhitney(sleep[0], sleep[1], 0.95)
	if err != nil {
		t.Fatal(err)
	}
	s := RankSum(w, "drug 1", "drug 2")
	shape(t, s)
	if !strings.HasPrefix(s.Lines[0], "U = 25.5, p = ") || value(t, s, "p_normal_corrected")[:7] != "0.06932" ||
		value(t, s, "n_a") != "10" || !strings.Contains(s.Lines[0], "; shift -1.") {
		t.Errorf("%s, p %s, n %s", s.Lines[0], value(t, s, "p_normal_corrected"), value(t, s, "n_a"))
	}
}

// A difference is equivalent where its interval lies within the margins, and not shown to be where it does not.
func TestEquivalence(t *testing.T) {
	test, err := stats.PairedT(sleep[0], sleep[1], 0.95)
	if err != nil {
		t.Fatal(err)
	}
	for margin, want := range map[float64]string{3: "equivalent within [-3, 3]",
		1: "not shown to be equivalent within"} {
		e, err := stats.Equivalent(test, -margin, margin, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		s := Equivalence(e, "drug 1", "drug 2")
		shape(t, s)
		if !strings.HasPrefix(s.Lines[0], want) {
			t.Errorf("margin %g: %s", margin, s.Lines[0])
		}
	}
}

// The sections of tests of several conditions have the numbers of package stats.
func TestConditions(t *testing.T) {
	a, err := stats.RepeatedMeasures(sleepRows(), nil)
	if err != nil {
		t.Fatal(err)
	}
	s := ANOVA(a)
	shape(t, s)
	if s.Lines[0] != F(a)+", ηG² = "+Fraction(a.GeneralizedEta2) || value(t, s, "F") != Exact(a.F) ||
		len(s.Lines) != 3 {
		t.Errorf("ANOVA: %q, F %s", s.Lines, value(t, s, "F"))
	}
	f, err := stats.Friedman(sleepRows())
	if err != nil {
		t.Fatal(err)
	}
	s = Friedman(f)
	shape(t, s)
	if !strings.HasPrefix(s.Lines[0], "χ²(2, n = 10) = ") || value(t, s, "chi2") != Exact(f.Chi2) {
		t.Errorf("Friedman: %q", s.Lines)
	}
	p, err := stats.PowerOf(stats.PairedDesign{DZ: 1}, 10, 0.05)
	if err != nil {
		t.Fatal(err)
	}
	s = Power(p, "from a pilot")
	shape(t, s) // R: power.t.test(n = 10, delta = 1, type = "paired") gives power = 0.8030962
	want := []string{"from a pilot", "n = 10 gives power .803 at α = 0.05, two-sided"}
	if !slices.Equal(s.Lines, want) {
		t.Errorf("power: %q, want %q", s.Lines, want)
	}
}

// Of a family, each correction has its column, and the stars stand in the column of the chosen one.
func TestPairwise(t *testing.T) {
	c, err := stats.Pairwise(sleepRows(), []string{"one", "two", "three"}, 0.95, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range Corrections() {
		s := Pairwise(c, name)
		shape(t, s)
		rows := slices.Collect(s.Tables[0].All())
		if len(s.Lines) != 3 || len(rows) != 3 {
			t.Fatalf("%s: %d sentences, %d rows, want 3", name, len(s.Lines), len(rows))
		}
		for _, row := range rows {
			for j := range Corrections() {
				if starred := strings.HasSuffix(row[7+j].Text, "*"); starred && j != i {
					t.Errorf("%s: stars in column %d", name, 7+j)
				}
			}
		}
		if row := rows[0]; !strings.HasSuffix(row[7+i].Text, "*") {
			t.Errorf("%s: no star at %s", name, row[7+i].Text)
		}
	}
}

// A large family has a sentence for no pair, a row for each, and a bounded number of warnings.
func TestLargeFamily(t *testing.T) {
	c := stats.Comparisons{Pairs: make([]stats.Pair, maxSentences+1)}
	for i := range c.Pairs {
		c.Pairs[i] = stats.Pair{A: "a", B: "b", Warnings: stats.Warnings{"one", "two"}}
	}
	s := Pairwise(c, "holm")
	n := len(slices.Collect(s.Tables[0].All()))
	if len(s.Lines) != 0 || n != maxSentences+1 || len(s.Notes) > maxSentences+5 ||
		s.Notes[maxSentences] != "1002 more warnings, which fewer conditions show." {
		t.Errorf("%d sentences, %d rows, %d notes: %q", len(s.Lines), n, len(s.Notes), s.Notes[maxSentences:])
	}
}

// A condition has a row, and warnings name their condition.
func TestBootstrap(t *testing.T) {
	b, err := stats.Bootstrap([][]float64{sleep[1]}, stats.Mean, 0.95, 200, seed.Of("bootstrap", "a test"), nil)
	if err != nil {
		t.Fatal(err)
	}
	b.Warnings = append(b.Warnings, "too few")
	s := Bootstrap("mean", []Estimate{{"drug 2", b}})
	shape(t, s)
	if s.Title != "Mean with bootstrap intervals" || value(t, s, "estimate") != "2.33" ||
		!slices.Equal(s.Notes, []string{"Warning: drug 2: too few"}) {
		t.Errorf("%s: estimate %s, notes %q", s.Title, value(t, s, "estimate"), s.Notes)
	}
}

// An undefined number is written as None and has no exact value.
func TestUndefined(t *testing.T) {
	c := NumberCell("%.1f", stats.Maybe{})
	if c.Text != None || c.Values[0] != "" {
		t.Errorf("%+v", c)
	}
	if c := IntervalCell("%.1f", stats.Interval{}); c.Text != None || len(c.Values) != 2 || c.Values[0] != "" {
		t.Errorf("%+v", c)
	}
	s := TTest(stats.Test{Name: "paired t", N: stats.Counts{1}}, "a", "b")
	shape(t, s)
	if !strings.HasPrefix(s.Lines[0], "t undefined; mean difference -, no interval") {
		t.Errorf("%s", s.Lines[0])
	}
	for _, s := range []document.Section{s, Equivalence(stats.Equivalence{Low: -1, High: 1}, "a", "b"),
		SignedRank(stats.SignedRank{}, "a", "b"), RankSum(stats.RankSum{}, "a", "b"), Bayes(Bayesian{}, "a", "b")} {
		var titles []string
		for _, c := range s.Tables[0].Columns {
			titles = append(titles, c.Title)
		}
		if !slices.Contains(titles, "interval") {
			t.Errorf("%s: an undefined interval stands in one of the columns %q", s.Title, titles)
		}
	}
}

// A posterior without a margin and without spread is worded without "-0" and with no interval.
func TestBayesWithoutMargin(t *testing.T) {
	line := Bayes(Bayesian{Posterior: stats.Posterior{N: stats.Counts{1}}}, "a", "b").Lines[0]
	if !strings.Contains(line, "P(below 0)") || !strings.Contains(line, ", no credible interval, ") {
		t.Error(line)
	}
}

// Pairs without a test do not count in the corrections, and a note says how many they are.
func TestPairwiseWithoutATest(t *testing.T) {
	missing := math.NaN()
	rows := [][]float64{{1, 2, missing}, {2, 3, missing}, {4, 4.5, 1}}
	c, err := stats.Pairwise(rows, []string{"a", "b", "c"}, 0.95, nil)
	if err != nil {
		t.Fatal(err)
	}
	const note = "2 of the family of 3 have no p value and do not count in the corrections."
	if s := Pairwise(c, "holm"); !slices.Contains(s.Notes, note) || c.Pairs[0].PHolm != c.Pairs[0].P {
		t.Errorf("%q, p %v, corrected %v", s.Notes, c.Pairs[0].P, c.Pairs[0].PHolm)
	}
}
