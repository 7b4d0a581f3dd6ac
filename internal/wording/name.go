package wording

import (
	"strings"
	"unicode"
)

// NameWords returns the words of the name of a label or a column, in lower case: "humanQuality" and "human_quality"
// have the same. Digits and signs belong to no word.
func NameWords(name string) []string {
	var b strings.Builder
	small := false
	for _, r := range name {
		if unicode.IsUpper(r) && small {
			b.WriteByte(' ')
		}
		small = unicode.IsLower(r)
		b.WriteRune(unicode.ToLower(r))
	}
	return strings.FieldsFunc(b.String(), func(r rune) bool { return !unicode.IsLetter(r) })
}
