package machine

// The selftest runs commands of all families.
import (
	_ "counterpoise/cmd/counterpoise/advise"
	_ "counterpoise/cmd/counterpoise/demos"
	_ "counterpoise/cmd/counterpoise/dev"
	_ "counterpoise/cmd/counterpoise/list"
	_ "counterpoise/cmd/counterpoise/look"
	_ "counterpoise/cmd/counterpoise/policies"
	_ "counterpoise/cmd/counterpoise/run"
	_ "counterpoise/cmd/counterpoise/stats"
)
