package encoder

import (
	"crypto/sha256"
	"encoding/binary"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/artifact"
	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// noisyPicture is a picture of nothing.
func noisyPicture(e Spatial, k seed.Key) []uint8 {
	p, r := make([]uint8, e.PictureBytes()), k.Rand()
	for i := range p {
		p[i] = uint8(r.IntN(256))
	}
	return p
}

// Kernels and plain Go compute the same layer, to the roundings of their order of summation; and a row's result is the same bits
// wherever it stands.
func TestDense(t *testing.T) {
	r := seed.Of("dense").Rand()
	noise := func(n int) []float32 {
		v := make([]float32, n)
		for i := range v {
			v[i] = float32(r.NormFloat64())
		}
		return v
	}
	const rows, in, out = 11, 50, 48
	x, w, b := noise(rows*in), noise(in*out), noise(out)
	got, want := make([]float32, rows*out), make([]float32, rows*out)
	dense(got, x, w, b, rows, in, out)
	densePlain(want, x, w, b, rows, in, out)
	for i := range want {
		if math.Abs(float64(got[i]-want[i])) > 1e-4 || got[i] < 0 {
			t.Fatalf("number %d is %v, by plain Go %v", i, got[i], want[i])
		}
	}
	one := make([]float32, out)
	for i := range rows {
		dense(one, x[i*in:][:in], w, b, 1, in, out)
		if !slices.Equal(one, got[i*out:][:out]) {
			t.Fatalf("row %d comes out otherwise alone", i)
		}
	}
}

// What an eye sees by kernels is what its graph computes, which it was trained by.
func TestLookIsTheGraph(t *testing.T) {
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range Cameras {
		w, picture := e.initialise(seed.Of("eye", i)), noisyPicture(e, seed.Of("picture", i))
		got := make([]float32, e.width())
		e.encode(got, picture, w, newScratch())
		z := make([]float32, e.PatchCount()*e.PatchValues())
		e.CutPatches(z, picture)
		middles, params := e.tensors(w)
		in := []any{tensors.FromFlatDataAndDimensions(z, 1, e.PatchCount(), e.PatchValues())}
		for _, v := range append(middles, params...) {
			in = append(in, v)
		}
		ex := graph.MustNewExec(b, func(in []*graph.Node) *graph.Node { return e.Forward(in[0], in[1], in[2], in[3:]) })
		want := tensors.MustCopyFlatData[float32](ex.MustCall1(in...))
		for j := range want {
			if math.Abs(float64(got[j]-want[j])) > 1e-4 {
				t.Fatalf("eye %d, feature %d is %v, by the graph %v", i, j, got[j], want[j])
			}
		}
	}
}

// An eye whose only map is red follows a red square to a pixel, and sees none where there is none.
func TestEyeFollowsASquare(t *testing.T) {
	e := Static
	w := newVectorOf(e.ParameterDims())
	for i := range e.patch * e.patch { // how much redder than green the whole patch is
		w[0][(3*i+1)*hiddenWidth] = 0.1
	}
	w[2][0], w[4][0] = 1, 1
	got := make([]float32, e.width())
	for _, at := range [][2]int{{20, 30}, {101, 77}, {150, 9}} {
		picture := make([]uint8, e.PictureBytes())
		const side = 24
		for y := range side {
			for x := range side {
				picture[3*((at[1]+y)*e.size+at[0]+x)] = 200
			}
		}
		e.encode(got, picture, w, newScratch())
		for axis, want := range at {
			centre := (float64(got[axis*e.Maps])+1)*float64(e.size)/2 - side/2
			if math.Abs(centre-float64(want)) > 1 {
				t.Errorf("square at %v: axis %d is told as %.2f", at, axis, centre)
			}
		}
		if got[2*e.Maps] < 0.5 {
			t.Errorf("square at %v: mass %v", at, got[2*e.Maps])
		}
	}
	e.encode(got, make([]uint8, e.PictureBytes()), w, newScratch())
	if got[0] != 0 || got[e.Maps] != 0 || got[2*e.Maps] != 0 {
		t.Errorf("nothing is told as %v", got[:3])
	}
}

func newVectorOf(dims [][]int) (w [][]float32) {
	for _, d := range dims {
		w = append(w, make([]float32, layers.Volume(d)))
	}
	return w
}

func TestShift(t *testing.T) {
	src := make([]uint8, 3*9)
	for i := range src {
		src[i] = uint8(i / 3)
	}
	for _, c := range []struct {
		dx, dy int
		want   []uint8 // one of three equal channels
	}{
		{0, 0, []uint8{0, 1, 2, 3, 4, 5, 6, 7, 8}},
		{1, 0, []uint8{0, 0, 1, 3, 3, 4, 6, 6, 7}},
		{-1, 0, []uint8{1, 2, 2, 4, 5, 5, 7, 8, 8}},
		{0, 2, []uint8{0, 1, 2, 0, 1, 2, 0, 1, 2}},
	} {
		got := shift(nil, src, 3, c.dx, c.dy)
		for i, want := range c.want {
			if got[3*i] != want || got[3*i+2] != want {
				t.Errorf("moved by %d, %d: %v", c.dx, c.dy, got)
				break
			}
		}
	}
}

// The embedded encoder finds the red block: the centre of its first map, wherever the block lies on the table, is where the static
// camera sees the block, to within four pixels (15 mm). And it tells a lit bulb from a dark one.
func TestFrozenEncoderSees(t *testing.T) {
	w, pen, camera := scenes.NewTabletop(), soft.New(), render.StaticCamera()
	look := func() []float32 {
		s := w.Snapshot()
		var o scenes.Observation
		x := make([]float32, Width)
		if err := render.DrawObservation(pen, &s, &o); err != nil {
			t.Fatal(err)
		}
		if err := Frozen().Encode(x, &o); err != nil {
			t.Fatal(err)
		}
		return x
	}
	for _, at := range [][2]float64{{0.05, -0.1}, {0.17, -0.14}, {0.3, -0.1}, {0.34, -0.06}} {
		if err := w.PlaceBlock(scenes.Red, at[0], at[1], 0.3); err != nil {
			t.Fatal(err)
		}
		x := look()
		u, v, _ := camera.Project(w.Block(scenes.Red).P, Static.size, Static.size)
		gotU, gotV := (float64(x[0])+1)*100, (float64(x[Static.Maps])+1)*100
		if math.Hypot(gotU-u, gotV-v) > 4 {
			t.Errorf("block at %v, seen at pixel (%.1f, %.1f), told as (%.1f, %.1f)", at, u, v, gotU, gotV)
		}
	}
	dark := look()
	if err := w.PlaceSlider(scenes.Switch, scenes.SwitchTravel); err != nil {
		t.Fatal(err)
	}
	lit, most := look(), 0.0
	for i, v := range lit {
		most = max(most, math.Abs(float64(v-dark[i])))
	}
	if most < 0.1 {
		t.Errorf("a lit bulb moves no feature by more than %v", most)
	}
}

// What is no encoder is refused.
func TestEncoderIsRefused(t *testing.T) {
	var o scenes.Observation
	if err := Frozen().Encode(make([]float32, Width), &o); err == nil || !strings.Contains(err.Error(), "have both cameras drawn") {
		t.Errorf("an observation without pictures: %v", err)
	}
	head, payload, err := artifact.Decode(magic, embedded)
	if err != nil {
		t.Fatal(err)
	}
	seal := func(head string, payload []byte) []byte {
		file := append(binary.LittleEndian.AppendUint32([]byte(magic), uint32(len(head))), head...)
		file = append(file, payload...)
		sum := sha256.Sum256(file)
		return append(file, sum[:]...)
	}
	nan := slices.Clone(payload)
	copy(nan[len(nan)-4:], "\x00\x00\xc0\x7f")
	for word, file := range map[string][]byte{
		"damaged":                 embedded[:len(embedded)-1],
		"format 2; this program":  seal(`{"format":2}`, payload),
		"header: ":                seal("{", payload),
		"bytes of parameters":     seal(string(head), payload[4:]),
		"parameter of an eye is ": seal(string(head), nan),
	} {
		if _, err := decode(file); err == nil || !strings.Contains(err.Error(), word) {
			t.Errorf("want an error with %q, got %v", word, err)
		}
	}
	if e, err := decode(seal(string(head), payload)); err != nil || e.ID() != Frozen().ID() {
		t.Errorf("an honest file was refused: %v", err)
	}
}

// An encoder is made from lessons alone, and is the same the second time.
func TestTrainEncoder(t *testing.T) {
	cfg := Config{Objects: []Object{{1, "block"}}, Steps: 3, Batch: 4, LearningRate: 1e-3, HeldOut: 8}
	lesson := func(n int) (*Sample, error) {
		l := new(Sample)
		r := seed.Of("lesson", n).Rand()
		l.Scene[scenes.SceneBlocks], l.Scene[scenes.SceneBlocks+1] = float32(r.Float64()-0.5)*0.8, float32(r.Float64()-0.5)*0.8
		toydata.DrawPictures(&l.Observation)
		l.StaticObjects, l.GripperObjects = reds(l.Static), reds(l.Gripper)
		return l, nil
	}
	run := func() (*Encoder, []Accuracy, []float64) {
		var loss []float64
		e, js, err := Train(t.Context(), cfg, lesson, seed.Of("school"), func(_ int, l float64) { loss = append(loss, l) })
		if err != nil {
			t.Fatal(err)
		}
		return e, js, loss
	}
	a, js, loss := run()
	b, _, _ := run()
	if a.ID() != b.ID() {
		t.Error("the same lessons made two encoders")
	}
	if len(loss) != 3 || len(js) < 10 || js[0].Name != "static: block x" || js[0].N != 8 {
		t.Errorf("losses %v, judgement %v", loss, js)
	}
}

// reds are the parts of a picture: 1 where it is red.
func reds(picture []uint8) []uint8 {
	parts := make([]uint8, len(picture)/3)
	for i := range parts {
		if picture[3*i] > 200 && picture[3*i+1] < 100 {
			parts[i] = 1
		}
	}
	return parts
}
