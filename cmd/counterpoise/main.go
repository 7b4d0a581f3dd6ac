package main

import (
	"os"
)

// main runs the program on the arguments of the process.
func main() {
	stopPreemption()
	os.Exit(ofProcess().main(os.Args[1:]))
}
