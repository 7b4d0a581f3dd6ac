package balance

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Group names a group of demonstrations, or all groups of a style or behaviour: "optimal" names "left:optimal" too.
type Group string

// allGroups is the Group that every group belongs to.
const allGroups Group = "all"

// MarshalText returns the name.
func (g Group) MarshalText() ([]byte, error) { return []byte(g), nil }

// UnmarshalText reads a name, which must not be empty.
func (g *Group) UnmarshalText(text []byte) error {
	if len(text) == 0 {
		return errors.New("want all, or the name of a group, style or behaviour")
	}
	*g = Group(text)
	return nil
}

// holds reports whether g names a group of demos.Groups, whose name is its own or its behaviour and style.
func (g Group) holds(name string) bool {
	return g == allGroups || name == string(g) || slices.Contains(strings.Split(name, ":"), string(g))
}

// CheckGroups returns an error for a method that looks for groups by name and finds none: drop without an optimal
// group, which would leave out nothing, and autolambda without a primary one.
func CheckGroups(m Method, groups []string) error {
	switch m := m.(type) {
	case drop:
		if !slices.ContainsFunc(groups, optimal) {
			return fmt.Errorf("drop leaves out what is not optimal, and no group is called so: %s; "+
				"group by style, both or optimality", strings.Join(groups, ", "))
		}
	case AutoLambda:
		if !slices.ContainsFunc(groups, m.Primary.holds) {
			return fmt.Errorf("autolambda has Primary=%s, and no group, style or behaviour is called so: %s",
				m.Primary, strings.Join(groups, ", "))
		}
	}
	return nil
}
