package parts

import (
	"cmp"
	"fmt"
	"strings"

	"counterpoise/internal/catalog"
)

// Choice is what a reader takes of the features that could be actions, and what it leaves out: other versions of
// the same command, and what says something about a frame, such as the end of the episode.
type Choice struct{ Taken, Left []string }

// Decided returns the choice as an entry of Decided of demos.Description; none where there was nothing to choose.
func (c Choice) Decided() []string {
	const flag = " (--actions)"
	switch taken := listed(c.Taken, " + "); {
	case len(c.Left) > 0:
		return []string{"actions: " + taken + "; left out: " + listed(c.Left, ", ") + flag}
	case len(c.Taken) > 1:
		return []string{"actions: " + taken + flag}
	}
	return nil
}

// List names features in a sentence, "none" for none.
func List(names []string) string { return cmp.Or(listed(names, ", "), "none") }

// maxListed is the number of names of features that a sentence has.
const maxListed = 12

// listed joins names. It shortens long ones, and counts those behind the first maxListed.
func listed(names []string, separator string) string {
	var list []string
	for i, name := range names {
		if i == maxListed {
			list = append(list, fmt.Sprintf("%d more", len(names)-i))
			break
		}
		list = append(list, fmt.Sprintf("%.60s", name))
	}
	return strings.Join(list, separator)
}

// NoActions is the error of a name given to --actions that is none of a dataset's vectors of numbers, which are has.
func NoActions(name string, has []string) error {
	return fmt.Errorf("--actions names %.60q%sthere is %s", name, catalog.DidYouMean(name, has),
		List(has))
}
