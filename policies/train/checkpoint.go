package train

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/internal/artifact"
	"counterpoise/internal/bounded"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/packed"
	"counterpoise/policies/mixture"
)

// A checkpoint file is an artifact whose payload is a checkpoint, encoded by package packed. It does not contain the
// state of the random generators. All draws depend on the key and on the logged weights alone, so resuming repeats
// the draws of the logged steps without computing anything on them (trainer.skip).
const (
	checkpointMagic  = "counterpoise checkpoint\n"
	checkpointFormat = 3
)

// checkpointHeader is the JSON part of a checkpoint file.
type checkpointHeader struct {
	Format int `json:"format"`
}

// checkpoint is the state of a training between two steps.
type checkpoint struct {
	Of       [32]byte      // identity of the training, see run.identity
	Finished []finishedRun // reference runs, in order
	Ref      []float32     // row -> loss under the policy of the last of them
	Run      runState      // of the current run; Step is 0 between two runs
}

// finishedRun is a reference run that has ended.
type finishedRun struct {
	Log    *mixture.Log
	Memory [][]float64 // of its mixture, see mixture.Resumable
}

// runState is the state of a run after Step steps.
type runState struct {
	Step          int
	Weights, M, V [][]float32 // parameters and Adam's moments
	Loss          []float64   // last known, of each group
	HeldOutLoss   []float64   // the same on held-out rows
	Log           *mixture.Log
	Memory        [][]float64 // of the mixture
}

// identity returns a SHA-256 digest of everything that decides a training except its mixture: settings, key, training
// rows, the pictures that a network reads itself, names of groups and the device. A checkpoint of another identity is
// refused. Of the mixture only the number of lists in its memory is checked (restoreMemory). Hashing pictures takes 0.1
// to 0.2 ms a frame, once a training; a step of network cnn takes 1 ms for each of its frames.
func (r *run) identity() [32]byte {
	h := sha256.New()
	head, err := json.Marshal(r.cfg)
	if err != nil {
		panic(err) // plain fields cannot fail
	}
	h.Write(head)
	for _, v := range []any{r.key[:], r.set.X, r.set.Y, r.set.Group, r.set.First} {
		if err := binary.Write(h, binary.LittleEndian, v); err != nil {
			panic(err)
		}
	}
	for _, cameras := range r.set.Pictures { // each camera's have one size
		for _, pixels := range cameras {
			h.Write(pixels)
		}
	}
	for _, name := range r.set.Names {
		fmt.Fprintf(h, "%q", name)
	}
	on := r.device.info
	fmt.Fprintf(h, "%q %q %q %q", on.Device, on.Plugin, on.Instructions, on.Options)
	return [32]byte(h.Sum(nil))
}

// save writes a checkpoint to a file, whole or not at all.
func (c checkpoint) save(path string) error {
	data, err := artifact.Encode(checkpointMagic, checkpointHeader{checkpointFormat}, packed.Encode(c))
	if err != nil {
		return err
	}
	return durable.WriteBelow(filepath.Dir(path), filepath.Base(path), data)
}

// loadCheckpoint reads a checkpoint. It returns nil where there is no file.
func loadCheckpoint(path string) (*checkpoint, error) {
	data, err := bounded.ReadRegular(path)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	return decodeCheckpoint(data)
}

