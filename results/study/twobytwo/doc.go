// Package twobytwo turns records of the experiments "two-by-two" and "known-good" into what each method does with
// suboptimal demonstrations, by where their style lies on two axes: what the style costs, and whether it is harder to
// fit than optimal demonstrations.
//
// The axes are those of bench.MeasuredStyles, measured on a seed of its own; the effects of the methods are those of
// the records. So a style's place does not follow from the chance of the records that the methods are judged by.
package twobytwo
