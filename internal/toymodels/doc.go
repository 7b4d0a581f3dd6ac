// Package toymodels holds a small architecture and a small generative head, for tests of what adding one takes. Each
// is one file, as CONTRIBUTING.md describes it; a test registers them under a name of its own.
package toymodels
