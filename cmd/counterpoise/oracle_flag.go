package main

import (
	"strings"

	"github.com/spf13/pflag"

	"counterpoise/scenes"
)

// oracleFlag adds the flag that names the oracle by which successes are counted. chosenOracle reads it.
func oracleFlag(f *pflag.FlagSet, name *string) {
	f.StringVar(name, "oracle", scenes.Oracles()[0], "`ORACLE` that decides about success: "+
		strings.Join(scenes.Oracles(), ", "))
}

// chosenOracle returns the oracle of a name; another name is a misuse, with a suggestion.
func chosenOracle(name string) (scenes.Oracle, error) {
	return scenes.Oracle(name), chosen("oracle", name, scenes.Oracles())
}
