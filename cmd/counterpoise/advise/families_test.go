package advise

// Tests of this package run commands of other families, too.
import (
	_ "counterpoise/cmd/counterpoise/demos"
	_ "counterpoise/cmd/counterpoise/dev"
	_ "counterpoise/cmd/counterpoise/policies"
)