// decodeCheckpoint reads the content of a checkpoint file, within the memory that its size allows. It does not check
// whether the sizes fit the training, see trainer.check.
func decodeCheckpoint(data []byte) (*checkpoint, error) {
	head, payload, err := artifact.Decode(checkpointMagic, data)
	if err != nil {
		return nil, err
	}
	var h checkpointHeader
	room := budget.New(int64(len(data)))
	if err := room.JSON("it", head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	if h.Format != checkpointFormat {
		return nil, fmt.Errorf("format %d; this program reads format %d: remove the file to train from the start",
			h.Format, checkpointFormat)
	}
	c := new(checkpoint)
	if err := packed.Decode(payload, c, room); err != nil {
		return nil, fmt.Errorf("its content cannot be read: %w", err)
	}
	return c, nil
}

// fits reports whether the finished runs of a checkpoint have the sizes of a training on some rows in k groups. As
// trainer.check it keeps a file whose digest is right but whose content is not from a panic.
func (c *checkpoint) fits(k, rows int) bool {
	for _, f := range c.Finished {
		if f.Log == nil || !logFits(f.Log, k) || len(f.Log.Reached) != k {
			return false
		}
	}
	return len(c.Finished) == 0 || len(c.Ref) == rows
}

// logFits reports whether a log has numbers of k groups for each of its steps.
func logFits(l *mixture.Log, k int) bool {
	if len(l.Groups) != k || len(l.Loss) != len(l.Alpha) || l.HeldOut != nil && len(l.HeldOut) != len(l.Alpha) {
		return false
	}
	for _, steps := range [][][]float64{l.Alpha, l.Loss, l.HeldOut} {
		for _, v := range steps {
			if len(v) != k {
				return false
			}
		}
	}
	return true
}

// checkpointer keeps the state of a training in a file. With an empty path it does nothing.
type checkpointer struct {
	path    string
	at      checkpoint
	pending *runState // the interrupted run of the file until it is resumed; otherwise nil
}

// checkpointEvery is the number of steps between two checkpoints: some seconds of work on a CPU core. A killed process
// loses at most that; one whose context ends loses nothing.
const checkpointEvery = 500

// open reads the checkpoint of this training if there is one. A damaged file, or one of another training, is an error:
// overwriting it could lose hours of work.
func (c *checkpointer) open(r *run) error {
	if c.path == "" {
		return nil
	}
	found, err := loadCheckpoint(c.path)
	switch {
	case err != nil:
		return fmt.Errorf("train: %s: %w", c.path, err)
	case found == nil:
		c.at.Of = r.identity()
	case found.Of != r.identity():
		return fmt.Errorf("train: %s: a checkpoint of another training: its data, groups, settings, key or "+
			"device differ; remove it to begin anew", c.path)
	case !found.fits(len(r.set.Names), len(r.set.Group)):
		return fmt.Errorf("train: %s: its finished runs have other sizes than the training; remove it to begin anew",
			c.path)
	default:
		c.at, c.pending = *found, &found.Run
	}
	return nil
}

// save writes the state of the current run after some steps, with the finished reference runs.
func (c *checkpointer) save(t *trainer, step int) error {
	if c.path == "" || step == 0 {
		return nil
	}
	c.at.Run = t.state(step)
	return c.write()
}

// write writes the present state to the file.
func (c *checkpointer) write() error {
	if c.path == "" {
		return nil
	}
	if err := c.at.save(c.path); err != nil {
		return fmt.Errorf("train: writing a checkpoint: %w", err)
	}
	return nil
}

// resume restores the interrupted run of the file, once, and returns the number of steps that it had made; 0 if there
// is none. Finished reference runs are passed over before (finished), so the run t is the interrupted one.
func (c *checkpointer) resume(t *trainer) (step int, err error) {
	if c.pending == nil || c.pending.Step == 0 {
		return 0, nil
	}
	s := *c.pending
	c.pending = nil
	if err := t.restore(s); err != nil {
		return 0, fmt.Errorf("train: %s: %w", c.path, err)
	}
	return s.Step, nil
}

// finish saves the result of a reference run: its log, the memory of its mixture, and the losses of all rows.
func (c *checkpointer) finish(t *trainer, ref []float32) error {
	c.at.Finished = append(c.at.Finished, finishedRun{t.log, memoryOf(t.mix)})
	c.at.Ref, c.at.Run = ref, runState{}
	return c.write()
}

// finished returns the log of the nth reference run, with its mixture restored, if the file has it.
func (c *checkpointer) finished(n int, m mixture.Mixture) (*mixture.Log, bool, error) {
	if c.pending == nil || n >= len(c.at.Finished) {
		return nil, false, nil
	}
	f := c.at.Finished[n]
	if err := restoreMemory(m, f.Memory); err != nil {
		return nil, false, fmt.Errorf("train: %s: %w", c.path, err)
	}
	return f.Log, true, nil
}

// remove deletes the file of a training that is complete.
func (c *checkpointer) remove() error {
	if c.path == "" {
		return nil
	}
	if err := durable.Remove(c.path); err != nil && !os.IsNotExist(err) {
		return fmt.Errorf("train: removing a checkpoint: %w", err)
	}
	return nil
}
