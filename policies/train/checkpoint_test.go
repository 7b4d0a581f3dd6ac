package train

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// cancelAfter is a context that is cancelled once Err has been called so many times.
type cancelAfter struct {
	context.Context
	calls int
}

func (c *cancelAfter) Err() error {
	if c.calls--; c.calls < 0 {
		return context.Canceled
	}
	return nil
}

func (c *cancelAfter) Value(any) any { return nil }

// A training that is interrupted every few steps, in any of its runs, gives the same weights and log as one that is
// not: for each kind of mixture, with random shifts of pictures, and end to end. The checkpoint is removed at the
// end.
func TestInterruptedTrainingIsTheSame(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 5)
	toydata.WithPictures(d)
	half := toydata.FixedMixture{Weights: []float64{.5, .5}}
	for what, fresh := range map[string]func() mixture.Mixture{
		"plain":      func() mixture.Mixture { return &toydata.FixedMixture{Weights: half.Weights} },
		"shifts":     func() mixture.Mixture { return &toydata.FixedMixture{Weights: half.Weights} },
		"end to end": func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: half, Beta: .1} },
		"resampling": func() mixture.Mixture { return &toydata.FixedMixture{Weights: half.Weights, Resampling: true} },
		"gradients":  func() mixture.Mixture { return &toydata.GradientMixture{FixedMixture: half, Beta: .1} },
		"held out":   func() mixture.Mixture { return &toydata.ObservingMixture{FixedMixture: half, Share: .3} },
		"references": func() mixture.Mixture {
			return &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half},
				Runs: []mixture.Mixture{&toydata.ShortMixture{FixedMixture: half, HeadName: "bins"},
					&toydata.ObservingMixture{FixedMixture: half, Share: .3}}}
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			c := small()
			switch what {
			case "shifts":
				c = withPictures(2)
			case "end to end":
				c = endToEnd()
			}
			c.Steps = 12
			want, wantLog := mustTrain(t, d, g, fresh(), c, seed.Of("train"))
			file := filepath.Join(t.TempDir(), "x.checkpoint")
			var got *network.Model
			var log *mixture.Log
			err := context.Canceled
			stops := 0
			for ; errors.Is(err, context.Canceled) && stops < 50; stops++ {
				got, log, err = Train(&cancelAfter{context.Background(), 5}, d, g, fresh(), c, seed.Of("train"),
					Options{Checkpoint: file})
			}
			if err != nil || stops < 3 {
				t.Fatalf("after %d starts: %v", stops, err)
			}
			if !slices.Equal(bits(want), bits(got)) {
				t.Errorf("other weights after %d starts", stops)
			}
			if x, y := encodeLog(t, wantLog), encodeLog(t, log); x != y {
				t.Errorf("another log:\n%s\n%s", x, y)
			}
			if _, err := os.Stat(file); !os.IsNotExist(err) {
				t.Errorf("the checkpoint is still there (%v)", err)
			}
		})
	}
}

// A training of every network, and of every head, is the same in every byte if it is interrupted: at tiny sizes, with
// shifted pictures and a history where the network has pictures.
func TestEveryNetworkResumes(t *testing.T) {
	t.Parallel()
	var policies []Config
	for _, name := range network.Networks.Names() {
		c := small()
		c.Network, c.Head, c.Hidden, c.Batch, c.Steps = name, "flow", 16, 2, 4
		if net, err := network.Networks.Get(name); err != nil {
			t.Fatal(err)
		} else if _, reads := net.(network.PictureReader); reads {
			c.Observer, c.Shifts = "vision", 1
		}
		policies = append(policies, c)
	}
	for _, head := range network.Heads.Names() {
		c := small()
		c.Head, c.History, c.Batch, c.Steps = head, 2, 8, 4
		policies = append(policies, c)
	}
	for _, c := range policies {
		t.Run(c.Observer+"/"+c.Network+"/"+c.Head, func(t *testing.T) {
			t.Parallel()
			d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
			if c.Pictures() {
				for i := range d.Episodes {
					e := &d.Episodes[i]
					e.Observations, e.Actions = e.Observations[:3], e.Actions[:3]
					g.Frames[i] = 3
				}
				toydata.WithPictures(d)
			}
			weigh := func() mixture.Mixture { return &toydata.FixedMixture{Weights: []float64{.5, .5}} }
			want, _ := mustTrain(t, d, g, weigh(), c, seed.Of("train"))
			file, stops := filepath.Join(t.TempDir(), "x.checkpoint"), 0
			var got *network.Model
			err := context.Canceled
			for ; errors.Is(err, context.Canceled) && stops < 9; stops++ {
				got, _, err = Train(&cancelAfter{context.Background(), 2}, d, g, weigh(), c, seed.Of("train"),
					Options{Checkpoint: file})
			}
			if err != nil || stops < 2 || !slices.Equal(bits(want), bits(got)) {
				t.Errorf("other weights after %d starts (%v)", stops, err)
			}
		})
	}
}

