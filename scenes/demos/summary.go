package demos

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/scenes"
)

// Summary describes the composition of a dataset: demonstrations, frames, lengths and start positions, in total
// and per group. It applies to datasets of any robot.
type Summary struct {
	Format   string         `json:"format"`
	Episodes int            `json:"demonstrations"`
	Frames   int            `json:"frames"`
	Action   int            `json:"action_width"`
	State    int            `json:"state_width"`
	Scene    int            `json:"scene_width"`
	Length   LengthRange    `json:"length"`
	By       []string       `json:"by"` // episodes with equal values of these labels form a group
	Groups   []GroupSummary `json:"groups"`
	Start    StartPositions `json:"start"`    // over all groups
	LeftOut  int            `json:"left_out"` // demonstrations that are in none of the groups asked for
	Robot    string         `json:"robot"`    // "" if unknown
	Rate     float64        `json:"fps"`      // frames per second, 0 if unknown

	Cameras  []CameraDescription `json:"cameras"`
	Card     *Card               `json:"card,omitempty"`    // ours, where there is one
	Decided  []string            `json:"decided,omitempty"` // what was decided for the user, see Description
	Warnings []string            `json:"warnings,omitempty"`
}

// GroupSummary describes one group of a dataset.
type GroupSummary struct {
	Labels     []string       `json:"labels"` // one for each of By
	Episodes   int            `json:"demonstrations"`
	Share      float64        `json:"share"` // of all demonstrations
	Frames     int            `json:"frames"`
	FrameShare float64        `json:"frame_share"`
	Length     LengthRange    `json:"length"`
	Success    *int           `json:"successes"` // demonstrations that are said to succeed, nil if nothing says
	Unsaid     int            `json:"unknown"`   // demonstrations of which nothing says whether they succeeded
	Start      StartPositions `json:"start"`
	Motion
}

// LengthRange is the minimum, median and maximum length of demonstrations, in frames.
type LengthRange struct {
	Min    int     `json:"min"`
	Median float64 `json:"median"`
	Max    int     `json:"max"`
}

// String returns "min-median-max".
func (l LengthRange) String() string { return fmt.Sprintf("%d-%g-%d", l.Min, l.Median, l.Max) }

// StartPositions holds the positions of the red block on the table in the first frame of each demonstration, in
// metres, if the dataset has the widths of the tabletop's state and scene: the ranges of x and y, and the x of every
// demonstration in order.
type StartPositions struct {
	X  [2]float64 `json:"x"`
	Y  [2]float64 `json:"y"`
	At []float64  `json:"at"` // x of each demonstration
}

// Summarize reads every episode of a dataset and groups them by the given labels or groupings (see Labels). With none,
// it groups by behaviour and style or, if the dataset has neither, by task and mask (robomimic's filter keys). A label
// that no episode has is an error. A dataset with a card is also verified against the card's content hash. progress may
// be left out; otherwise it is called after each episode.
func Summarize(r Reader, by []string, progress ...func(done, total int)) (*Summary, error) {
	r = MeantActions(r)
	d := Describe(r)
	s := &Summary{Episodes: r.Episodes(), By: Labels(by), Robot: d.Robot, Rate: d.Rate, Cameras: d.Cameras,
		Decided: d.Decided, Warnings: d.LeftOut}
	kept, lengths := Whole(r)
	s.LeftOut = len(lengths) - len(kept)
	if c := r.Card(); c.Format > 0 {
		s.Card = &c
		return s, s.accumulate(r, nil, func(yield func(*Raw) error) error {
			return strict{Reader: r}.each(func(i int, raw *Raw, e *Episode) error {
				defer report(progress, i+1, s.Episodes)
				return yield(raw.With(e.labels())) // the file's own labels, such as masks, are kept
			})
		})
	}
	return s, s.accumulate(r, Numbers(r), func(yield func(*Raw) error) error {
		for i := range r.Episodes() {
			raw, err := r.Read(i, false)
			if err != nil {
				return err
			}
			if err := checkPictures(r, i); err != nil {
				raw.Odd = append(raw.Odd, Oddity{Kind: "videos that cannot be read", Text: err.Error()})
			}
			if err := yield(raw); err != nil {
				return err
			}
			report(progress, i+1, s.Episodes)
		}
		return nil
	})
}

// report calls every function of progress.
func report(progress []func(done, total int), done, total int) {
	for _, p := range progress {
		p(done, total)
	}
}

// accumulate adds the episodes of a reader that each yields and computes the derived numbers. index has the numbers of
// the episodes in the dataset; nil where they are all of it.
func (s *Summary) accumulate(from Reader, index []int, each func(yield func(*Raw) error) error) error {
	t := tally{Summary: s, met: map[string]bool{}, copies: Copies{Reader: from}}
	err := each(func(r *Raw) error {
		i := len(t.lengths)
		if index != nil {
			i = index[i]
		}
		t.numbers = append(t.numbers, i)
		return t.add(i, r)
	})
	if err != nil {
		return err
	}
	for _, name := range s.By {
		if !t.met[name] {
			has := slices.Sorted(maps.Keys(t.met))
			return fmt.Errorf("demos: no demonstration has a label %q%sthere is %s", name,
				catalog.DidYouMean(name, slices.Concat(has, Groupings())), cmp.Or(strings.Join(has, ", "), "none"))
		}
	}
	t.finish()
	return nil
}

// tally is a summary while its episodes are added, with what only the end needs.
type tally struct {
	*Summary
	lengths []int           // frames of each episode
	groups  [][]int         // the same by group
	motions []motions       // by group
	seen    meaning         // of the episodes
	met     map[string]bool // labels that an episode has had
	outcome Outcomes        // of the episodes
	of      []int           // the group of each episode
	unasked bool            // nobody has named labels that group
	copies  Copies
	numbers []int       // of the episodes in the dataset
	copied  [][2]string // copies, and what they are copies of
}

