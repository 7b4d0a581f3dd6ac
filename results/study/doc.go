// Package study links the study into a program: its experiments (package bench/study), its analyses, each in a folder
// below, and the seeds of its freezes (results/freeze.md). A program imports it for that alone. Nothing else of the
// module imports it or what lies below, so that the harness is whole without the study.
package study
