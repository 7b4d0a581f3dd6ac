package parts

import (
	"slices"
	"strings"
	"unicode"
)

// wordsOf splits a name at everything that is no letter or digit, and before capital letters that follow small ones.
// Words are in small letters.
func wordsOf(name string) (list []string) {
	var b strings.Builder
	end := func() {
		if b.Len() > 0 {
			list = append(list, strings.ToLower(b.String()))
			b.Reset()
		}
	}
	small := false
	for _, c := range name {
		if !unicode.IsLetter(c) && !unicode.IsDigit(c) || small && unicode.IsUpper(c) {
			end()
		}
		if unicode.IsLetter(c) || unicode.IsDigit(c) {
			b.WriteRune(c)
		}
		small = unicode.IsLower(c)
	}
	end()
	return list
}

// cut removes the first of the phrases, words separated by blanks, that words have in a row. It returns what is left,
// and whether there was one.
func cut(words []string, phrases ...string) (rest []string, found bool) {
	for _, phrase := range phrases {
		p := strings.Fields(phrase)
		for i := 0; i+len(p) <= len(words); i++ {
			if slices.Equal(words[i:i+len(p)], p) {
				return slices.Concat(words[:i], words[i+len(p):]), true
			}
		}
	}
	return words, false
}

// cutAll removes all of the phrases.
func cutAll(words []string, phrases ...string) []string {
	for found := true; found; {
		words, found = cut(words, phrases...)
	}
	return words
}
