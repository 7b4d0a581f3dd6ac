package main

import (
	"os"

	"counterpoise/cmd/counterpoise/shared"
)

// main runs the program on the arguments of the process.
func main() {
	stopPreemption()
	os.Exit(shared.OfProcess().Main(os.Args[1:]))
}
