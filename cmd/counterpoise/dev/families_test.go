package dev

// Tests of this package run commands of other families, too.
import (
	_ "counterpoise/cmd/counterpoise/demos"
	_ "counterpoise/cmd/counterpoise/policies"
	_ "counterpoise/cmd/counterpoise/run"
)
