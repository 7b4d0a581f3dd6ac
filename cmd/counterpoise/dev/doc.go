// Package dev is the command dev, below which maintainers find theirs, and those of them that make what the program
// holds: gallery and encoder. The others stand with what they measure.
package dev
