package main

import (
	"errors"
	"regexp"
	"strings"

	"counterpoise/internal/shell"
	"counterpoise/policies/backend"
	"counterpoise/scenes/render/opengl"
)

// runCommand finds the commands in tables that make records: those of the tables again, and those of chance levels and
// of further recipes, which are not recorded. Each ends its line.
var runCommand = regexp.MustCompile(
	`(?m)(Again|It is measured by|More initialisations|the others take): counterpoise run (.*)$`)

// runCommandsIn returns tables in text with the commands that make their records as the user types them: with the name
// that the program was called by, and with the folder of the records. The commands that make all of them again have
// further words. Files have the same commands wherever they are made.
func (p program) runCommandsIn(text, out string, again []string) string {
	return runCommand.ReplaceAllStringFunc(text, func(found string) string {
		part := runCommand.FindStringSubmatch(found)
		line := part[1] + ": " + p.name + " run " + part[2] + " --out " + shell.Quote(out)
		if part[1] == "Again" {
			line = strings.Join(append([]string{line}, again...), " ")
		}
		return line
	})
}

// ownCommand finds the commands in errors that show or bring what is missing.
var ownCommand = regexp.MustCompile(`(^|[\s;?])counterpoise (list|demos|plugin)\b`)

// said returns an error as the user reads it: with its commands by the name that the program was called by and, where a
// clone's script runs the program, the command that brings what the build lacks.
func (p program) said(err error) string {
	text := plainly(p.namedIn(err.Error()), p.isTyped)
	if p.script && (errors.Is(err, backend.ErrNotBuilt) || errors.Is(err, opengl.ErrNotBuilt)) {
		text += "; " + p.name + " setup brings what is missing"
	}
	return text
}

// namedIn returns an error's text with its commands by the name that the program was called by, which the packages that
// make errors do not have.
func (p program) namedIn(text string) string {
	return ownCommand.ReplaceAllStringFunc(text, func(found string) string {
		return strings.Replace(found, "counterpoise", p.name, 1)
	})
}
