package wording

import "slices"

// IsNegation reports whether a word of a name denies those beside it, as in not_successful.
func IsNegation(word string) bool {
	return slices.Contains([]string{"no", "not", "non", "never", "without"}, word)
}

// SaysFailure reports whether a word of a name says that something failed.
func SaysFailure(word string) bool {
	return slices.Contains([]string{"failure", "failures", "failed", "fail", "fails", "unsuccessful", "unsuccess",
		"unsuccessfully", "unsolved"}, word)
}
