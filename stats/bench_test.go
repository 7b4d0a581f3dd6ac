package stats

import "testing"

// benchTable is 20 trials of 4 methods.
func benchTable() [][]float64 {
	r := key.With("benchmark").Rand()
	rows := make([][]float64, 20)
	for i := range rows {
		rows[i] = normals(r, 4, 0.6, 0.1)
	}
	return rows
}

func BenchmarkPairedT(b *testing.B) {
	rows := benchTable()
	x, y := column(rows, 0), column(rows, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := PairedT(x, y, 0.95); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRepeatedMeasures(b *testing.B) {
	rows := benchTable()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := RepeatedMeasures(rows, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkPairwise(b *testing.B) {
	rows := benchTable()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Pairwise(rows, nil, 0.95, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkWilcoxon(b *testing.B) {
	rows := benchTable()
	x, y := column(rows, 0), column(rows, 1)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Wilcoxon(x, y, 0.95); err != nil {
			b.Fatal(err)
		}
	}
}

// 2000 resamples of 4 strata of 20.
func BenchmarkBootstrapIQM(b *testing.B) {
	rows := benchTable()
	strata := [][]float64{column(rows, 0), column(rows, 1), column(rows, 2), column(rows, 3)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Bootstrap(strata, IQM, 0.95, 2000, key, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkProbabilityOfImprovement(b *testing.B) {
	rows := benchTable()
	x, y := [][]float64{column(rows, 0), column(rows, 1)}, [][]float64{column(rows, 2), column(rows, 3)}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := ProbabilityOfImprovement(x, y, 0.95, 2000, key, nil); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkCohenD(b *testing.B) {
	rows := benchTable()
	t, err := PairedT(column(rows, 0), column(rows, 1), 0.95)
	if err != nil {
		b.Fatal(err)
	}
	b.ReportAllocs()
	for b.Loop() {
		if _, err := CohenD(t, 0.95); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRequiredN(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := RequiredN(PairedDesign{0.3}, 0.8, 0.05); err != nil {
			b.Fatal(err)
		}
	}
}
