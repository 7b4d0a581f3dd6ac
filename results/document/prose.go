package document

import (
	"errors"
	"strings"
	"text/template"

	"counterpoise/internal/wording"
)

// Prose parses a text/template of sentences that are written by people, with numbers put in by functions of a package.
// Besides these and those of text/template it has
//
//	{{require OK "premise"}}  fails where the premise does not hold of the data, so that no sentence says what is false
//	{{list WORDS}}            words as a sentence has them: a, b and c
//	{{join WORDS "; "}}       words with a separator
//
// A malformed template panics: it is a file of this program.
func Prose(text string, functions template.FuncMap) *template.Template {
	return template.Must(template.New("").Funcs(template.FuncMap{
		"require": require, "list": wording.List, "join": strings.Join,
	}).Funcs(functions).Parse(text))
}

// require returns an error with the premise unless it holds.
func require(holds bool, premise string) (string, error) {
	if !holds {
		return "", errors.New("it does not hold of the records that " + premise)
	}
	return "", nil
}

// Paragraphs are those of a part of some prose, which blank lines divide. Within them line breaks are blanks.
func Paragraphs(prose *template.Template, part string, data any) (all []string, err error) {
	var b strings.Builder
	if err := prose.ExecuteTemplate(&b, part, data); err != nil {
		return nil, err
	}
	for text := range strings.SplitSeq(b.String(), "\n\n") {
		if words := strings.Fields(text); len(words) > 0 {
			all = append(all, strings.Join(words, " "))
		}
	}
	return all, nil
}
