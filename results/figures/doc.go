// Package figures draws statistical figures: series of numbers in, SVG, PNG or PDF out.
//
// A kind of figure is one file with one type, such as Bars: its fields are the series and the words of a figure, and
// its method Figure lays them out. The file registers the kind in Kinds with an example, and the conformance test
// draws the examples of all registered kinds in every format.
//
// A Figure is panels in rows with aligned axes (figure.go). encode.go writes it as a file or as an element of a page,
// svg.go draws SVG in few bytes, style.go has the colours and typefaces, axes.go the axes, labels.go the labels that
// are moved apart.
//
// A figure has no interaction and needs no script. Colours are from a palette for colour-blind readers, lines differ
// by their marks too, and Alt describes what the figure shows in words with its numbers.
//
// The same series give the same bytes on every run: no clock, no random number and no order of a map enters a file.
// The words in figures are ASCII, the characters that the PDF library's fonts have in common with the others.
//
// The package has no notion of records, tests or robots. Values are drawn on an axis from 0 to 100 percent or from 0
// to 1, as the kind says. A number that is NaN is not drawn.
package figures
