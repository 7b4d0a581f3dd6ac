package policies

import (
	"fmt"

	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// actionSize is the number of components of an action.
const actionSize = len(scenes.Action{})

// samples are the training frames of a dataset: what the network sees at a frame, and the chunk of actions that the
// demonstrator took from there on. Rows are padded with zeros to the network's slots.
type samples struct {
	names    []string  // of the k groups
	variants int       // of the pictures of each frame, 1 or more
	x        []float32 // views x inputs: raw features, later standardised; view v n + r is the vth variant of row r of n
	y        []float32 // frames x slots: chunk x 7 action components in their own units, [-1, 1]
	group    []int32   // row -> group
	first    []int32   // episode -> its first row
	train    []int32   // the rows to train on, in order
	frames   [][]int32 // group -> its rows to train on
	held     [][]int32 // group -> its rows held out; nil where nothing is

	pictures [][2][]uint8 // of each row, of both cameras; nil where nobody needs them
}

// collect encodes every frame of every episode.
//
// A chunk that reaches over the end of its episode is filled up with the last action: the demonstration ended in
// success, and going on as it ended is what the robot should do.
func collect(net Network, look encoder.Extractor, data *demos.Dataset, g demos.Groups, s shape, chunk int, key seed.Key) (*samples, error) {
	if err := checkGroups(data, g); err != nil {
		return nil, err
	}
	n := 0
	for i := range data.Episodes {
		n += data.Episodes[i].Frames()
	}
	out := &samples{
		names: g.Names, variants: look.Variants, frames: make([][]int32, len(g.Names)), group: make([]int32, 0, n),
		x: make([]float32, look.Variants*n*s.in), y: make([]float32, n*s.slots),
	}
	for i := range data.Episodes {
		e := &data.Episodes[i]
		row := len(out.group)
		err := out.add(net, look, e, g.Of[i], s, chunk)
		if err == nil && look.Encoder != nil {
			err = out.see(look, e, row, s, key.With(i))
		}
		if err != nil {
			return nil, fmt.Errorf("policies: episode %d: %w", i, err)
		}
	}
	for i, f := range out.frames {
		if len(f) == 0 {
			return nil, fmt.Errorf("policies: group %q has no frames to train on; leave it out of the groups", g.Names[i])
		}
	}
	return out, nil
}

func checkGroups(data *demos.Dataset, g demos.Groups) error {
	if len(g.Of) != len(data.Episodes) {
		return fmt.Errorf("policies: groups of %d episodes for a dataset of %d", len(g.Of), len(data.Episodes))
	}
	if len(g.Names) == 0 {
		return fmt.Errorf("policies: no groups; put every episode into at least one")
	}
	for i, of := range g.Of {
		if of < 0 || int(of) >= len(g.Names) {
			return fmt.Errorf("policies: episode %d is in group %d of %d", i, of, len(g.Names))
		}
	}
	return nil
}

func (s *samples) add(net Network, look encoder.Extractor, e *demos.Episode, group int32, sh shape, chunk int) error {
	if len(e.Observations) != len(e.Actions) {
		return fmt.Errorf("%d observations but %d actions", len(e.Observations), len(e.Actions))
	}
	s.first = append(s.first, int32(len(s.group)))
	for t := range e.Actions {
		row := len(s.group)
		x, y := s.x[row*sh.in:][:sh.features], s.y[row*sh.slots:]
		if look.Encoder != nil {
			net.(looker).rest(x[encoder.Width:], &e.Observations[t])
		} else if err := net.Encode(x, &e.Observations[t]); err != nil {
			return fmt.Errorf("frame %d: %w", t, err)
		}
		for c := range chunk {
			copy(y[c*actionSize:], e.Actions[min(t+c, len(e.Actions)-1)][:])
		}
		if i := num.FirstNonFinite(x); i >= 0 {
			return fmt.Errorf("frame %d: feature %q is %v", t, net.Features()[i].Name, x[i])
		}
		if i := num.FirstNonFinite(y[:actionSize]); i >= 0 {
			return fmt.Errorf("frame %d: action component %d is %v", t, i, y[i])
		}
		s.group = append(s.group, group)
		s.train = append(s.train, int32(row))
		s.frames[group] = append(s.frames[group], int32(row))
	}
	return nil
}

// see adds what a sight makes of an episode's pictures, whose frames are the rows from first on, and the other variants of its rows.
func (s *samples) see(look encoder.Extractor, e *demos.Episode, first int, sh shape, key seed.Key) error {
	seen, err := look.Features(e, key)
	if err != nil {
		return err
	}
	n := len(s.y) / sh.slots
	for t := range e.Actions {
		if o := &e.Observations[t]; look.Raw {
			if err := encoder.CheckPictures(o); err != nil {
				return fmt.Errorf("frame %d: training end to end needs %w", t, err)
			}
			s.pictures = append(s.pictures, [2][]uint8{o.Static, o.Gripper})
		}
		plain := s.x[(first+t)*sh.in:][:sh.in]
		for v := range look.Variants {
			x := s.x[(v*n+first+t)*sh.in:][:sh.in]
			copy(x, plain)
			copy(x, seen.Row(v, t))
			if i := num.FirstNonFinite(x); i >= 0 {
				return fmt.Errorf("frame %d: feature %d of its pictures is %v", t, i, x[i])
			}
		}
	}
	return nil
}

// present writes the inputs of a network with eyes, for some rows: what the other features are, and behind them the patches
// of both pictures.
func (s *samples) present(x []float32, rows []int32, sh shape) {
	for r, row := range rows {
		to := x[r*sh.row():][:sh.row()]
		copy(to[:sh.in], s.x[int(row)*sh.in:])
		at := sh.in
		for i, e := range encoder.Cameras {
			e.CutPatches(to[at:], s.pictures[row][i])
			at += e.PatchCount() * e.PatchValues()
		}
	}
}

// frame is the row that a view is of.
func (s *samples) frame(view int32) int32 { return view % int32(len(s.group)) }

// views are all variants of some rows.
func (s *samples) views(rows []int32) []int32 {
	var out []int32
	for v := range s.variants {
		for _, r := range rows {
			out = append(out, int32(v*len(s.group))+r)
		}
	}
	return out
}

// standardise fits the scaling of features to all frames and applies it to them.
func (s *samples) standardise(sh shape) standard {
	std := fitStandard(s.x, sh.features, sh.in)
	if sh.eyes {
		std.limit(encoder.Width)
	}
	s.apply(std, sh)
	return std
}

// apply standardises the features of every frame.
func (s *samples) apply(std standard, sh shape) {
	for at := 0; at < len(s.x); at += sh.in {
		x := s.x[at:][:sh.features]
		std.apply(x, x)
	}
}
