package table

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"counterpoise/stats"
)

// Stream are single outcomes in the order of their rows, of one method or of two.
type Stream struct {
	Methods   []string // empty where one method has no name
	Outcomes  []Single
	Paired    bool // the outcomes of a unit belong together; else any two of one group may
	Successes bool // all outcomes are 0 or 1
	Better    Direction
	Turned    bool // outcomes are 1 minus those of the column, which has failures
	Sentence  string
	Warnings  []string
}

// Single is one outcome, from 0 to 1. Method is an index; outcomes of two methods with the same Unit are compared.
type Single struct {
	Method int
	Unit   [3]int32
	Value  float64
}

// Stream reads a table as outcomes that came one by one: of one method where there is one column of outcomes and none
// of methods, else of two, in one column or in one each (see Detect). Apart says that units don't pair the methods. A
// table of one column may have no header. It is an error if outcomes are counts or lie outside [0, 1].
func (s Sheet) Stream(given Choice, apart bool) (Stream, error) {
	if len(s.Names) == 1 && s.startsWithOutcome() {
		s.Rows, s.Lines = slices.Insert(s.Rows, 0, []string{s.Names[0]}), slices.Insert(s.Lines, 0, 1)
		s.Names = []string{"outcome"}
	}
	if at, ok := s.single(given); ok {
		return s.one(at)
	}
	t, err := s.Detect(given)
	if err != nil {
		return Stream{}, err
	}
	out := Stream{Methods: t.Long.Methods, Paired: t.Paired && !t.Policies && !apart, Successes: true, Better: t.Better,
		Sentence: strings.ReplaceAll(t.Sentence, lowerFlag, ""), Warnings: t.Warnings}
	if len(out.Methods) != 2 {
		return out, fmt.Errorf("%s has %d methods, and two at most are followed: choose them with --methods A,B",
			s.File, len(out.Methods))
	}
	for _, e := range t.Long.Entries {
		if e.Rollouts > 1 {
			return out, s.counts()
		}
		unit := [3]int32{e.Group, e.Trial, e.Start}
		if !out.Paired {
			unit = [3]int32{e.Group}
		}
		if err := out.add(s.File, int(e.Method), unit, e.Sum); err != nil {
			return out, err
		}
	}
	if apart && t.Paired {
		out.Sentence += " They are taken for independent (--independent)."
	}
	if out.Paired && !t.Starts && out.repeats() {
		out.Warnings = append(out.Warnings, fmt.Sprintf("a %s has several rows of a method: the answer is about these "+
			"policies, not about policies that would be trained anew", t.Unit))
	}
	return out, nil
}

// startsWithOutcome reports whether a table of one column has an outcome in the place of a name. Words
// for success and failure are names where outcomes are numbers or words of other kinds.
func (s Sheet) startsWithOutcome() bool {
	for _, alike := range [][]string{{"success", "failure"}, {"succeeded", "failed"}, {"pass", "passed", "fail"}} {
		one := func(text string) bool { return slices.Contains(alike, strings.ToLower(text)) }
		if one(s.Names[0]) {
			return slices.ContainsFunc(s.Rows, func(row []string) bool { return one(row[0]) })
		}
	}
	_, err := cell{s.Names[0], 1, 1}.outcome()
	return err == nil && s.Names[0] != ""
}

// counts is the error of outcomes of several rollouts.
func (s Sheet) counts() error {
	return fmt.Errorf("%s has rates or counts of rollouts, and not the order in which they came, by which an answer "+
		"holds at any time: stats compare tests counts", s.File)
}

