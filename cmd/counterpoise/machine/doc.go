// Package machine is the commands about the program and the machine that it runs on: doctor, cache, plugin, version
// and, below dev, sbom and selftest.
package machine
