package balance

// Family is the company that a method keeps in tables. A method that names none is somebody's own.
type Family string

// The families, in the order of tables.
const (
	Study     Family = "the study"     // Parekh et al.
	Original  Family = "the originals" // what the study builds on, as its authors wrote it
	Rival     Family = "rivals"        // other answers to the same question
	Yardstick Family = "yardsticks"    // what methods are held against
	Own       Family = "your own"
)

// Families are all of them, in the order of tables.
var Families = []Family{Study, Original, Rival, Yardstick, Own}

// FamilyOf is the family that a method names.
func FamilyOf(m Method) Family {
	if f, ok := m.(interface{ Family() Family }); ok {
		return f.Family()
	}
	return Own
}
