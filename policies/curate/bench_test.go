package curate

import (
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// BenchmarkScores times each score on 120 demonstrations of 150 frames with the widths of the tabletop: from
// trajectories a score should take less than a second, with a policy less than 30.
func BenchmarkScores(b *testing.B) {
	r := seed.Of("speed").Rand()
	wide := func(width, frames int, from demos.Matrix) demos.Matrix {
		m := demos.Matrix{Width: width}
		for t := range frames {
			for j := range width {
				m.Values = append(m.Values, from.Row(t % from.Rows())[j%from.Width]+1e-3*float32(r.NormFloat64()))
			}
		}
		return m
	}
	var all []*Demo
	for i := range 120 {
		d := toy{noise: 5e-4, miss: i%3 == 0}.demonstrate(r)
		grip, opening := d.Actions, d.State
		d.Actions, d.State, d.Scene = wide(7, 150, d.Actions), wide(15, 150, d.State), wide(24, 150, d.Scene)
		for t := range 150 {
			d.Actions.Row(t)[6] = grip.Row(t % grip.Rows())[3]
			d.State.Row(t)[6] = opening.Row(t % opening.Rows())[3]
		}
		all = append(all, d)
	}
	p, err := NewPool(b.Context(), Options{N: 120, Read: func(i int) (*Demo, error) { return all[i], nil }})
	if err != nil {
		b.Fatal(err)
	}
	for i := range 120 {
		p.Group, p.Known = append(p.Group, int32(i%4)), append(p.Known, i%20 == 1)
		if i%10 == 0 {
			p.Rollouts = append(p.Rollouts, Rollout{*all[i], i%20 == 0})
		}
	}
	for _, name := range Scores.Names() {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				p.sampled = nil
				s, _ := Scores.Get(name)
				if _, err := s.Score(p, seed.Of("speed")); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
