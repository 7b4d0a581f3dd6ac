// Package analysis is the catalogue of what is computed from records besides what a report says of every design. An
// analysis is one file that adds itself to All: the tables and sentences that it gives to a design, its figures, its
// section of a document, its part of the page, and its place among the others. Package report takes all of them from
// there and names none.
//
// The analyses of this package know any records: the plateau of gradient steps (plateau.go) and differences by the turn
// of the block at the start (yaw.go). What a method does to success beside plain cloning, and the verdict on it, is in
// effect.go. Those of a study lie in packages of their own, which add themselves when the program links them.
package analysis
