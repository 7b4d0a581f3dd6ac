package balance

// Description says what a method is. Help texts, tables and reports print it.
type Description struct {
	Family  Family // heading under which lists show the method; "" counts as Own
	Summary string // one line: how the method sets the weights
	Source  string // paper, with the equation where there is one; "" where the method has no paper
}

// String is the summary with the source in brackets, as one line.
func (d Description) String() string {
	if d.Source == "" {
		return d.Summary
	}
	return d.Summary + " (" + d.Source + ")"
}

// Family is a heading of method lists.
type Family string

// The families, in the order in which lists show them.
const (
	Study     Family = "the study"     // methods of Parekh et al.
	Original  Family = "the originals" // methods that the study builds on, as their authors define them
	Rival     Family = "rivals"        // other published answers to the same question
	Yardstick Family = "yardsticks"    // bounds and controls that methods are compared with
	Own       Family = "your own"      // methods whose description names no family
)

// Families are all families, in the order in which lists show them.
var Families = []Family{Study, Original, Rival, Yardstick, Own}

// FamilyOf is the family of a method: the one in its description, or Own where the description names none.
func FamilyOf(m Method) Family {
	if f := m.About().Family; f != "" {
		return f
	}
	return Own
}
