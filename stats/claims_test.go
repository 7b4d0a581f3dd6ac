package stats

import (
	"encoding/csv"
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// testdata/claims.csv lists the claims of Parekh, Nemlekar & Losey, "Towards Balanced Behavior Cloning from Imbalanced
// Datasets" (arXiv 2508.06319), with the statistics as printed there. The tests recompute each printed t and F: its p,
// and with which degrees of freedom the printed p goes together.

// printedAs is how a p value is reported in that study: the tightest of the usual bounds that it meets.
func printedAs(p float64) string {
	for _, bound := range []string{"0.001", "0.01", "0.05"} {
		if limit, _ := strconv.ParseFloat(bound, 64); p < limit {
			return "p<" + bound
		}
	}
	return "n.s."
}

// claims maps an id to its row: id, experiment, task, behaviour, claim, kind, statistic, df, reported_p, note.
func claims(t *testing.T) map[string][]string {
	t.Helper()
	f, err := os.Open("testdata/claims.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	reader := csv.NewReader(f)
	reader.FieldsPerRecord = -1
	rows, err := reader.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	byID := map[string][]string{}
	for _, row := range rows[1:] {
		byID[row[0]] = row
	}
	return byID
}

// Every t: two-sided p with 9 degrees of freedom (10 paired trials) and with 18 (two groups of 10). Twelve go together
// with both; C12 and C13 with 9 alone; C03 with 18 alone, so its printed p < 0.01 contradicts the paired test that the
// others imply (0.0178).
func TestClaimsT(t *testing.T) {
	want := map[string]struct {
		p9, p18          string // as R 4.2.2's pt gives them, three digits
		paired, unpaired bool   // the printed p fits
	}{
		"C01": {"0.0287", "0.0181", true, true},
		"C02": {"0.0437", "0.0308", true, true},
		"C03": {"0.0178", "0.00969", false, true},
		"C04": {"0.00471", "0.00154", true, true},
		"C05": {"9.3e-05", "3.02e-06", true, true},
		"C06": {"1.17e-05", "7.74e-08", true, true},
		"C08": {"0.0211", "0.0121", true, true},
		"C10": {"1.9e-06", "2.76e-09", true, true},
		"C11": {"3.45e-05", "5.38e-07", true, true},
		"C12": {"0.01", "0.00447", true, false},
		"C13": {"0.003", "0.000798", true, false},
		"C14": {"0.000208", "1.18e-05", true, true},
		"C15": {"1.58e-06", "1.95e-09", true, true},
		"C16": {"1.88e-05", "1.83e-07", true, true},
		"C17": {"0.0394", "0.027", true, true},
	}
	seen := 0
	for id, row := range claims(t) {
		if row[5] != "t" {
			continue
		}
		seen++
		statistic, err := strconv.ParseFloat(row[6], 64)
		if err != nil {
			t.Fatal(err)
		}
		p9, p18 := TwoSidedT(statistic, 9), TwoSidedT(statistic, 18)
		w := want[id]
		if got := fmt.Sprintf("%.3g %.3g", p9, p18); got != w.p9+" "+w.p18 {
			t.Errorf("%s: t = %v has p %s, want %s %s", id, statistic, got, w.p9, w.p18)
		}
		if (printedAs(p9) == row[8]) != w.paired || (printedAs(p18) == row[8]) != w.unpaired {
			t.Errorf("%s: printed %s; df 9 gives %s, df 18 gives %s", id, row[8], printedAs(p9), printedAs(p18))
		}
	}
	if seen != len(want) {
		t.Errorf("%d t values in claims.csv, %d checked", seen, len(want))
	}
}

// Every F: four methods in ten trials as a one-way repeated-measures ANOVA, df 3 and 27 (p as R's pf gives it). All
// four printed p fit.
func TestClaimsF(t *testing.T) {
	want := map[string]string{"C19": "6.56e-05", "C20": "0.183", "C29": "0.000665", "C30": "4.27e-11"}
	seen := 0
	for id, row := range claims(t) {
		if row[5] != "F" {
			continue
		}
		seen++
		f, err := strconv.ParseFloat(row[6], 64)
		if err != nil {
			t.Fatal(err)
		}
		df := strings.Split(row[7], ";")
		if df[0] != "3" || df[1] != "27" {
			t.Errorf("%s: df %v", id, df)
		}
		p := UpperF(f, 3, 27)
		if got := fmt.Sprintf("%.3g", p); got != want[id] {
			t.Errorf("%s: F = %v has p %s, want %s", id, f, got, want[id])
		}
		if row[8] != printedAs(p) && row[8] != fmt.Sprintf("p=%.3f", p) {
			t.Errorf("%s: printed %s, recomputed %.4g", id, row[8], p)
		}
	}
	if seen != len(want) {
		t.Errorf("%d F values in claims.csv, %d checked", seen, len(want))
	}
}

// C01 to C03 are one family of three: corrected for three tests none of them stands when paired (df 9), and only C03
// when independent (df 18).
func TestClaimsFamily(t *testing.T) {
	for _, c := range []struct {
		df    float64
		stand int
	}{{9, 0}, {18, 1}} {
		p := []float64{TwoSidedT(-2.601, c.df), TwoSidedT(-2.344, c.df), TwoSidedT(-2.893, c.df)} // C01, C02, C03
		stand := 0
		for _, v := range Bonferroni(p) {
			if v < 0.05 {
				stand++
			}
		}
		if stand != c.stand {
			t.Errorf("df %g: %d of C01-C03 stand after Bonferroni (%v), want %d", c.df, stand, Bonferroni(p), c.stand)
		}
	}
}

// With 10 pairs and alpha 0.05 the study can see d_z = 1 in four of five repetitions, and 0.5 in fewer than a third.
func TestClaimsPower(t *testing.T) {
	for _, c := range []struct {
		dz    float64
		n     int
		power string
	}{{0.5, 10, "0.29"}, {0.8, 10, "0.62"}, {1, 10, "0.80"}, {1.2, 10, "0.92"}, {0.8, 20, "0.92"}} {
		p, err := PowerOf(PairedDesign{c.dz}, c.n, 0.05)
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprintf("%.2f", p.Power.Or(0)); got != c.power {
			t.Errorf("power of d_z = %g with %d pairs is %s, want %s", c.dz, c.n, got, c.power)
		}
	}
}
