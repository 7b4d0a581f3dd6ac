package main

import (
	"fmt"
	"math"
	"time"

	"counterpoise/bench"
	"counterpoise/bench/runner"
	"counterpoise/results/store"
)

// dry says what a plan takes, and what is left of it.
func (p program) dry(plan bench.Plan, a slurmFlags) error {
	cells := plan.Cells()
	missing := cells
	if store, err := store.Read(a.out); err == nil {
		missing = runner.Missing(cells, store)
	}
	all, err := bench.Total(cells)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.out, "%s: %d policies, %s, %s of records\n", plan.Name, len(cells), took(all.Seconds), size(all.Bytes))
	tasks, err := a.array.Pack(missing)
	if err != nil || len(missing) == 0 {
		return err
	}
	text, err := a.describe(missing, tasks)
	fmt.Fprintf(p.out, "%s", text)
	return err
}

// describe says what tasks take.
func (a slurmFlags) describe(cells []bench.Cell, tasks [][]bench.Cell) (string, error) {
	all, err := bench.Total(cells)
	if err != nil {
		return "", err
	}
	longest, err := a.array.Longest(tasks)
	return fmt.Sprintf("to make: %d policies in %s, %d at a time in each: %s, the longest task about %v\n",
		len(cells), counted(len(tasks), "task"), a.workers, took(all.Seconds), longest.Round(time.Second)), err
}

// counted is a number of things in words: "1 task", "3 tasks".
func counted(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// took is a time of computing as people say it.
func took(seconds float64) string {
	if seconds < 3600 {
		return counted(int(math.Ceil(seconds/60)), "core-minute")
	}
	return fmt.Sprintf("%.1f core-hours", seconds/3600)
}

// size is a number of bytes as people say it.
func size(bytes int64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}
