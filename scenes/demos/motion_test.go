package demos

import (
	"math"
	"testing"

	"counterpoise/scenes"
)

// moving is an episode of the tabletop with a gripper command and a tool that goes step metres a frame along x.
func moving(style string, frames int, action, step float32) *Raw {
	r := &Raw{Labels: map[string]string{"style": style, "behaviour": "left"},
		Actions: Matrix{Width: scenes.ActionSize}, State: Matrix{Width: scenes.RobotSize},
		Scene: Matrix{Width: scenes.SceneSize, Values: make([]float32, scenes.SceneSize*frames)}}
	for t := range frames {
		a, s := make([]float32, scenes.ActionSize), make([]float32, scenes.RobotSize)
		a[0], a[scenes.ActionGripper], s[scenes.RobotTCP] = action, -1, step*float32(t)
		r.Actions.Values, r.State.Values = append(r.Actions.Values, a...), append(r.State.Values, s...)
	}
	return r
}

// E|a|², speed and length of a group by hand. Fast: 10 frames of |a|² = 1.25 and 30 of 1 + .75² = 1.5625, so the mean
// is (12.5 + 46.875)/40 = 1.484375, and with two demonstrations SE² = 2 (2 d²)/40², d = 12.5 - 14.84375. The tool goes
// 1 cm a frame and 2 cm: (.09 + .58) m in 9 + 29 intervals of 1/30 s. A single demonstration has no error.
func TestMotionOfGroups(t *testing.T) {
	all := memoryReader{moving("fast", 10, .5, .01), moving("slow", 5, 0, 0), moving("fast", 30, .75, .02)}
	s, err := Summarize(all, nil)
	if err != nil {
		t.Fatal(err)
	}
	fast, slow := s.Groups[0].Motion, s.Groups[1].Motion
	for name, c := range map[string]struct {
		got        *Mean
		mean, se   float64
		demos      int
		withoutOne bool
	}{
		"energy":       {fast.Energy, 1.484375, 2 * 2.34375 / 40, 2, false},
		"speed":        {fast.Speed, .67 * 30 / 38, math.Sqrt(2*2*math.Pow(.09-.67/38*9, 2)) * 30 / 38, 2, false},
		"frames":       {fast.Frames, 20, 10, 2, false},
		"slow, energy": {slow.Energy, 1, 0, 1, true},
		"slow, speed":  {slow.Speed, 0, 0, 1, true},
	} {
		switch {
		case c.got == nil || math.Abs(c.got.Mean-c.mean) > 1e-6 || c.got.Demonstrations != c.demos:
			t.Errorf("%s: %+v, want %v of %d", name, c.got, c.mean, c.demos)
		case c.withoutOne != (c.got.SE == nil):
			t.Errorf("%s: standard error %v", name, c.got.SE)
		case c.got.SE != nil && math.Abs(*c.got.SE-c.se) > 1e-6:
			t.Errorf("%s: standard error %v, want %v", name, *c.got.SE, c.se)
		}
	}
	d := &Dataset{Episodes: []Episode{
		{Actions: []scenes.Action{{1, 2}, {2}}}, {Actions: []scenes.Action{{0, 0, 0, 0, 0, 0, 1}}},
	}}
	e := d.Energies(Groups{Names: []string{"a", "b", "none"}, Of: []int32{0, 1}}, 1)
	if e[0].Mean != 4.5 || e[1].Mean != 1 || e[2] != nil {
		t.Errorf("energies of a dataset: %+v", e)
	}
}

// Chunks by hand: three frames of 1, 4 and 9 in chunks of 2 are (1, 4), (4, 9) and (9, 9), mean 36/6; in chunks of 8
// the last counts in all that lies beyond. A single frame repeats itself.
func TestEnergyOfChunks(t *testing.T) {
	d := &Dataset{Episodes: []Episode{{Actions: []scenes.Action{{1}, {2}, {3}}}, {Actions: []scenes.Action{{5}}}}}
	g := Groups{Names: []string{"a", "b"}, Of: []int32{0, 1}}
	for n, want := range map[int]float64{1: 14. / 3, 2: 6, 8: (1 + 4*2 + 9*21) / 24.} {
		if e := d.Energies(g, n); math.Abs(e[0].Mean-want) > 1e-12 || e[1].Mean != 25 {
			t.Errorf("chunks of %d: %v and %v, want %v and 25", n, e[0].Mean, e[1].Mean, want)
		}
	}
}

// Other robots have no tool speed, and what is no number has no mean.
func TestMotionOfOthers(t *testing.T) {
	other := moving("fast", 4, .5, .01)
	other.State = Matrix{Width: 3, Values: make([]float32, 12)}
	s, err := Summarize(memoryReader{other}, nil)
	if err != nil || s.Groups[0].Speed != nil || s.Groups[0].Energy == nil {
		t.Errorf("another robot: %+v, %v", s.Groups[0].Motion, err)
	}
	if m := ratioOfMeans([]float64{math.NaN(), 1}, []float64{1, 1}); m != nil {
		t.Errorf("of no number: %+v", m)
	}
	if m := ratioOfMeans(nil, nil); m != nil {
		t.Errorf("of nothing: %+v", m)
	}
}
