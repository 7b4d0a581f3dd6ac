package analysis

import (
	"cmp"
	"html/template"
	"slices"

	"counterpoise/bench/record"
	"counterpoise/internal/catalog"
	"counterpoise/results/document"
	"counterpoise/results/figures"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Analysis is one thing that is computed from records, and where a report shows it. A field that is nil shows nothing.
type Analysis struct {
	Place int    // what analyses show stands in the order of their places, which are unique
	About string // what is computed, in a few words

	// Tables are about one design, with the notes that explain them. They stand after those of its comparisons, or
	// before that of success where First is set.
	Tables func(frame.Design) ([]document.Table, []string)
	First  bool
	// Sentences are about one design, and stand after its comparisons.
	Sentences func(frame.Design) []string
	// Printed returns the weight and the reference loss of a group that a publication prints for an arm.
	Printed func(f frame.Findings, arm, group string) (alpha, reference stats.Maybe)

	// Sections are about a whole plan. They stand before those of its designs, or after them where Last is set.
	Sections func(frame.Frame) []document.Section
	Last     bool
	// Instead is an experiment whose designs need no sections beside those of the analysis, which then end with the
	// notes on what made the records of the experiment.
	Instead string
	// Figures are about a whole plan. Each says how it is made again.
	Figures func(frame.Frame) []figures.Figure
	// Parts are about a whole plan, and stand on the page before those of its designs.
	Parts func(frame.Frame) []Part
	// Chapters are about all plans of a page together.
	Chapters func(Whole) ([]Chapter, error)
}

// All is the catalogue of analyses.
var All = catalog.New[Analysis]("analysis")

// InOrder returns all analyses in the order of their places.
func InOrder() (all []Analysis) {
	for _, name := range All.Names() {
		a, _ := All.Get(name)
		all = append(all, a)
	}
	slices.SortFunc(all, func(a, b Analysis) int { return cmp.Compare(a.Place, b.Place) })
	return all
}

// Part is a part of the page about a plan.
type Part struct {
	ID                      string // its address in the page
	Title, Question, Source string
	Summary                 string
	Compared                document.Table
	Figures                 []figures.Figure
	Notes                   []string
	Command                 string // makes the records again, without a folder
}

// Whole is what a page shows.
type Whole struct {
	Frames []frame.Frame
	// Beside has the records of another folder that the page may use too (report --two-by-two); those of the page
	// itself where no other folder was given.
	Beside []frame.Frame
	// Address is the link to the part of the page about an experiment on a task at a size without trials.
	Address func(experiment, task string, size record.Size) string
}

// Chapter is about all plans of one size. Its texts are HTML, escaped already.
type Chapter struct {
	Links template.HTML // stand in the head of the page
	First template.HTML // a section before the parts of the designs
	Last  template.HTML // a section after them, whose address is ID and whose heading is Title
	ID    string
	Title string
	Size  record.Size // without trials; the parts of this size are the first
}

// Again is the note of a figure about an experiment: the command that makes its records again.
func Again(f frame.Frame, experiment string) string {
	command := ""
	for _, d := range f.Designs {
		if d.Experiment.Name == experiment {
			command = d.Again()
		}
	}
	return "Again: " + command
}

// Section is the list of the section that a function makes, for Analysis.Sections; none where it returns false.
func Section(of func(frame.Frame) (document.Section, bool)) func(frame.Frame) []document.Section {
	return func(f frame.Frame) []document.Section {
		s, ok := of(f)
		if !ok {
			return nil
		}
		return []document.Section{s}
	}
}

// one is a list of the table, if it has anything to show.
func one(t document.Table, ok bool) []document.Table {
	if !ok {
		return nil
	}
	return []document.Table{t}
}
