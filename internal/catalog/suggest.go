package catalog

import "fmt"

// maxEdits bounds the distance of a suggestion. Two edits cover a swap of neighbouring letters; with three, unrelated
// short names come close.
const maxEdits = 2

// NoSuggestion is what DidYouMean returns where no name is close.
const NoSuggestion = "; "

// DidYouMean returns what joins a mistyped name to the rest of an error message: `; did you mean "x"? ` with the known
// name x closest to what was typed, or NoSuggestion where no name is close: within maxEdits edits, and fewer than the
// typed word has bytes. Of names equally close the first counts. What was typed itself is not suggested: where it is
// an error, a name that is known elsewhere does not serve here.
func DidYouMean(typed string, known []string) string {
	best, ok := Closest(typed, known)
	if !ok {
		return NoSuggestion
	}
	return fmt.Sprintf("; did you mean %q? ", best)
}

// Closest returns the known name that DidYouMean suggests; ok is false where it suggests none.
func Closest(typed string, known []string) (best string, ok bool) {
	least := min(maxEdits+1, len(typed))
	for _, name := range known {
		if d := edits(typed, name); d > 0 && d < least {
			best, least = name, d
		}
	}
	return best, best != ""
}

// edits is the Levenshtein distance: the smallest number of bytes to insert, remove or replace that turns a into b.
// With D(i, j) the distance of the first i bytes of a and the first j of b:
//
//	D(i, j) = min{D(i-1, j) + 1, D(i, j-1) + 1, D(i-1, j-1) + [a_i ≠ b_j]}
//
// One row of D is kept at a time: O(len(a) len(b)) time, O(len(b)) memory.
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
