// Package wording has the few functions that turn counts and lists into English words, for reports and messages.
package wording

import (
	"fmt"
	"slices"
	"strings"
)

// Plural returns a number with its noun: "1 trial", "3 trials". The noun must form its plural with an s.
func Plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// Capitalize returns s with its first letter in upper case. A first letter outside a to z stays as it is.
func Capitalize(s string) string {
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return s
	}
	return string(s[0]-'a'+'A') + s[1:]
}

// List joins words as a sentence has them: "a, b and c".
func List(words []string) string {
	if len(words) < 2 {
		return strings.Join(words, "")
	}
	return strings.Join(words[:len(words)-1], ", ") + " and " + words[len(words)-1]
}

// Sourced returns a question with the place where it is asked in brackets, or alone where that is not known.
func Sourced(question, source string) string {
	if source == "" {
		return question
	}
	return fmt.Sprintf("%s (%s)", question, source)
}

// Distinct lists each word once, in alphabetical order, joined by " and ". It sorts the slice it is given.
func Distinct(words []string) string {
	slices.Sort(words)
	return strings.Join(slices.Compact(words), " and ")
}

// Range is the least and the greatest of some numbers, "250 to 2000", or the number that all of them are; "0" for none.
func Range(numbers []int) string {
	if len(numbers) == 0 {
		return "0"
	}
	least, most := slices.Min(numbers), slices.Max(numbers)
	if least == most {
		return fmt.Sprint(least)
	}
	return fmt.Sprintf("%d to %d", least, most)
}

// PluralRange is Range with its noun: "6 to 13 trials". The noun must form its plural with an s.
func PluralRange(numbers []int, noun string) string {
	if r := Range(numbers); r != "1" {
		return r + " " + noun + "s"
	}
	return "1 " + noun
}

// Sample says on what a figure of success is based, and what its whiskers are; these are left out where it has none:
// "n = 30 trials, 100 rollouts of each behaviour in each; whiskers: 95 % intervals." The rows of a figure may have
// different numbers of trials.
func Sample(trials []int, rollouts int, whiskers string) string {
	note := fmt.Sprintf("n = %s, %s of each behaviour in each", PluralRange(trials, "trial"),
		Plural(rollouts, "rollout"))
	if whiskers != "" {
		note += "; whiskers: " + whiskers
	}
	return note + "."
}

// Percent is k of n in percent with one decimal, halves upwards, as in "0.4" for 7 of 2,000; n is above 0. It is
// computed from the counts, since 100 k/n in floating point lies on either side of a half.
func Percent(k, n int) string {
	tenths := (2000*k + n) / (2 * n)
	return fmt.Sprintf("%d.%d", tenths/10, tenths%10)
}
