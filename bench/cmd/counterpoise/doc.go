// Counterpoise is the program: see package counterpoise/bench/cli for what it does, or run it with --help.
package main
