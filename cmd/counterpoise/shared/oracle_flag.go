package shared

import (
	"strings"

	"github.com/spf13/pflag"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/scenes"
)

// OracleFlag adds the flag that names the oracle by which successes are counted. ChosenOracle reads it.
func OracleFlag(f *pflag.FlagSet, name *string) {
	f.StringVar(name, "oracle", scenes.Oracles()[0], "`ORACLE` that decides about success: "+
		strings.Join(scenes.Oracles(), ", "))
}

// ChosenOracle returns the oracle of a name; another name is a misuse, with a suggestion.
func ChosenOracle(name string) (scenes.Oracle, error) {
	return scenes.Oracle(name), cli.CheckChoice("oracle", name, scenes.Oracles())
}
