package main

import "strings"

// commandLine is this command line as a shell takes it. Typed again after Ctrl-C it resumes the work, because all that a
// command keeps is found by its arguments.
func (p program) commandLine() string {
	words := []string{p.name}
	for _, a := range p.args {
		words = append(words, quoted(a))
	}
	return strings.Join(words, " ")
}

// quoted is a word in quotes where a POSIX shell needs them. Within single quotes a shell interprets nothing; a single
// quote itself ends the quotes, follows a backslash, and starts them again.
func quoted(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' ||
			strings.ContainsRune("-_./=,:+@%", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
