package datasets

import (
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/printable"
	"counterpoise/scenes/demos"
)

// ScoreColumn is the column of a file of scores that has them, where there are several.
const ScoreColumn = "score"

// Scores reads the scores of the demonstrations that are weighed from a file that any program can write: columns
// episode (from 0), score, and dataset where there are several. Another column than score is taken where it is the only
// one. A demonstration without a score, and a score that is no number, are errors. The name is that of the file.
func (s *Set) Scores(path string) (name string, scores []float64, err error) {
	table, err := demos.ReadLabelTable(path)
	if err != nil {
		return "", nil, err
	}
	column := ScoreColumn
	if !slices.Contains(table.Names, column) {
		if column = table.Names[0]; len(table.Names) > 1 {
			return "", nil, fmt.Errorf("%s has the columns %s and none called %s; scores have the columns "+
				"episode and %s",
				path, printable.Names(table.Names), ScoreColumn, ScoreColumn)
		}
	}
	if err := table.Check(s.Names, s.numbers()); err != nil {
		return "", nil, err
	}
	for e := range s.Episodes() {
		k, number := s.Place(e)
		text, ok := table.Of(s.Names[k], number)[column]
		if !ok {
			return "", nil, fmt.Errorf("%s has no score of demonstration %s; it needs a row for each", path,
				demos.Place(s.Reader, e))
		}
		v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
		if err != nil {
			return "", nil, fmt.Errorf("%s: the score of demonstration %s is %.40q, expected a number", path,
				demos.Place(s.Reader, e), text)
		}
		scores = append(scores, v)
	}
	return strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)), scores, nil
}
