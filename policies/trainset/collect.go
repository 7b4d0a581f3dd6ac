package trainset

import (
	"fmt"

	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/policies/encoder"
	"counterpoise/policies/network"
	"counterpoise/scenes/demos"
)

// Layout says how frames become rows.
type Layout struct {
	Observer  network.Observer
	Extractor encoder.Extractor // how pictures become features, for an observer of pictures
	Chunk     int               // actions of a target
	History   int               // observations of a row, the present one first; 0 is 1
	Stride    int               // control steps between two of them
	In        int               // numbers of a view, at least as many as History observations have features
	Slots     int               // numbers of a target, at least Chunk x network.ActionSize
}

// Collect makes a row of every frame of every episode. The key seeds random shifts of pictures.
//
// A chunk that reaches over the end of its episode is filled with the last action: the demonstration ended in
// success, and the robot should go on as it ended.
//
// Errors name the episode and the frame: missing pictures, features or actions that are NaN or infinite, groups that do
// not fit the dataset or have no frames.
func Collect(l Layout, data *demos.Dataset, g demos.Groups, key seed.Key) (*Set, error) {
	if err := checkGroups(data, g); err != nil {
		return nil, err
	}
	n := 0
	for i := range data.Episodes {
		n += data.Episodes[i].Frames()
	}
	s := &Set{
		Stride: l.Stride,
		Names:  g.Names, Variants: l.Extractor.Variants, In: l.In, Slots: l.Slots,
		ByGroup: make([][]int32, len(g.Names)), Group: make([]int32, 0, n),
		X: make([]float32, l.Extractor.Variants*n*l.In), Y: make([]float32, n*l.Slots),
	}
	for i := range data.Episodes {
		e := &data.Episodes[i]
		row := len(s.Group)
		err := s.add(l, e, g.Of[i])
		if err == nil && l.Extractor.Raw {
			err = s.keepPictures(l.Extractor.Variants, e, key.With(i))
		}
		if err == nil && l.Extractor.Encoder != nil {
			err = s.addPictures(l.Extractor, e, row, key.With(i))
		}
		s.addPast(len(l.Observer.Features()), l.History, row)
		if err != nil {
			return nil, fmt.Errorf("episode %d: %w", i, err)
		}
	}
	for i, f := range s.ByGroup {
		if len(f) == 0 {
			return nil, fmt.Errorf("group %q has no frames to train on; leave it out of the groups", g.Names[i])
		}
	}
	return s, nil
}

// checkGroups returns an error unless every episode is in one of the groups.
func checkGroups(data *demos.Dataset, g demos.Groups) error {
	if len(g.Of) != len(data.Episodes) {
		return fmt.Errorf("groups of %d episodes for a dataset of %d", len(g.Of), len(data.Episodes))
	}
	if len(g.Names) == 0 {
		return fmt.Errorf("no groups; put every episode into at least one")
	}
	for i, of := range g.Of {
		if of < 0 || int(of) >= len(g.Names) {
			return fmt.Errorf("episode %d is in group %d of %d", i, of, len(g.Names))
		}
	}
	return nil
}

// add appends the rows of an episode: targets, and the features that need no pictures.
func (s *Set) add(l Layout, e *demos.Episode, group int32) error {
	if len(e.Observations) != len(e.Actions) {
		return fmt.Errorf("%d observations but %d actions", len(e.Observations), len(e.Actions))
	}
	s.First = append(s.First, int32(len(s.Group)))
	features := l.Observer.Features()
	for t := range e.Actions {
		row := len(s.Group)
		x, y := s.X[row*s.In:][:len(features)], s.Y[row*s.Slots:]
		if l.Extractor.Encoder != nil {
			l.Observer.(network.PictureObserver).EncodeRest(x[encoder.Width:], &e.Observations[t])
		} else if err := l.Observer.Encode(x, &e.Observations[t]); err != nil {
			return fmt.Errorf("frame %d: %w", t, err)
		}
		for c := range l.Chunk {
			copy(y[c*network.ActionSize:], e.Actions[min(t+c, len(e.Actions)-1)][:])
		}
		if i := num.FirstNonFinite(x); i >= 0 {
			return fmt.Errorf("frame %d: feature %q is %v", t, features[i].Name, x[i])
		}
		if i := num.FirstNonFinite(y[:network.ActionSize]); i >= 0 {
			return fmt.Errorf("frame %d: action component %d is %v", t, i, y[i])
		}
		s.Group = append(s.Group, group)
		s.Train = append(s.Train, int32(row))
		s.ByGroup[group] = append(s.ByGroup[group], int32(row))
	}
	return nil
}

// addPast adds the features of past observations, n each, to the rows from first on, in all views.
func (s *Set) addPast(n, history, first int) {
	rows := len(s.Y) / s.Slots
	for row := first; row < len(s.Group); row++ {
		for age := 1; age < history; age++ {
			before := int(s.Before(int32(row), age))
			for v := range s.Variants {
				copy(s.X[(v*rows+row)*s.In+age*n:][:n], s.X[(v*rows+before)*s.In:])
			}
		}
	}
}

// keepPictures appends the pictures of the rows of an episode, and draws what its other views shift them by: the same
// as those that an encoder's features are computed from (encoder.Extractor).
func (s *Set) keepPictures(variants int, e *demos.Episode, key seed.Key) error {
	n, first := len(s.Y)/s.Slots, len(s.Pictures)
	if s.Shifts == nil {
		s.Shifts = make([]encoder.Shift, (variants-1)*n)
	}
	r := encoder.ShiftKey(key).Rand()
	for t := range e.Actions {
		for v := range variants - 1 {
			s.Shifts[v*n+first+t] = encoder.DrawShift(r)
			copy(s.X[((v+1)*n+first+t)*s.In:][:s.In], s.X[(first+t)*s.In:])
		}
		o := &e.Observations[t]
		if err := encoder.CheckPictures(o); err != nil {
			return fmt.Errorf("frame %d: training end to end needs %w", t, err)
		}
		s.Pictures = append(s.Pictures, [2][]uint8{o.Static, o.Gripper})
	}
	return nil
}

// addPictures adds the features of the pictures of an episode whose rows begin at first, in all views.
func (s *Set) addPictures(pictures encoder.Extractor, e *demos.Episode, first int, key seed.Key) error {
	f, err := pictures.Features(e, key)
	if err != nil {
		return err
	}
	n := len(s.Y) / s.Slots
	for t := range e.Actions {
		plain := s.X[(first+t)*s.In:][:s.In]
		for v := range pictures.Variants {
			x := s.X[(v*n+first+t)*s.In:][:s.In]
			copy(x, plain)
			copy(x, f.Row(v, t))
			if i := num.FirstNonFinite(x); i >= 0 {
				return fmt.Errorf("frame %d: feature %d of its pictures is %v", t, i, x[i])
			}
		}
	}
	return nil
}
