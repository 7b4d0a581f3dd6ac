package demos

import (
	"cmp"
	"errors"
	"fmt"
	"strings"

	"counterpoise/internal/suggest"
)

// ActionTaker is a Reader of a format whose datasets may have several features that could be the actions.
type ActionTaker interface {
	// TakeActions makes the features of these names the actions, side by side in this order. It is called before an
	// episode is read.
	TakeActions(names []string) error
}

// TakeActions makes features of a dataset of OpenAny its actions, in place of those that its reader chooses. No names
// leave the choice to the reader.
func TakeActions(r Reader, names []string) error {
	if len(names) == 0 {
		return nil
	}
	if c, ok := r.(checkedReader); ok {
		r = c.Reader
	}
	t, ok := r.(ActionTaker)
	if !ok || r.Card().Format > 0 {
		return errors.New("--actions is for datasets of others: this one is of the tabletop and has one kind of action")
	}
	return t.TakeActions(names)
}

// ActionChoice is what a reader takes of the features that could be actions, and what it leaves out: other versions of
// the same command, and what says something about a frame, such as the end of the episode.
type ActionChoice struct{ Taken, Left []string }

// Decided returns the choice as an entry of Description.Decided, and nothing where there was none.
func (c ActionChoice) Decided() []string {
	const flag = "; --actions NAME,... takes others"
	switch taken := listed(c.Taken, " + "); {
	case len(c.Left) > 0:
		return []string{"actions: " + taken + "; left out: " + listed(c.Left, ", ") + flag}
	case len(c.Taken) > 1:
		return []string{"actions: " + taken + flag}
	}
	return nil
}

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

// NoActions is the error of a name given to TakeActions that is none of a dataset's vectors of numbers, which are has.
func NoActions(name string, has []string) error {
	return fmt.Errorf("--actions names %.60q%sthere is %s", name, suggest.DidYouMean(name, has),
		cmp.Or(listed(has, ", "), "none"))
}
