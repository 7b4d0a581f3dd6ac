package physics

import "math"

// limit is the constraint that keeps one coordinate of the arm or one slider from passing a stop.
type limit struct {
	slot    int32
	from    int32 // the row has the numbers from:to of the slot, and is zero elsewhere
	to      int32
	row     slot    // Ĵ: how the distance to the stop changes
	k       float64 // Ĵ Ĵᵀ
	gap     float64 // distance to the stop (rad or m), negative beyond
	give    float64 // 1/(h² stiffness) of a stop that is a spring (1/kg), 0 of a hard one
	impulse float64
	path    path
}

// limitReach is the distance from a stop within which a coordinate at rest gets a limit (rad or m). Normal: 5e-3. At
// zero, a coordinate that a contact pushes towards the stop within one substep passes it.
const limitReach = 5e-3

// findLimits lists the coordinates that can reach a stop within the substep, given their velocities before contacts.
func (w *World) findLimits() {
	w.limits = w.limits[:0]
	if a := w.arm; a != nil {
		for i := range a.q {
			d := &a.model.Drives[i]
			reach := w.reach(a.v[i])
			if gap := a.q[i] - d.Lower; gap < reach {
				w.limitArm(i, 1, gap)
			}
			if gap := d.Upper - a.q[i]; gap < reach {
				w.limitArm(i, -1, gap)
			}
		}
	}
	for i := range w.sliders {
		s := &w.sliders[i]
		if s.asleep {
			continue
		}
		reach := w.reach(s.v)
		if gap := s.q - s.Lower; gap < reach {
			w.limitSlider(i, 1, gap, 0)
		}
		if gap := s.Upper - s.q; gap < reach {
			w.limitSlider(i, -1, gap, s.Stiffness)
		}
	}
}

// reach returns the distance from a stop within which a coordinate with velocity v gets a limit.
func (w *World) reach(v float64) float64 {
	return limitReach + float64(2*w.settings.Step*math.Abs(v))
}

// limitArm adds a limit for an arm coordinate: J is sign at the coordinate, so Ĵᵀ is a column of L⁻¹.
func (w *World) limitArm(coordinate int, sign, gap float64) {
	w.packArm()
	w.limits = append(w.limits, limit{})
	l := &w.limits[len(w.limits)-1]
	l.from, l.to, l.gap = int32(coordinate), DOF, gap
	for k := coordinate; k < DOF; k++ {
		x := float64(sign * w.arm.inverse[k][coordinate])
		l.row[k] = x
		l.k += float64(x * x)
	}
}

// limitSlider adds a limit for a slider, with a stop of the given stiffness (N/m; 0 is hard).
func (w *World) limitSlider(i int, sign, gap, stiffness float64) {
	j := sign / w.sliders[i].rootMass
	at, _, _ := w.slot(Part{Rail, i})
	l := limit{slot: at, to: 1, gap: gap, row: slot{j}, k: float64(j * j)}
	if stiffness > 0 {
		l.give = 1 / float64(w.settings.Step*float64(w.settings.Step*stiffness))
	}
	w.limits = append(w.limits, l)
}

// solveLimit keeps a coordinate from passing its stop within the substep; with bias it also brings it back from
// beyond.
//
// A stop of stiffness k pushes with k times the overlap at the end of the substep, λ = -h k (gap + h v). With
// give = 1/(h² k) and K = Ĵ Ĵᵀ, an impulse λ that is already in v grows by -(v + gap/h + give λ)/(K + give), which for
// a hard stop, give = 0, leaves no overlap.
func (w *World) solveLimit(l *limit, bias bool, r *residual) {
	y, row := w.y[l.slot][l.from:l.to], l.row[l.from:l.to]
	v := 0.0 // speed at which the gap opens
	for i, x := range y {
		v += float64(row[i] * x)
	}
	want := l.gap / w.settings.Step
	if !bias && l.give == 0 {
		want = max(want, 0)
	}
	next := max(0, l.impulse-(v+want+float64(l.give*l.impulse))/(l.k+l.give))
	d := next - l.impulse
	l.path.before[0], l.impulse = l.impulse, next
	if d != 0 {
		for i, x := range row {
			y[i] += float64(x * d)
		}
		r.add(float64(d*l.k), d)
	}
}
