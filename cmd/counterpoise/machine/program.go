package machine

import (
	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
)

// program is the program with the commands of this package as methods.
type program struct{ shared.Program }

// of returns the program with the commands of this package.
func of(p cli.Program) program { return program{shared.Program{Program: p}} }

// register adds a command of this package.
func register(c func(program) *cobra.Command) { registerBelow("", c) }

// registerBelow adds a command of this package below another, such as "demos".
func registerBelow(parent string, c func(program) *cobra.Command) {
	cli.RegisterBelow(parent, func(p cli.Program) *cobra.Command { return c(of(p)) })
}
