package main

import (
	"os"

	// The families of commands.
	_ "counterpoise/cmd/counterpoise/advise"
	_ "counterpoise/cmd/counterpoise/demos"
	_ "counterpoise/cmd/counterpoise/dev"
	_ "counterpoise/cmd/counterpoise/list"
	_ "counterpoise/cmd/counterpoise/look"
	_ "counterpoise/cmd/counterpoise/machine"
	_ "counterpoise/cmd/counterpoise/policies"
	_ "counterpoise/cmd/counterpoise/run"
	"counterpoise/cmd/counterpoise/shared"
	_ "counterpoise/cmd/counterpoise/stats"
)

// main runs the program on the arguments of the process.
func main() {
	stopPreemption()
	os.Exit(shared.OfProcess().Main(os.Args[1:]))
}
