package curate

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"

	"counterpoise/internal/num"
	"counterpoise/scenes/demos"
)

// Demo is one demonstration as scores see it: numbers alone. All matrices have as many rows as there are frames.
type Demo struct {
	Actions demos.Matrix
	State   demos.Matrix // proprioception; width 0: none
	Scene   demos.Matrix // states of objects; width 0: none

	at     int // in the pool's order
	digest [sha256.Size]byte
}

// Frames returns the number of frames.
func (d *Demo) Frames() int { return d.Actions.Rows() }

// Rollout is a rollout of a policy, recorded like a demonstration.
type Rollout struct {
	Demo
	Success bool
}

// Pool is the demonstrations that are scored together, of one robot.
type Pool struct {
	Known    []bool    // of each demonstration, as given: it is known to be good; nil: nobody knows
	Group    []int32   // of each demonstration, as given: its group, from 0; nil: none
	Rollouts []Rollout // of a policy that was cloned from the demonstrations; nil: none
	Rate     float64   // frames a second

	ctx     context.Context
	read    func(i int) (*Demo, error)
	place   func(i int) string // names demonstration i
	names   []string           // of the numbers of a state; nil: unknown
	order   []int              // place in the pool's order -> demonstration as given
	frames  []int              // of each demonstration, in the pool's order
	digests [][sha256.Size]byte
	kept    []*Demo // in the pool's order; nil where they are read again each time
	widths  [3]int  // of actions, state, scene
	columns [3]moments
	signals
	sampled *rows
}

// keptBytes bounds the numbers that a pool keeps in memory: 256 MiB are 4,000 demonstrations of 350 frames of the
// tabletop. Those of a larger pool are read again for each score.
const keptBytes = 256 << 20

// DefaultRate is the rate of a pool whose dataset states none, in frames a second.
const DefaultRate = 30

// maxRate bounds rates: the time between two frames of 10 kHz is far below that of any recording.
const maxRate = 10_000

// Options say where demonstrations come from.
type Options struct {
	N        int                        // demonstrations
	Read     func(i int) (*Demo, error) // demonstration i, of 0 to N-1, each call anew; its errors name it
	Place    func(i int) string         // names demonstration i in errors; nil: its number
	Rate     float64                    // frames a second; 0: DefaultRate
	State    []string                   // names of the numbers of a state; nil: unknown
	Progress func(done, total int)      // demonstrations read; may be nil
}

// NewPool reads all demonstrations once. Fewer than two, one without frames or actions, one whose widths differ from
// the first, and a number that is not finite are errors that say where.
func NewPool(ctx context.Context, o Options) (*Pool, error) {
	p := &Pool{ctx: ctx, read: o.Read, place: o.Place, Rate: o.Rate, names: o.State}
	if p.place == nil {
		p.place = strconv.Itoa
	}
	if p.Rate == 0 {
		p.Rate = DefaultRate
	}
	if !(p.Rate > 0) || p.Rate > maxRate {
		return nil, fmt.Errorf("curate: %v frames a second; a rate is above 0 and at most %d", p.Rate, maxRate)
	}
	if o.N < 2 {
		return nil, errors.New("curate: there is one demonstration, and nothing to compare it with; " +
			"record more")
	}
	given := make([]*Demo, 0, o.N)
	bytes := 0
	for i := range o.N {
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
		d, err := o.Read(i)
		if err != nil {
			return nil, err
		}
		if err := p.check(i, d); err != nil {
			return nil, fmt.Errorf("demonstration %s: %w", p.place(i), err)
		}
		d.digest = digest(d)
		p.digests, p.frames = append(p.digests, d.digest), append(p.frames, d.Frames())
		if bytes += 4 * d.Frames() * (p.widths[0] + p.widths[1] + p.widths[2]); bytes > keptBytes {
			given = nil
		} else {
			given = append(given, d)
		}
		if o.Progress != nil {
			o.Progress(i+1, o.N)
		}
	}
	p.sort(given, bytes <= keptBytes)
	return p, p.measure()
}

// ErrWidths is the error of NewPool for demonstrations of several widths.
var ErrWidths = errors.New("a pool is of one robot")

// check returns an error for a demonstration that cannot be scored.
func (p *Pool) check(i int, d *Demo) error {
	widths := [3]int{d.Actions.Width, d.State.Width, d.Scene.Width}
	if i == 0 {
		p.widths = widths
	}
	t := d.Frames()
	switch {
	case t == 0 || d.Actions.Width == 0:
		return fmt.Errorf("has no actions; nothing can be learned from it")
	case widths != p.widths:
		return fmt.Errorf("has actions, states and scenes of widths %v, the first has %v: %w", widths, p.widths,
			ErrWidths)
	}
	for k, m := range d.parts() {
		if m.Width > 0 && m.Rows() != t {
			return fmt.Errorf("has %d %s for %d actions", m.Rows(), partNames[k], t)
		}
		if at := num.FirstNonFinite(m.Values); at >= 0 {
			return fmt.Errorf("frame %d: component %d of the %s is %v; repair the dataset or leave the demonstration "+
				"out", at/m.Width, at%m.Width, partNames[k], m.Values[at])
		}
	}
	return nil
}

// partNames are the names of the parts of a demonstration, in the order of Demo.parts.
var partNames = [3]string{"actions", "state", "scene"}

// parts returns the matrices of a demonstration.
func (d *Demo) parts() [3]demos.Matrix { return [3]demos.Matrix{d.Actions, d.State, d.Scene} }

