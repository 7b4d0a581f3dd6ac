// Package toymodels holds a small architecture, for tests of what adding one takes. It is one file, as CONTRIBUTING.md
// describes it; a test registers it under a name of its own.
package toymodels