// add counts an episode, which has number i in the dataset. The first one decides the widths and, where nobody has
// named labels, those that group.
func (t *tally) add(i int, r *Raw) error {
	if len(t.lengths) == 0 {
		t.Action, t.State, t.Scene = r.Actions.Width, r.State.Width, r.Scene.Width
		if len(t.By) == 0 {
			t.By, t.unasked = defaultLabels(r.Labels), true
		}
	}
	if err := t.seen.add(len(t.lengths), i, r); err != nil {
		return fmt.Errorf("demos: episode %d %w", i, err)
	}
	for name := range r.Labels {
		t.met[name] = true
	}
	for _, name := range t.By {
		if _, ok := r.Label(name); ok {
			t.met[name] = true
		}
	}
	k := t.group(r)
	if k == len(t.groups) {
		t.groups, t.motions = append(t.groups, nil), append(t.motions, motions{})
	}
	t.motions[k].add(r)
	n := r.Frames()
	t.lengths, t.groups[k] = append(t.lengths, n), append(t.groups[k], n)
	t.Frames += n
	g := &t.Groups[k]
	g.Episodes++
	g.Frames += n
	t.outcome.Add(r.Labels)
	t.of = append(t.of, k)
	if r.Scene.Width == scenes.SceneSize && r.State.Width == scenes.RobotSize {
		x, y := float64(r.Scene.Values[scenes.SceneBlocks]), float64(r.Scene.Values[scenes.SceneBlocks+1])
		t.Start.add(x, y)
		g.Start.add(x, y)
	}
	if first, is := t.copies.Add(len(t.lengths)-1, r); is {
		t.copied = append(t.copied, [2]string{strconv.Itoa(i), strconv.Itoa(t.numbers[first])})
	}
	return nil
}

// finish computes what depends on all episodes: warnings, ranges of lengths and shares.
func (t *tally) finish() {
	var values [][]string
	for k := range t.Groups {
		values = append(values, t.Groups[k].Labels)
	}
	t.Warnings = slices.Concat(t.Warnings, t.seen.warnings(), Alike(t.By, values))
	if text := CopiesSay(t.copied); text != "" {
		t.Warnings = append(t.Warnings, text)
	}
	if t.unasked {
		t.Decided = append([]string{GroupsDecided(t.By)}, t.Decided...)
	}
	t.Length = lengthRange(t.lengths)
	t.countSuccesses()
	for k := range t.Groups {
		g := &t.Groups[k]
		g.Share = float64(g.Episodes) / float64(t.Episodes)
		g.FrameShare = float64(g.Frames) / float64(t.Frames)
		g.Length = lengthRange(t.groups[k])
		g.Motion = t.motions[k].motion(cmp.Or(t.Rate, scenes.ControlRate))
	}
}

// countSuccesses counts the episodes that are said to succeed. Those of which nothing is said count nothing.
func (t *tally) countSuccesses() {
	outcome := t.outcome.Outcome()
	t.Warnings = append(t.Warnings, outcome.Contradictions...)
	for i, said := range outcome.Of {
		g := &t.Groups[t.of[i]]
		if said == Unsaid {
			g.Unsaid++
			continue
		}
		if g.Success == nil {
			g.Success = new(int)
		}
		if said == Succeeded {
			*g.Success++
		}
	}
}

// GroupsDecided says by which labels demonstrations are grouped where nobody has named any, as an entry of
// Description.Decided.
func GroupsDecided(by []string) string {
	if len(by) == 0 {
		return "groups: one, because no demonstration says its task (--by)"
	}
	return "groups: by " + strings.Join(by, " and ") + " (--by)"
}

// defaultLabels returns the labels that describe how a demonstration was made, or nil.
func defaultLabels(labels map[string]string) []string {
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

// group returns the index of the group of an episode, and appends the group if it is new.
func (s *Summary) group(r *Raw) int {
	var values []string
	for _, key := range s.By {
		value, _ := r.Label(key)
		values = append(values, value)
	}
	k := slices.IndexFunc(s.Groups, func(p GroupSummary) bool { return slices.Equal(p.Labels, values) })
	if k < 0 {
		k = len(s.Groups)
		s.Groups = append(s.Groups, GroupSummary{Labels: values})
	}
	return k
}

// add includes one position, in metres.
func (s *StartPositions) add(x, y float64) {
	if len(s.At) == 0 {
		s.X, s.Y = [2]float64{x, x}, [2]float64{y, y}
	}
	s.At = append(s.At, x)
	s.X = [2]float64{min(s.X[0], x), max(s.X[1], x)}
	s.Y = [2]float64{min(s.Y[0], y), max(s.Y[1], y)}
}

// Cells returns a histogram of the x of the starts: counts in n cells of equal width over the interval over.
// Positions outside are counted in the first or last cell.
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

// lengthRange returns the minimum, median and maximum of lengths; the median of an even number is the mean of
// the middle two.
func lengthRange(lengths []int) LengthRange {
	if len(lengths) == 0 {
		return LengthRange{}
	}
	l := slices.Sorted(slices.Values(lengths))
	n := len(l)
	return LengthRange{l[0], float64(l[(n-1)/2]+l[n/2]) / 2, l[n-1]}
}

// Name returns the group's non-empty labels separated by spaces, "(none)" where all are empty, or "(all)" where nothing
// groups.
func (p *GroupSummary) Name() string {
	words := slices.DeleteFunc(slices.Clone(p.Labels), func(s string) bool { return s == "" })
	switch {
	case len(p.Labels) == 0:
		return "(all)"
	case len(words) == 0:
		return "(none)"
	}
	return strings.Join(words, " ")
}
