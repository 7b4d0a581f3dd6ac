// Package contributing tests CONTRIBUTING.md and docs/adding.md: the worked examples compile as files of the module,
// register themselves, and pass the tests and commands that the pages name. It holds no code besides tests.
package contributing
