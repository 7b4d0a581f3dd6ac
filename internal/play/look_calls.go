package play

import (
	"errors"

	"counterpoise/scenes/demos"
)

// Looked answers what a dataset has.
type Looked struct {
	Demos    []Demo       `json:"demos"`
	Labels   []string     `json:"labels"` // that can make groups
	Scores   []ScoreAbout `json:"scores"`
	Unscored string       `json:"unscored"`
	Signals  []string     `json:"signals"`
	Grouped
}

// Grouped is how demonstrations are grouped.
type Grouped struct {
	Summary *demos.Summary `json:"summary"`
	Names   []string       `json:"names"` // of groups
	Of      []int          `json:"of"`    // the group of each demonstration
}

// Reading is how far a dataset is read.
type Reading struct {
	Done  int `json:"done"`
	Total int `json:"total"`
}

// look opens a dataset in place of the one before.
func look(c *Calls, args, _ []byte, progress func(any)) (Reply, error) {
	var path string
	if err := read(args, &path); err != nil {
		return Reply{}, err
	}
	l, err := LookAt(path, func(done, total int) { progress(Reading{done, total}) })
	if err != nil {
		return Reply{}, errors.New(plainly(err))
	}
	g, err := grouped(l, nil)
	if err != nil {
		l.Close()
		return Reply{}, err
	}
	if c.look != nil {
		c.look.Close()
	}
	c.look = l
	return Reply{Value: Looked{l.Demos, l.Labels(), l.Scores, l.Unscored, l.Signals, g}}, nil
}

// grouped groups the demonstrations of a dataset.
func grouped(l *Look, by []string) (Grouped, error) {
	s, of, err := l.Groups(by)
	if err != nil {
		return Grouped{}, errors.New(plainly(err))
	}
	g := Grouped{Summary: s, Of: of}
	for i := range s.Groups {
		g.Names = append(g.Names, s.Groups[i].Name())
	}
	return g, nil
}

// errNoLook is the error of what is asked before a dataset is open.
var errNoLook = errors.New("no dataset is open")

// looking returns a call that is about the dataset that is open, with arguments of type T.
func looking[T any](answer func(c *Calls, q T) (Reply, error)) func(*Calls, []byte, []byte, func(any)) (Reply, error) {
	return func(c *Calls, args, _ []byte, _ func(any)) (Reply, error) {
		var q T
		if err := read(args, &q); err != nil {
			return Reply{}, err
		}
		if c.look == nil {
			return Reply{}, errNoLook
		}
		reply, err := answer(c, q)
		if err != nil {
			return Reply{}, errors.New(plainly(err))
		}
		return reply, nil
	}
}

// lookGroups groups by labels.
func lookGroups(c *Calls, by []string) (Reply, error) {
	g, err := grouped(c.look, by)
	return Reply{Value: g}, err
}

// lookScore scores.
func lookScore(c *Calls, q struct {
	Score string `json:"score"`
	Good  []int  `json:"good"`
}) (Reply, error) {
	values, err := c.look.Score(q.Score, q.Good)
	return Reply{Value: values}, err
}

// lookStrip answers with pictures.
func lookStrip(c *Calls, q struct {
	Demo     int `json:"demo"`
	Pictures int `json:"pictures"`
}) (Reply, error) {
	s, rgba, err := c.look.Strip(&c.Painter, q.Demo, q.Pictures)
	return Reply{s, rgba}, err
}

// lookLabels answers with a file of labels, and with its label.
func lookLabels(c *Calls, all []Said) (Reply, error) {
	file, label, err := c.look.LabelFile(all)
	return Reply{label, file}, err
}
