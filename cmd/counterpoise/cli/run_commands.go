package cli

import (
	"errors"
	"regexp"
	"strings"

	"counterpoise/internal/shell"
	"counterpoise/policies/backend"
	"counterpoise/scenes/render/opengl"
)

// CommandLine is this command line as a shell takes it. Typed again after Ctrl-C it resumes the work, because all
// that a command keeps is found by its arguments.
func (p Program) CommandLine() string {
	words := []string{p.Name}
	for _, a := range p.Args {
		words = append(words, shell.Quote(a))
	}
	return strings.Join(words, " ")
}

// runCommand finds the commands in tables that make records: those of the tables again, and those of chance levels and
// of further recipes, which are not recorded. Each ends its line.
var runCommand = regexp.MustCompile(
	`(?m)(Again|It is measured by|More initialisations|the others take): counterpoise run (.*)$`)

// RunCommandsIn returns tables in text with the commands that make their records as the user types them: with the name
// that the program was called by, and with the folder of the records. The commands that make all of them again have
// further words. Files have the same commands wherever they are made.
func (p Program) RunCommandsIn(text, out string, again []string) string {
	return runCommand.ReplaceAllStringFunc(text, func(found string) string {
		part := runCommand.FindStringSubmatch(found)
		line := part[1] + ": " + p.Name + " run " + part[2] + " --out " + shell.Quote(out)
		if part[1] == "Again" {
			line = strings.Join(append([]string{line}, again...), " ")
		}
		return line
	})
}

// ownCommand finds the commands in errors that show or bring what is missing.
var ownCommand = regexp.MustCompile(`(^|[\s;?])counterpoise (list|demos|plugin)\b`)

// Said returns an error as the user reads it: with its commands by the name that the program was called by and, where a
// clone's script runs the program, the command that brings what the build lacks.
func (p Program) Said(err error) string {
	text := Plainly(p.namedIn(err.Error()), p.isTyped)
	if p.Script && (errors.Is(err, backend.ErrNotBuilt) || errors.Is(err, opengl.ErrNotBuilt)) {
		text += "; " + p.Name + " setup brings what is missing"
	}
	return text
}

// namedIn returns an error's text with its commands by the name that the program was called by, which the packages that
// make errors do not have.
func (p Program) namedIn(text string) string {
	return ownCommand.ReplaceAllStringFunc(text, func(found string) string {
		return strings.Replace(found, "counterpoise", p.Name, 1)
	})
}
