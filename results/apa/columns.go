package apa

import (
	"counterpoise/results/document"
	"counterpoise/stats"
)

// Number is a column of numbers in a format.
func Number[T any](format, title, field string, of func(T) stats.Maybe) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell { return NumberCell(format, of(r)) }, field)
}

// Intervals is a column of intervals with the format of their ends.
func Intervals[T any](format, title, low, high string, of func(T) stats.Interval) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell { return IntervalCell(format, of(r)) }, low, high)
}

// Ps is a column of p values.
func Ps[T any](title, field string, of func(T) stats.Maybe) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell { return PCell(of(r)) }, field)
}

// StarredPs is a column of adjusted p values with their stars.
func StarredPs[T any](title, field string, of func(T) stats.Maybe) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell { return StarredPCell(of(r)) }, field)
}

// MeansSDs is a column of means and standard deviations.
func MeansSDs[T any](title, mean, sd string, of func(T) stats.Summary) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell { return MeanSDCell(of(r)) }, mean, sd)
}

// Shares is a column of numbers from 0 to 1 with two decimals.
func Shares[T any](title, field string, of func(T) stats.Maybe) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell {
		return document.Entry(Fraction(of(r)), Exact(of(r)))
	}, field)
}

// Fractions is a column of numbers from 0 to 1 with three decimals.
func Fractions[T any](title, field string, of func(T) stats.Maybe) document.Column[T] {
	return document.Numbers(title, func(r T) document.Cell { return FractionCell(of(r)) }, field)
}
