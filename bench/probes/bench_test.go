package probes

import (
	"flag"
	"os"
	"testing"
)

var (
	write  = flag.Bool("write", false, "write what BenchmarkProbes measures to results/probes")
	trials = flag.Int("trials", 2, "policies of each probe and task")
)

// measured is the table of the page results/probes.
const measured = "../../results/probes/probes.csv"

// BenchmarkProbes makes the numbers of results/probes:
//
//	go test ./bench/probes -run '^$' -bench Probes -benchtime 1x -timeout 3h -args -write
func BenchmarkProbes(b *testing.B) {
	for b.Loop() {
		var rows []Row
		_, err := Measure(b.Context(), Plan{Trials: *trials, Demos: 20, Rollouts: 20, Seed: 6700}, func(some []Row) {
			rows = append(rows, some...)
			b.Logf("%+v", some)
			if *write {
				if err := os.WriteFile(measured, CSV(rows), 0o644); err != nil {
					b.Fatal(err)
				}
			}
		})
		if err != nil {
			b.Fatal(err)
		}
		text, err := Markdown(rows)
		if err != nil {
			b.Fatal(err)
		}
		b.Log("\n" + text)
	}
}
