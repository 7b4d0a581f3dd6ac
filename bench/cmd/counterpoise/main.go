package main

import (
	"os"

	"counterpoise/bench/cli"
)

func main() { os.Exit(cli.Main(os.Args[1:], os.Stdout, os.Stderr)) }
