// Package apa spells statistics in the style of the American Psychological Association, as words and as table cells.
//
// The style is that of the Publication Manual of the APA (7th edition, sections 6.36 and 6.44): a statistic with its
// degrees of freedom, p to three decimals and never 0, and no zero before the decimal point of a number that cannot
// exceed 1. So a t-test is "t(9) = -5.46, p < .001, d_z = -1.73". A number that is undefined is written as None,
// never as 0 or NaN.
//
// apa.go gives words, cells.go cells for package document; pairs.go, conditions.go and pairwise.go turn whole
// tests of package stats into sections of a document. The package computes no statistics and has no notion of records.
package apa
