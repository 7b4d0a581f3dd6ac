package policies

// Tests of this package run commands of other families, too.
import (
	_ "counterpoise/cmd/counterpoise/advise"
	_ "counterpoise/cmd/counterpoise/demos"
	_ "counterpoise/cmd/counterpoise/look"
	_ "counterpoise/cmd/counterpoise/run"
)
