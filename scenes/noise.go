package scenes

import (
	"encoding/binary"
	"math"
	"math/rand/v2"

	"counterpoise/internal/num"
	"counterpoise/internal/seed"
	"counterpoise/physics"
)

// noise makes observations inexact, for the knob Noise of tasks. An observation of control step t has, instead of a
// number x of the state,
//
//	x + σ/√2 (b + w_t)
//
// where b, drawn once an episode, and w_t, drawn at every control step, are standard normal: the error of x has the
// standard deviation σ. The constant half of its variance is that of a badly calibrated camera or joint: no average
// over time removes it. Each number of the state has errors of its own.
//
// Noise changes what Observe writes and nothing else: demonstrators act on the exact state, and oracles and traces
// judge it. Pictures that are drawn of an observation (SnapshotOf) show what it says, so that policies that observe
// pictures have the same errors as those that observe the state.
//
// The zero value observes exactly.
type noise struct {
	deviation float64 // σ of a length (m)
	key       uint64  // names the stream of the errors, one for each episode
}

// The σ of an angle is that of a length divided by a lever arm (m).
const (
	// jointLever makes the position of the tool centre point, computed from inexact joints, as inexact as that of a
	// block: at Home the root mean square over the axes of its derivatives by the joints is 0.498 m/rad.
	jointLever = 0.5
	// blockLever is half the length of the longest block.
	blockLever = 0.04
)

// observeInexactly makes the observations from now on inexact by a standard deviation in mm; 0 leaves them exact. It is
// called at the end of a Reset, and Clear ends it. The errors depend on the present state alone, no random number is
// drawn: an episode with noise is the episode without it, observed less exactly.
func (t *Tabletop) observeInexactly(mm float64) {
	t.noise = noise{}
	if mm > 0 {
		t.noise = noise{deviation: mm / 1000, key: t.Hash()}
	}
}

// Inexact reports whether Observe adds errors.
func (t *Tabletop) Inexact() bool { return t.noise != (noise{}) }

// measure writes the observation of control step t.steps with its errors: joints, the gripper's width, the pose of the
// tool centre point that follows from the inexact joints, mechanisms and blocks. Joints, width and mechanisms stay in
// their ranges. The last gripper command and the lamps are exact.
func (t *Tabletop) measure(o *Observation, q [physics.DOF]float64) {
	e := &observationErrors{
		sd:     t.noise.deviation * math.Sqrt2 / 2,
		offset: seed.Of("noise", t.noise.key, "offset").Rand(),
		white:  seed.Of("noise", t.noise.key, t.steps).Rand(),
	}
	for i := range q {
		d := &t.arm.Drives[i]
		lever := jointLever
		if i == physics.Fingers {
			lever = 2 // the width is twice the opening of a finger
		}
		q[i] = num.Clamp(q[i]+e.next(lever), d.Lower, d.Upper)
	}
	o.putArm(t.arm, &q)
	for i, s := range sliderSpecs() {
		o.Scene[SceneSliders+i] = float32(num.Clamp(t.Slider(i)+e.next(1), s.Lower, s.Upper))
	}
	for i := range blockCount {
		pose := t.Block(i)
		pose.P = pose.P.Add(e.vector(1))
		turn := physics.FromEuler(e.vector(blockLever))
		pose.R = turn.Mul(&pose.R)
		o.putBlock(i, &pose)
	}
}

// observationErrors draws the errors of one observation, one number after the other.
type observationErrors struct {
	sd            float64    // standard deviation of b and w_t, as lengths (m)
	offset, white *rand.Rand // streams of b and w_t
}

// next returns the next error, of a quantity whose standard deviation is that of a length divided by a lever arm (m).
func (e *observationErrors) next(lever float64) float64 {
	return float64(e.sd*(e.offset.NormFloat64()+e.white.NormFloat64())) / lever
}

// vector returns three errors as next does.
func (e *observationErrors) vector(lever float64) physics.Vec {
	return physics.Vec{X: e.next(lever), Y: e.next(lever), Z: e.next(lever)}
}

// noiseMagic begins the saved state of a tabletop with noise. Two words follow, the deviation as float64 and the key,
// and then the state as it is without noise.
const noiseMagic = 0x4e534503

// save appends the noise to buf, if there is any, and returns the result.
func (n *noise) save(buf []byte) []byte {
	if *n == (noise{}) {
		return buf
	}
	buf = binary.LittleEndian.AppendUint64(buf, noiseMagic)
	buf = binary.LittleEndian.AppendUint64(buf, math.Float64bits(n.deviation))
	return binary.LittleEndian.AppendUint64(buf, n.key)
}

// loadNoise decodes the noise at the beginning of a saved state, if there is any, and returns the bytes after it. It
// returns bytes that are no noise as they are.
func loadNoise(state []byte) (noise, []byte) {
	if len(state) < 24 || binary.LittleEndian.Uint64(state) != noiseMagic {
		return noise{}, state
	}
	n := noise{
		deviation: math.Float64frombits(binary.LittleEndian.Uint64(state[8:])),
		key:       binary.LittleEndian.Uint64(state[16:]),
	}
	if !(n.deviation > 0 && n.deviation < 1) {
		return noise{}, state
	}
	return n, state[24:]
}
