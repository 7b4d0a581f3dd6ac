package demos

import (
	"math"

	"counterpoise/scenes"
)

// Mean is a mean over the frames of demonstrations, or over demonstrations, with its standard error. The demonstrations
// are independent, and the frames of one are not: with S_e the sum over the n_e frames of demonstration e of E,
//
//	mean = sum_e S_e / sum_e n_e,   SE² = E/(E - 1) sum_e (S_e - mean n_e)² / (sum_e n_e)²
//
// the usual error of a ratio of means. A single demonstration has none.
type Mean struct {
	Mean           float64  `json:"mean"`
	SE             *float64 `json:"standard_error,omitempty"`
	Demonstrations int      `json:"demonstrations"`
}

// ratioOfMeans is Mean of some sums and numbers of frames; nil where it is not finite, or of nothing.
func ratioOfMeans(sums, frames []float64) *Mean {
	sum, n := 0.0, 0.0
	for i, s := range sums {
		sum, n = sum+s, n+frames[i]
	}
	m := &Mean{Mean: sum / n, Demonstrations: len(sums)}
	if math.IsNaN(m.Mean) || math.IsInf(m.Mean, 0) {
		return nil
	}
	if e := float64(len(sums)); e > 1 {
		off := 0.0
		for i, s := range sums {
			d := s - float64(m.Mean*frames[i])
			off += float64(d * d)
		}
		se := math.Sqrt(e/(e-1)*off) / n
		m.SE = &se
	}
	return m
}

// Motion is how much a group of demonstrations moves, which is what some methods see of it.
type Motion struct {
	// Energy is E|a|², the mean over the frames of the sum of the squared components of an action, in the units of the
	// file. The gripper's command counts as the others: where it is 1 or -1, it adds 1.
	Energy *Mean `json:"action_energy"`
	// Chunks is the same over the chunks of MotionChunk actions that policies here learn to answer each frame with: the
	// loss, summed over components, of a policy that answers 0 to everything.
	Chunks *Mean `json:"chunk_energy"`
	// Speed is the mean speed of the tool, in m/s; nil where the state is not that of the tabletop.
	Speed *Mean `json:"tool_speed"`
	// Frames is the mean number of frames of a demonstration.
	Frames *Mean `json:"mean_frames"`
}

// MotionChunk is the number of actions of a chunk, as policies here have it by default. Beyond the end of a
// demonstration its last action repeats.
const MotionChunk = 8

// motions is a Motion while demonstrations are added: one entry each.
type motions struct {
	energy, chunks, path, frames, intervals, ones []float64
}

// add adds a demonstration.
func (m *motions) add(r *Raw) {
	m.energy = append(m.energy, energyOf(r.Actions.Values))
	m.chunks = append(m.chunks, energyOfChunks(r.Actions.Rows(), MotionChunk, r.Actions.Row))
	m.frames, m.ones = append(m.frames, float64(r.Frames())), append(m.ones, 1)
	if r.Scene.Width != scenes.SceneSize || r.State.Width != scenes.RobotSize {
		return
	}
	path := 0.0
	for t := 1; t < r.State.Rows(); t++ {
		before, after, square := r.State.Row(t-1), r.State.Row(t), 0.0
		for c := range 3 {
			d := float64(after[scenes.RobotTCP+c]) - float64(before[scenes.RobotTCP+c])
			square += float64(d * d)
		}
		path += math.Sqrt(square)
	}
	m.path, m.intervals = append(m.path, path), append(m.intervals, float64(r.State.Rows()-1))
}

// energyOf is the sum of squares.
func energyOf(actions []float32) (sum float64) {
	for _, a := range actions {
		sum += float64(float64(a) * float64(a))
	}
	return sum
}

// energyOfChunks is the sum over frames of the sum of squares of an action, mean over the chunk that begins there. A
// frame lies in as many chunks as there are frames before it, itself counted, up to n; the last one in all that are
// left.
func energyOfChunks(frames, n int, action func(t int) []float32) (sum float64) {
	left := n * frames
	for t := range frames {
		times := min(t+1, n)
		if t == frames-1 {
			times = left
		}
		left -= times
		sum += float64(float64(times) / float64(n) * energyOf(action(t)))
	}
	return sum
}

// motion returns the Motion of what was added. Frames come rate times a second.
func (m *motions) motion(rate float64) Motion {
	out := Motion{
		Energy: ratioOfMeans(m.energy, m.frames), Chunks: ratioOfMeans(m.chunks, m.frames),
		Frames: ratioOfMeans(m.frames, m.ones),
	}
	if len(m.path) == len(m.frames) {
		seconds := make([]float64, len(m.intervals))
		for i, n := range m.intervals {
			seconds[i] = n / rate
		}
		out.Speed = ratioOfMeans(m.path, seconds)
	}
	return out
}

// Energies returns E|a|² of each group of a dataset over chunks of n actions (Motion.Chunks; of 1, Motion.Energy); nil
// for a group without frames.
func (d *Dataset) Energies(g Groups, n int) []*Mean {
	all := make([]motions, len(g.Names))
	for i, group := range g.Of {
		e := &d.Episodes[i]
		sum := energyOfChunks(len(e.Actions), n, func(t int) []float32 { return e.Actions[t][:] })
		m := &all[group]
		m.energy, m.frames = append(m.energy, sum), append(m.frames, float64(len(e.Actions)))
	}
	var out []*Mean
	for i := range all {
		out = append(out, ratioOfMeans(all[i].energy, all[i].frames))
	}
	return out
}

// Moments accumulates the count, mean, minimum, maximum and standard deviation of each component of a stream of
// vectors, for formats that store normalisation statistics. For the n-th value x of a component it updates
//
//	δ   = x − mean
//	mean ← mean + δ/n
//	S   ← S + δ·(x − mean)          S = Σ (x − mean)², with the new mean
//
// Source: Welford, "Note on a method for calculating corrected sums of squares and products", Technometrics 4
// (1962). Unlike Σx² − n·mean², the update does not cancel when the mean is large against the deviation.
type Moments struct {
	N              int
	Mean, Min, Max []float64
	squares        []float64 // S
}

// Add accumulates one vector. All vectors must have the same width.
func (m *Moments) Add(row []float32) {
	if m.N == 0 {
		m.Mean, m.squares = make([]float64, len(row)), make([]float64, len(row))
		m.Min, m.Max = make([]float64, len(row)), make([]float64, len(row))
		for i, x := range row {
			m.Min[i], m.Max[i] = float64(x), float64(x)
		}
	}
	m.N++
	for i, x := range row {
		v := float64(x)
		d := v - m.Mean[i]
		m.Mean[i] += d / float64(m.N)
		m.squares[i] += d * (v - m.Mean[i])
		m.Min[i], m.Max[i] = min(m.Min[i], v), max(m.Max[i], v)
	}
}

// AddAll accumulates every row of a matrix.
func (m *Moments) AddAll(rows Matrix) {
	for t := range rows.Rows() {
		m.Add(rows.Row(t))
	}
}

// Std returns the standard deviation sqrt(S/N) of each component, with divisor N as in numpy.std.
func (m *Moments) Std() []float64 {
	s := make([]float64, len(m.squares))
	for i, q := range m.squares {
		s[i] = math.Sqrt(q / float64(m.N))
	}
	return s
}
