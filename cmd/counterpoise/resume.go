package main

import (
	"strings"

	"counterpoise/internal/shell"
)

// commandLine is this command line as a shell takes it. Typed again after Ctrl-C it resumes the work, because all
// that a command keeps is found by its arguments.
func (p program) commandLine() string {
	words := []string{p.name}
	for _, a := range p.args {
		words = append(words, shell.Quote(a))
	}
	return strings.Join(words, " ")
}