// single is the column of the outcomes of one method: of the only column, or the only one of outcomes where no column
// could hold methods.
func (s Sheet) single(given Choice) (at int, ok bool) {
	if given.Method != "" || len(given.Columns) > 0 || len(given.Methods) > 0 {
		return 0, false
	}
	if at = slices.Index(s.Names, given.Value); at >= 0 && len(s.Names) == 1 {
		return at, true
	}
	var outcomes, usually []int
	for at, name := range s.Names {
		c := s.profile(at)
		switch {
		case slices.Contains(usual["method"], plain(name)) && c.distinct > 1:
			return 0, false
		case c.kind == words && c.distinct > 1 && 2*c.distinct <= len(s.Rows):
			return 0, false // could hold the methods
		case c.kind == empty || c.kind == words || named("trial", []string{name}) || named("start", []string{name}) ||
			named("group", []string{name}) || c.numbered:
		default:
			outcomes = append(outcomes, at)
		}
		if c.kind != empty && slices.Contains(usual["value"], plain(name)) {
			usually = append(usually, at)
		}
	}
	switch {
	case given.Value != "":
		at = slices.Index(s.Names, given.Value)
		return at, at >= 0
	case len(usually) > 0:
		return usually[0], true
	case len(outcomes) == 1:
		return outcomes[0], true
	}
	return 0, len(s.Names) == 1
}

// one reads the outcomes of one method.
func (s Sheet) one(at int) (Stream, error) {
	out := Stream{Methods: []string{""}, Successes: true, Warnings: s.doubt}
	without, spoken := 0, false
	var entries []stats.Entry
	for i, row := range s.Rows {
		o, err := cell{row[at], s.Lines[i], at + 1}.outcome()
		switch {
		case err != nil:
			return out, fmt.Errorf("%s, %w", s.File, err)
		case o.form == absent:
			without++
			continue
		case o.form == counted || o.form == percent:
			return out, s.counts()
		}
		spoken = spoken || o.spoken
		entries = append(entries, stats.Entry{Rollouts: 1, Sum: o.value})
	}
	better, said := direct(s.Names[at], spoken, entries)
	out.Better, out.Turned = better, better == Higher && said != ""
	for _, e := range entries {
		if err := out.add(s.File, 0, [3]int32{}, e.Sum); err != nil {
			return out, err
		}
	}
	if len(out.Outcomes) == 0 {
		return out, fmt.Errorf("%s: there are no rows with an outcome", s.File)
	}
	if without > 0 {
		out.Warnings = append(out.Warnings, fmt.Sprintf("rows without an outcome left out: %d", without))
	}
	out.Sentence = fmt.Sprintf("%s: outcomes of one method are in column %q.", s.File, s.Names[at])
	if left := slices.Delete(slices.Clone(s.Names), at, at+1); len(left) > 0 {
		for i, name := range left {
			if s.profile(slices.Index(s.Names, name)).distinct > 1 && NamesCheckpoints(name) {
				out.Warnings = append(out.Warnings, fmt.Sprintf("column %q has several values: what is followed is "+
					"all of them together, and no one policy", name))
			}
			left[i] = strconv.Quote(name)
		}
		if len(left) > 8 {
			left = append(left[:8], "...")
		}
		out.Sentence = strings.TrimSuffix(out.Sentence, ".") + "; left out: " + strings.Join(left, ", ") + "."
	}
	out.Sentence += strings.ReplaceAll(said, lowerFlag, "")
	return out, nil
}

// add adds an outcome.
func (t *Stream) add(file string, method int, unit [3]int32, value float64) error {
	if !(value >= 0 && value <= 1) {
		of := ""
		if t.Methods[method] != "" {
			of = fmt.Sprintf(" of %q", t.Methods[method])
		}
		n := 1
		for _, o := range t.Outcomes {
			if o.Method == method {
				n++
			}
		}
		return fmt.Errorf("%s: outcome %d%s is %g, and outcomes are followed that lie between 0 and 1: divide scores "+
			"by the highest that is possible", file, n, of, value)
	}
	t.Outcomes = append(t.Outcomes, Single{method, unit, value})
	t.Successes = t.Successes && (value == 0 || value == 1)
	return nil
}

// repeats reports whether a method has several outcomes of a unit.
func (t *Stream) repeats() bool {
	seen := map[Single]bool{}
	for _, o := range t.Outcomes {
		o.Value = 0
		o.Unit[2] = -1
		if seen[o] {
			return true
		}
		seen[o] = true
	}
	return false
}
