// Package contributing tests CONTRIBUTING.md: its worked examples compile as files of the module, register themselves,
// and pass the tests and commands that the page names. It holds no code besides tests.
package contributing
