// Package clitest is for tests of commands alone. It runs command lines with a fake cell runner that makes records in
// milliseconds, compares what they print with files in testdata, and makes small datasets and records to run them on.
//
// It imports no family of commands, so that tests inside of a family can use it. Command lines find the commands of the
// packages that the test imports.
package clitest
