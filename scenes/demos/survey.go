package demos

import (
	"fmt"
	"slices"
	"strings"
)

// Summary is what a dataset looks like: how many demonstrations and frames each group has, how long they are, from where
// they start. It holds for anybody's dataset.
type Summary struct {
	Format   string         `json:"format"`
	Episodes int            `json:"demonstrations"`
	Frames   int            `json:"frames"`
	Action   int            `json:"action_width"`
	State    int            `json:"state_width"`
	Scene    int            `json:"scene_width"`
	Length   LengthRange    `json:"length"`
	By       []string       `json:"by"` // the labels that make the groups
	Groups   []GroupSummary `json:"groups"`
	Start    StartPositions `json:"start"`          // over all groups
	Card     *Card          `json:"card,omitempty"` // ours, where there is one
}

// GroupSummary is a group of a dataset.
type GroupSummary struct {
	Labels     []string       `json:"labels"` // one for each of By
	Episodes   int            `json:"demonstrations"`
	Share      float64        `json:"share"` // of all demonstrations
	Frames     int            `json:"frames"`
	FrameShare float64        `json:"frame_share"`
	Length     LengthRange    `json:"length"`
	Success    int            `json:"successes"` // demonstrations that are labelled so
	Start      StartPositions `json:"start"`
}

// LengthRange are the least, the middle and the greatest number of frames of demonstrations.
type LengthRange struct {
	Min    int     `json:"min"`
	Median float64 `json:"median"`
	Max    int     `json:"max"`
}

// String is the three of them.
func (l LengthRange) String() string { return fmt.Sprintf("%d-%g-%d", l.Min, l.Median, l.Max) }

// StartPositions is the place of the red block on the table when demonstrations start (m), where the scene is known: from where to
// where, and each in the order of the demonstrations.
type StartPositions struct {
	X  [2]float64 `json:"x"`
	Y  [2]float64 `json:"y"`
	At []float64  `json:"at"` // x of each demonstration
}

// redX is the column of the scene where the red block's x is (scenes.Observation.Scene).
const redX = 6

// Summarize reads every episode of a dataset and surveys it by the given labels; without any, by behaviour and style, or by
// what somebody else's dataset has in their place. A dataset of ours is checked against its card on the way.
func Summarize(r Reader, by []string) (*Summary, error) {
	s := &Summary{Episodes: r.Episodes(), By: by}
	if c := r.Card(); c.Format > 0 {
		s.Card = &c
		return s, s.all(func(yield func(*Raw) error) error {
			return Strict(r).Each(func(_ int, e *Episode) error { return yield(e.Raw(false)) })
		})
	}
	return s, s.all(func(yield func(*Raw) error) error {
		for i := range r.Episodes() {
			raw, err := r.Read(i, false)
			if err != nil {
				return err
			}
			if err := yield(raw); err != nil {
				return err
			}
		}
		return nil
	})
}

// all surveys the episodes that each yields.
func (s *Summary) all(each func(yield func(*Raw) error) error) error {
	var lengths []int
	var groups [][]int // lengths by group
	err := each(func(r *Raw) error {
		if len(lengths) == 0 {
			s.Action, s.State, s.Scene = r.Actions.Width, r.State.Width, r.Scene.Width
			if len(s.By) == 0 {
				s.By = telling(r.Labels)
			}
		}
		if r.Actions.Width != s.Action {
			return fmt.Errorf("demos: episode %d has actions of width %d, the first has %d", len(lengths), r.Actions.Width, s.Action)
		}
		k := s.group(r.Labels)
		if k == len(groups) {
			groups = append(groups, nil)
		}
		n := r.Frames()
		lengths, groups[k] = append(lengths, n), append(groups[k], n)
		s.Frames += n
		g := &s.Groups[k]
		g.Episodes++
		g.Frames += n
		if r.Labels["success"] == "true" {
			g.Success++
		}
		if r.Scene.Width == 24 {
			x, y := float64(r.Scene.Values[redX]), float64(r.Scene.Values[redX+1])
			s.Start.add(x, y)
			g.Start.add(x, y)
		}
		return nil
	})
	if err != nil {
		return err
	}
	s.Length = measure(lengths)
	for k := range s.Groups {
		g := &s.Groups[k]
		g.Share = float64(g.Episodes) / float64(s.Episodes)
		g.FrameShare = float64(g.Frames) / float64(s.Frames)
		g.Length = measure(groups[k])
	}
	return nil
}

// telling are the labels that say how a demonstration was made.
func telling(labels map[string]string) []string {
	var by []string
	for _, keys := range [][]string{{"behaviour", "style"}, {"task", "mask"}} {
		for _, k := range keys {
			if _, ok := labels[k]; ok {
				by = append(by, k)
			}
		}
		if by != nil {
			return by
		}
	}
	return nil
}

// group is the number of the group with these labels, a new one the first time.
func (s *Summary) group(labels map[string]string) int {
	var values []string
	for _, key := range s.By {
		values = append(values, labels[key])
	}
	k := slices.IndexFunc(s.Groups, func(p GroupSummary) bool { return slices.Equal(p.Labels, values) })
	if k < 0 {
		k = len(s.Groups)
		s.Groups = append(s.Groups, GroupSummary{Labels: values})
	}
	return k
}

// add takes a start into account.
func (s *StartPositions) add(x, y float64) {
	if len(s.At) == 0 {
		s.X, s.Y = [2]float64{x, x}, [2]float64{y, y}
	}
	s.At = append(s.At, x)
	s.X = [2]float64{min(s.X[0], x), max(s.X[1], x)}
	s.Y = [2]float64{min(s.Y[0], y), max(s.Y[1], y)}
}

// Cells counts the starts in n cells of equal width over the given range.
func (s *StartPositions) Cells(n int, over [2]float64) []int {
	cells := make([]int, n)
	for _, x := range s.At {
		k := 0
		if over[1] > over[0] {
			k = int(float64(n) * (x - over[0]) / (over[1] - over[0]))
		}
		cells[max(0, min(k, n-1))]++
	}
	return cells
}

// measure finds the least, the middle and the greatest length.
func measure(lengths []int) LengthRange {
	if len(lengths) == 0 {
		return LengthRange{}
	}
	l := slices.Sorted(slices.Values(lengths))
	n := len(l)
	return LengthRange{l[0], float64(l[(n-1)/2]+l[n/2]) / 2, l[n-1]}
}

// Name is the group's name, its labels side by side.
func (p *GroupSummary) Name() string {
	words := slices.DeleteFunc(slices.Clone(p.Labels), func(s string) bool { return s == "" })
	if len(words) == 0 {
		return "(all)"
	}
	return strings.Join(words, " ")
}
