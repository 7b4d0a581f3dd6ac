//go:build nostudy

package report

import (
	"fmt"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/findings"
	"counterpoise/stats"
)

// What documents and pages have in the place of study.go in a program without the study.

func studySections(bench.Plan, findings.Records, []findings.Findings) (before, after []document.Section, shown string) {
	return nil, nil, ""
}

func studyTables(findings.Design) ([]document.Table, []string) { return nil, nil }

func studyWorth(findings.Design) []string { return nil }

func studyWeights(findings.Design) string { return "" }

type studyFigure struct {
	figure  figures.Figure
	command string
}

func studyFigures(bench.Plan, findings.Records, []findings.Findings, map[string]string) []studyFigure {
	return nil
}

func (p Page) studyParts() ([]sizedPart, error) { return nil, nil }

func (p Page) claims() (openings, evaluated any, sizes []record.Size, err error) {
	return nil, nil, nil, nil
}

func difficultyOf(name string) (base, difficulty string) { return name, "" }

func seedName(seed uint64) string { return fmt.Sprintf("seed %d", seed) }

func printed(findings.Findings, string, string) (alpha, reference stats.Maybe) {
	return alpha, reference
}
