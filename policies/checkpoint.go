package policies

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/json"
	"fmt"
	"os"
	"slices"

	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/artifact"
	"counterpoise/internal/durable"
	"counterpoise/policies/layers"
	"counterpoise/policies/mixture"
	"counterpoise/policies/optimizer"
)

// A checkpoint's file is laid out as a policy's, with what follows as its payload, encoded by package gob. What was drawn so
// far is not in it: the draws depend on the key and on the logged weights alone, and are made over again.
const (
	checkpointMagic  = "counterpoise checkpoint\n"
	checkpointFormat = 1
)

type checkpointHeader struct {
	Format int `json:"format"`
}

// checkpoint is a training that was left between two steps.
type checkpoint struct {
	Of       [32]byte   // what it is the training of, see identity
	Finished []finished // reference runs, in order
	Ref      []float32  // row -> loss under the policy of the last of them
	Run      running
}

// finished is a reference run that has ended.
type finished struct {
	Log    *mixture.Log
	Memory [][]float64 // of its mixture, see Resumable
}

// running is a run after some steps.
type running struct {
	Step          int
	Weights, M, V [][]float32 // parameters and Adam's moments
	Loss          []float64   // last known, of each group
	CheckLoss     []float64   // the same, held out
	Log           *mixture.Log
	Memory        [][]float64
}

