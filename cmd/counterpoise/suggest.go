package main

import "fmt"

// didYouMean is `; did you mean "x"?` for the known name closest to what was typed, or nothing where none is close: at
// most two edits, and fewer than the word has letters.
func didYouMean(typed string, known []string) string {
	best, least := "", min(3, len(typed))
	for _, name := range known {
		if d := edits(typed, name); d < least {
			best, least = name, d
		}
	}
	if best == "" {
		return ""
	}
	return fmt.Sprintf("; did you mean %q?", best)
}

// edits is the Levenshtein distance: letters to insert, remove or replace to make b of a.
//
//	D(i, j) = min{D(i-1, j) + 1, D(i, j-1) + 1, D(i-1, j-1) + [a_i ≠ b_j]}
func edits(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			replaced := diagonal
			if a[i] != b[j] {
				replaced++
			}
			diagonal = row[j+1]
			row[j+1] = min(row[j+1]+1, row[j]+1, replaced)
		}
	}
	return row[len(b)]
}
