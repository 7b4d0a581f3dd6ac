// Package effects says what a method does to success beside plain cloning of the same demonstrations: that it helps,
// that it harms, that it is equal, or that none of these is shown.
package effects