// identity is a digest of all that decides a training but its mixture.
func (c *course) identity() [32]byte {
	h := sha256.New()
	head, err := json.Marshal(c.cfg)
	if err != nil {
		panic(err) // plain fields cannot fail
	}
	h.Write(head)
	for _, v := range []any{c.key[:], c.s.x, c.s.y, c.s.group, c.s.first} {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	for _, name := range c.s.names {
		fmt.Fprintf(h, "%q", name)
	}
	return [32]byte(h.Sum(nil))
}

func (p checkpoint) save(path string) error {
	var payload bytes.Buffer
	if err := gob.NewEncoder(&payload).Encode(p); err != nil {
		return err
	}
	data, err := artifact.Encode(checkpointMagic, checkpointHeader{checkpointFormat}, payload.Bytes())
	if err != nil {
		return err
	}
	return durable.WriteFile(path, data)
}

// loadCheckpoint reads a checkpoint; a path without a file gives none.
func loadCheckpoint(path string) (*checkpoint, error) {
	data, err := os.ReadFile(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeCheckpoint(data)
}

func decodeCheckpoint(data []byte) (*checkpoint, error) {
	head, payload, err := artifact.Decode(checkpointMagic, data)
	if err != nil {
		return nil, err
	}
	var h checkpointHeader
	if err := json.Unmarshal(head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if h.Format != checkpointFormat {
		return nil, fmt.Errorf("format %d; this program reads format %d", h.Format, checkpointFormat)
	}
	p := new(checkpoint)
	if err := gob.NewDecoder(bytes.NewReader(payload)).Decode(p); err != nil {
		return nil, fmt.Errorf("its content cannot be read: %w", err)
	}
	return p, nil
}

// remember copies what a mixture remembers.
func remember(m mixture.Mixture) [][]float64 {
	r, ok := m.(mixture.Resumable)
	if !ok {
		return nil
	}
	var out [][]float64
	for _, v := range r.Memory() {
		out = append(out, slices.Clone(*v))
	}
	return out
}

// remind gives a mixture its memory back. Nothing and no numbers are the same in a file.
func remind(m mixture.Mixture, memory [][]float64) error {
	var into []*[]float64
	if r, ok := m.(mixture.Resumable); ok {
		into = r.Memory()
	}
	if len(into) != len(memory) {
		return fmt.Errorf("it remembers %d lists of numbers of a mixture that has %d: the method is another", len(memory), len(into))
	}
	for i, v := range memory {
		if *into[i] = nil; len(v) > 0 {
			*into[i] = slices.Clone(v)
		}
	}
	return nil
}

// state is where the run stands after some steps.
func (t *trainer) state(step int) running {
	r := running{Step: step, Loss: slices.Clone(t.loss), Log: t.log, Memory: remember(t.mix)}
	if t.check != nil {
		r.CheckLoss = t.check.loss
	}
	for i, w := range t.policy.weights {
		r.Weights = append(r.Weights, tensors.MustCopyFlatData[float32](w))
		r.M, r.V = append(r.M, t.opt[i].M), append(r.V, t.opt[i].V)
	}
	return r
}

// restore takes a run to where it stood.
func (t *trainer) restore(r running) error {
	if err := t.fits(r); err != nil {
		return err
	}
	for i, w := range t.policy.weights {
		tensors.MustMutableFlatData(w, func(v []float32) { copy(v, r.Weights[i]) })
		t.opt[i] = optimizer.Adam{M: r.M[i], V: r.V[i]}
	}
	t.loss, t.log = r.Loss, r.Log
	if t.check != nil {
		t.check.loss = r.CheckLoss
	}
	for _, alpha := range r.Log.Alpha {
		t.redraw(alpha)
	}
	return remind(t.mix, r.Memory)
}

// fits says what of a state does not belong to this run.
func (t *trainer) fits(r running) error {
	k, dims := len(t.s.names), t.policy.shape.Dims()
	bad := fmt.Errorf("its state has other sizes than the training")
	if r.Step < 1 || r.Step > t.cfg.Steps || len(r.Loss) != k || r.Log == nil || len(r.Log.Alpha) != r.Step {
		return bad
	}
	if t.check != nil && len(r.CheckLoss) != k {
		return bad
	}
	for _, part := range [][][]float32{r.Weights, r.M, r.V} {
		if len(part) != len(dims) {
			return bad
		}
		for i, d := range dims {
			if len(part[i]) != layers.Volume(d) {
				return bad
			}
		}
	}
	for _, alpha := range r.Log.Alpha {
		if mixture.CheckSimplex(alpha, k) != nil {
			return bad
		}
	}
	return nil
}

// redraw takes from the decks what a step under these weights took.
func (t *trainer) redraw(alpha []float64) {
	if t.check != nil {
		deal(t.check.batch, t.check.decks)
	}
	if t.group == nil {
		t.draw.draw(t.batch.rows, t.batch.weight, alpha)
		return
	}
	deal(t.batch, t.group.decks)
	if t.group.other != nil {
		deal(t.group.batch, t.group.other)
	}
}

// keeper writes a training's state to a file and finds it there. The zero keeper does nothing.
type keeper struct {
	path string
	at   checkpoint
	left *running // where the file leaves the run that was under way; nil once it is taken up
}

// keepEvery is the number of steps between two checkpoints: some seconds of work.
const keepEvery = 500

// open looks for a checkpoint of this training.
func (k *keeper) open(c *course) error {
	if k.path == "" {
		return nil
	}
	found, err := loadCheckpoint(k.path)
	switch {
	case err != nil:
		return fmt.Errorf("policies: %s: %w", k.path, err)
	case found == nil:
		k.at.Of = c.identity()
	case found.Of != c.identity():
		return fmt.Errorf("policies: %s: a checkpoint of another training: its data, groups, settings or key differ; remove it to begin anew", k.path)
	default:
		k.at, k.left = *found, &found.Run
	}
	return nil
}

// keep writes where a run stands.
func (k *keeper) keep(t *trainer, step int) error {
	if k.path == "" || step == 0 {
		return nil
	}
	k.at.Run = t.state(step)
	return k.write()
}

func (k *keeper) write() error {
	if k.path == "" {
		return nil
	}
	if err := k.at.save(k.path); err != nil {
		return fmt.Errorf("policies: keeping a checkpoint: %w", err)
	}
	return nil
}

// resume takes the run up where the file leaves it, if it is the one that was under way there.
func (k *keeper) resume(t *trainer) (step int, err error) {
	if k.left == nil || k.left.Step == 0 {
		return 0, nil
	}
	r := *k.left
	k.left = nil
	if err := t.restore(r); err != nil {
		return 0, fmt.Errorf("policies: %s: %w", k.path, err)
	}
	return r.Step, nil
}

// ended keeps what a reference run has come to.
func (k *keeper) ended(t *trainer, ref []float32) error {
	k.at.Finished = append(k.at.Finished, finished{t.log, remember(t.mix)})
	k.at.Ref, k.at.Run = ref, running{}
	return k.write()
}

// ran is the nth reference run, if the file has it.
func (k *keeper) ran(n int, m mixture.Mixture) (*mixture.Log, bool, error) {
	if k.left == nil || n >= len(k.at.Finished) {
		return nil, false, nil
	}
	f := k.at.Finished[n]
	if err := remind(m, f.Memory); err != nil {
		return nil, false, fmt.Errorf("policies: %s: %w", k.path, err)
	}
	return f.Log, true, nil
}

// remove does away with the file of a training that is done.
func (k *keeper) remove() error {
	if k.path == "" {
		return nil
	}
	if err := os.Remove(k.path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("policies: removing a checkpoint: %w", err)
	}
	return nil
}