// digest returns the SHA-256 of the numbers of a demonstration, as float32 in little-endian order.
func digest(d *Demo) (sum [sha256.Size]byte) {
	h := sha256.New()
	buf := make([]byte, 0, 4096)
	for _, m := range d.parts() {
		for _, v := range m.Values {
			if buf = binary.LittleEndian.AppendUint32(buf, math.Float32bits(v)); len(buf) == cap(buf) {
				h.Write(buf)
				buf = buf[:0]
			}
		}
	}
	h.Write(buf)
	h.Sum(sum[:0])
	return sum
}

// sort puts the demonstrations in the order of their digests, and of equal ones in that in which they were given.
func (p *Pool) sort(given []*Demo, keep bool) {
	for i := range p.digests {
		p.order = append(p.order, i)
	}
	slices.SortStableFunc(p.order, func(a, b int) int { return bytes.Compare(p.digests[a][:], p.digests[b][:]) })
	frames := slices.Clone(p.frames)
	for at, i := range p.order {
		p.frames[at] = frames[i]
		if keep {
			given[i].at = at
			p.kept = append(p.kept, given[i])
		}
	}
}

// AddRollout adds a rollout of a policy that was cloned from the demonstrations. One of another robot and what NewPool
// refuses are errors.
func (p *Pool) AddRollout(d *Demo, success bool) error {
	err := p.check(len(p.frames), d)
	if err == nil {
		p.Rollouts = append(p.Rollouts, Rollout{*d, success})
	}
	return err
}

// Stopped returns why scoring was stopped; nil if it was not.
func (p *Pool) Stopped() error { return context.Cause(p.ctx) }

// Len returns the number of demonstrations.
func (p *Pool) Len() int { return len(p.order) }

// Lengths returns the frames of each demonstration, as given.
func (p *Pool) Lengths() []int {
	out := make([]int, p.Len())
	for at, i := range p.order {
		out[i] = p.frames[at]
	}
	return out
}

// each calls f with every demonstration in the pool's order.
func (p *Pool) each(f func(d *Demo) error) error {
	for at, i := range p.order {
		if err := context.Cause(p.ctx); err != nil {
			return err
		}
		var d *Demo
		if p.kept != nil {
			d = p.kept[at]
		} else {
			var err error
			if d, err = p.read(i); err != nil {
				return err
			}
			if err := p.check(1, d); err != nil || d.Frames() != p.frames[at] {
				return fmt.Errorf("demonstration %s changed while it was scored", p.place(i))
			}
			d.at, d.digest = at, p.digests[i]
		}
		if err := f(d); err != nil {
			return err
		}
	}
	return nil
}

// Each returns what f returns for each demonstration, in the pool's order. An error names the demonstration.
func (p *Pool) Each(f func(d *Demo) (float64, error)) ([]float64, error) {
	out := make([]float64, 0, p.Len())
	err := p.each(func(d *Demo) error {
		v, err := f(d)
		if err != nil {
			return fmt.Errorf("demonstration %s: %w", p.place(p.order[d.at]), err)
		}
		out = append(out, v)
		return nil
	})
	return out, err
}

// known reports whether the demonstration at a place of the pool's order is known to be good.
func (p *Pool) known(at int) bool { return p.Known != nil && p.Known[p.order[at]] }

// group returns the group of the demonstration at a place of the pool's order, 0 without groups.
func (p *Pool) group(at int) int {
	if p.Group == nil {
		return 0
	}
	return int(p.Group[p.order[at]])
}

// groups returns the number of groups, 0 without any.
func (p *Pool) groups() int {
	if p.Group == nil {
		return 0
	}
	return int(slices.Max(p.Group)) + 1
}

// rolled reports whether a rollout has succeeded, or failed.
func (p *Pool) rolled(success bool) bool {
	return slices.ContainsFunc(p.Rollouts, func(r Rollout) bool { return r.Success == success })
}

// moments are the mean and the standard deviation of each column.
type moments struct{ mean, sd []float64 }

// measure computes the moments of all columns over all frames, and then what the numbers say of gripper and objects.
func (p *Pool) measure() error {
	n := 0.0
	for k, width := range p.widths {
		p.columns[k] = moments{make([]float64, width), make([]float64, width)}
	}
	// Two passes: the first for means, the second for squares about them.
	for pass := range 2 {
		err := p.each(func(d *Demo) error {
			for k, m := range d.parts() {
				c := p.columns[k]
				for i, v := range m.Values {
					j := i % m.Width
					if pass == 0 {
						c.mean[j] += float64(v)
					} else {
						c.sd[j] += (float64(v) - c.mean[j]) * (float64(v) - c.mean[j])
					}
				}
			}
			if pass == 0 {
				n += float64(d.Frames())
			}
			return nil
		})
		if err != nil {
			return err
		}
		for k := range p.columns {
			for j := range p.columns[k].mean {
				if pass == 0 {
					p.columns[k].mean[j] /= n
				} else {
					p.columns[k].sd[j] = math.Sqrt(p.columns[k].sd[j] / n)
				}
			}
		}
	}
	return p.findSignals()
}

// constantSD is the standard deviation below which a column counts as constant, relative to the larger of its mean's
// size and 1, or to the largest column where that is below 1: the rounding of a sensor that stands still.
const constantSD = 1e-6

// scale returns 1/sd of a column, 0 where it is constant.
func (m moments) scale(j int) float64 {
	largest := 0.0
	for i := range m.mean {
		largest = max(largest, math.Hypot(m.mean[i], m.sd[i]))
	}
	if m.sd[j] <= constantSD*max(min(1, largest), math.Abs(m.mean[j])) {
		return 0
	}
	return 1 / m.sd[j]
}