// encodeLog returns a log as JSON.
func encodeLog(t *testing.T, l *mixture.Log) string {
	t.Helper()
	b, err := json.Marshal(l)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// savedCheckpoint returns the path of a checkpoint after some steps.
func savedCheckpoint(t testing.TB, steps int) string {
	t.Helper()
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	file := filepath.Join(t.TempDir(), "x.checkpoint")
	m := &toydata.FixedMixture{Weights: []float64{.5, .5}}
	_, _, err := Train(&cancelAfter{context.Background(), steps}, d, g, m, c, seed.Of("train"),
		Options{Checkpoint: file})
	if !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	return file
}

// A checkpoint of other settings, another key or another method is refused, and so is a damaged one. The error names
// the file.
func TestInvalidCheckpoints(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	m := &toydata.FixedMixture{Weights: []float64{.5, .5}}
	resume := func(file string, c Config, m mixture.Mixture, key string) error {
		_, _, err := Train(context.Background(), d, g, m, c, seed.Of(key), Options{Checkpoint: file})
		return err
	}
	file := savedCheckpoint(t, 3)
	other := c
	other.Steps++
	otherMethod := &stateful{FixedMixture: *m, state: []float64{1}}
	for word, err := range map[string]error{
		"another training":  resume(file, other, m, "train"),
		"device differ":     resume(file, c, m, "other"),
		"method is another": resume(file, c, otherMethod, "train"),
	} {
		if err == nil || !strings.Contains(err.Error(), word) || !strings.Contains(err.Error(), file) {
			t.Errorf("want an error with %q and the file's name, got %v", word, err)
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	data[len(data)/2] ^= 1
	if err := os.WriteFile(file, data, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := resume(file, c, m, "train"); err == nil || !strings.Contains(err.Error(), "damaged") {
		t.Errorf("error %v", err)
	}
}

// A checkpoint whose digest is right and whose content is not is refused by an error that names the file, and no panic:
// finished runs without a log, logs with numbers of other groups or steps, losses of other rows, other memory.
func TestCheckpointsOfOtherSizes(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden, c.Steps = 1, 4
	fresh := func() mixture.Mixture {
		half := toydata.FixedMixture{Weights: []float64{.5, .5}}
		return &toydata.ReferencedMixture{ObservingMixture: toydata.ObservingMixture{FixedMixture: half, Share: .5},
			Runs: []mixture.Mixture{&stateful{FixedMixture: half, state: []float64{1, 2}}}}
	}
	file := filepath.Join(t.TempDir(), "x.checkpoint")
	train := func(ctx context.Context) error {
		_, _, err := Train(ctx, d, g, fresh(), c, seed.Of("train"), Options{Checkpoint: file})
		return err
	}
	if err := train(&cancelAfter{context.Background(), 6}); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	saved, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for what, spoil := range map[string]func(c *checkpoint){
		"no log":               func(c *checkpoint) { c.Finished[0].Log = nil },
		"no losses reached":    func(c *checkpoint) { c.Finished[0].Log.Reached = nil },
		"losses of three rows": func(c *checkpoint) { c.Ref = c.Ref[:3] },
		"a step less":          func(c *checkpoint) { c.Finished[0].Log.Loss = c.Finished[0].Log.Loss[1:] },
		"a group less":         func(c *checkpoint) { c.Finished[0].Log.Groups = c.Finished[0].Log.Groups[1:] },
		"weights of one group": func(c *checkpoint) { c.Finished[0].Log.Alpha[1] = []float64{1} },
		"memory of one group":  func(c *checkpoint) { c.Finished[0].Memory[0] = []float64{1} },
		"no held-out losses":   func(c *checkpoint) { c.Run.Log.HeldOut = nil },
		"a held-out loss less": func(c *checkpoint) { c.Run.Log.HeldOut = c.Run.Log.HeldOut[1:] },
		"a loss of one group":  func(c *checkpoint) { c.Run.Log.Loss[0] = []float64{1} },
	} {
		c, err := decodeCheckpoint(saved)
		if err != nil || len(c.Finished) != 1 || c.Run.Step < 2 {
			t.Fatalf("%s: a checkpoint after %d runs and %d steps: %v", what, len(c.Finished), c.Run.Step, err)
		}
		spoil(c)
		if err := c.save(file); err != nil {
			t.Fatal(err)
		}
		if err := train(context.Background()); err == nil || !strings.Contains(err.Error(), file) {
			t.Errorf("%s: error %v", what, err)
		}
	}
	if err := os.WriteFile(file, saved, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := train(context.Background()); err != nil {
		t.Errorf("as it was saved: %v", err)
	}
}

// A training does not go on with other data: with another action, another observation, or an episode cut in two.
func TestOtherDataIsAnotherTraining(t *testing.T) {
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	identity := func() [32]byte {
		r, err := newRun(d, g, c, seed.Of("train"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return r.identity()
	}
	want, e := identity(), &d.Episodes[1]
	for what, number := range map[string]*float32{
		"a component of an action": &e.Actions[3][2],
		"the gripper's width":      &e.Observations[2].Robot[scenes.RobotWidth],
	} {
		old := *number
		*number += .25
		if identity() == want {
			t.Errorf("%s does not count", what)
		}
		*number = old
	}
	g.Names = []string{g.Names[1], g.Names[0]}
	if identity() == want {
		t.Error("names of groups do not count")
	}
	g.Names = []string{g.Names[1], g.Names[0]}
	cut := *e
	cut.Observations, cut.Actions = e.Observations[5:], e.Actions[5:]
	e.Observations, e.Actions = e.Observations[:5], e.Actions[:5]
	c.Chunk, c.Execute = 1, 1 // so that the targets are the same
	d.Episodes = append(d.Episodes[:2:2], append([]demos.Episode{cut}, d.Episodes[2:]...)...)
	g.Of = append(g.Of[:2:2], append([]int32{g.Of[1]}, g.Of[2:]...)...)
	two := identity()
	r, err := newRun(d, g, c, seed.Of("train"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	r.set.First = append(r.set.First[:2:2], r.set.First[3:]...)
	if r.identity() == two {
		t.Error("where episodes begin does not count")
	}
}

// A training on pictures does not go on with other pictures, however few of their pixels differ.
func TestOtherPicturesAreAnotherTraining(t *testing.T) {
	t.Parallel()
	d, g := toydata.Reaching(seed.Of("toy"), 1, 1)
	toydata.WithPictures(d)
	c := withPictures(0)
	c.Network, c.Hidden, c.Batch = "cnn", 32, 2
	file := filepath.Join(t.TempDir(), "x.checkpoint")
	train := func(ctx context.Context) error {
		_, _, err := Train(ctx, d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c, seed.Of("train"),
			Options{Checkpoint: file})
		return err
	}
	stopped := func() context.Context { return &cancelAfter{context.Background(), 1} }
	if err := train(stopped()); !errors.Is(err, context.Canceled) {
		t.Fatal(err)
	}
	static, gripper := d.Episodes[0].Observations[3].Static, d.Episodes[1].Observations[0].Gripper
	for _, pixel := range []*uint8{&static[500], &gripper[7]} {
		*pixel ^= 1
		if err := train(stopped()); err == nil || !strings.Contains(err.Error(), "a checkpoint of another training") {
			t.Errorf("with another picture: error %v", err)
		}
		*pixel ^= 1
	}
	if err := train(context.Background()); err != nil {
		t.Errorf("with the same pictures: %v", err)
	}
}

// stateful is a mixture.Resumable with one list of numbers.
type stateful struct {
	toydata.FixedMixture
	state []float64
}

func (s *stateful) Memory() []*[]float64 { return []*[]float64{&s.state} }

// FuzzCheckpoint decodes arbitrary headers and payloads with a valid digest. The training either resumes from them or
// refuses them; it must not panic.
func FuzzCheckpoint(f *testing.F) {
	data, err := os.ReadFile(savedCheckpoint(f, 2))
	if err != nil {
		f.Fatal(err)
	}
	head, payload, err := artifact.Decode(checkpointMagic, data)
	if err != nil {
		f.Fatal(err)
	}
	f.Add(string(head), payload)
	f.Add(`{"format":3}`, []byte{})
	d, g := toydata.Reaching(seed.Of("toy"), 2, 2)
	c := small()
	c.Hidden = 1
	f.Fuzz(func(t *testing.T, head string, payload []byte) {
		file, err := artifact.Encode(checkpointMagic, json.RawMessage(head), payload)
		if err != nil {
			return
		}
		p, err := decodeCheckpoint(file)
		if err != nil {
			return
		}
		tr, err := testTrainer(d, g, &toydata.FixedMixture{Weights: []float64{.5, .5}}, c, seed.Of("train"))
		if err != nil {
			t.Fatal(err)
		}
		_ = tr.restore(p.Run)
	})
}
