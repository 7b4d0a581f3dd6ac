package encoder

import (
	"math"
	"slices"
	"testing"

	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"

	"counterpoise/internal/seed"
	"counterpoise/policies/backend"
	"counterpoise/policies/layers"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

// The kernels compute the same features as the graph that the training differentiates.
func TestEncodeAgreesWithGraph(t *testing.T) {
	b, err := backend.Go()
	if err != nil {
		t.Fatal(err)
	}
	for i, e := range Cameras {
		w, picture := e.initialise(seed.Of("eye", i)), noisyPicture(e, seed.Of("picture", i))
		got := make([]float32, e.Features())
		e.encode(got, picture, w, newScratch(e))
		z := make([]float32, e.PatchCount()*e.PatchValues())
		e.CutPatches(z, picture)
		centres, params := e.tensors(w)
		in := []any{tensors.FromFlatDataAndDimensions(z, 1, e.PatchCount(), e.PatchValues())}
		for _, v := range append(centres, params...) {
			in = append(in, v)
		}
		ex := graph.MustNewExec(b, func(in []*graph.Node) *graph.Node { return e.Forward(in[0], in[1], in[2], in[3:]) })
		want := tensors.MustCopyFlatData[float32](ex.MustCall1(in...))
		for j := range want {
			if math.Abs(float64(got[j]-want[j])) > 1e-4 {
				t.Fatalf("camera %d, feature %d is %v, in the graph %v", i, j, got[j], want[j])
			}
		}
	}
}

// With hand-made weights that activate one map on red patches, the centroid is a red square's centre to within a
// pixel, and all features of a black picture are zero.
func TestCentroidFollowsSquare(t *testing.T) {
	e := Static
	w := zeroParameters(e.ParameterDims())
	for i := range e.patch * e.patch { // the patch's mean of r-g
		w[0][(3*i+1)*hiddenWidth] = 0.1
	}
	w[2][0], w[4][0] = 1, 1
	got := make([]float32, e.Features())
	for _, at := range [][2]int{{20, 30}, {101, 77}, {150, 9}} {
		picture := make([]uint8, e.PictureBytes())
		const side = 24
		for y := range side {
			for x := range side {
				picture[3*((at[1]+y)*e.size+at[0]+x)] = 200
			}
		}
		e.encode(got, picture, w, newScratch(e))
		for axis, want := range at {
			centre := (float64(got[axis*e.Maps])+1)*float64(e.size)/2 - side/2
			if math.Abs(centre-float64(want)) > 1 {
				t.Errorf("square at %v: centroid %.2f on axis %d", at, centre, axis)
			}
		}
		if got[2*e.Maps] < 0.5 {
			t.Errorf("square at %v: mass %v", at, got[2*e.Maps])
		}
	}
	e.encode(got, make([]uint8, e.PictureBytes()), w, newScratch(e))
	if got[0] != 0 || got[e.Maps] != 0 || got[2*e.Maps] != 0 {
		t.Errorf("a black picture has features %v", got[:3])
	}
}

// noisyPicture returns a picture of random bytes.
func noisyPicture(e Spatial, k seed.Key) []uint8 {
	p, r := make([]uint8, e.PictureBytes()), k.Rand()
	for i := range p {
		p[i] = uint8(r.IntN(256))
	}
	return p
}

// zeroParameters returns parameters of the given dimensions, all zero.
func zeroParameters(dims [][]int) (w [][]float32) {
	for _, d := range dims {
		w = append(w, make([]float32, layers.Volume(d)))
	}
	return w
}

// TestEncodeKeepsPatches encodes pictures of a moving arm with a scratch that keeps the activations of unchanged
// patches, and with a new scratch each. The bits are the same, and from the static camera most patches are kept.
func TestEncodeKeepsPatches(t *testing.T) {
	pictures := motion(t, 12)
	for i, e := range Cameras {
		w, kept, changed := e.initialise(seed.Of("eye", i)), newScratch(e), 0
		got, want := make([]float32, e.Features()), make([]float32, e.Features())
		for at, o := range pictures {
			picture := [2][]uint8{o.Static, o.Gripper}[i]
			e.encode(got, picture, w, kept)
			e.encode(want, picture, w, newScratch(e))
			if !slices.Equal(got, want) {
				t.Fatalf("camera %d, picture %d: the features depend on the picture before", i, at)
			}
			if at > 0 {
				changed += len(kept.changed)
			}
		}
		share := float64(changed) / float64((len(pictures)-1)*e.PatchCount())
		t.Logf("camera %d: %.0f %% of the patches change from picture to picture", i, 100*share)
		if i == 0 && share > 0.5 {
			t.Errorf("from the static camera %.0f %% of the patches change from picture to picture", 100*share)
		}
	}
}

// motion returns the pictures of n moments of a moving arm, 4 control steps apart, as a policy that executes 4 actions
// of a chunk observes them.
func motion(t testing.TB, n int) []scenes.Observation {
	t.Helper()
	w, renderer := scenes.NewTabletop(), soft.New()
	pictures := make([]scenes.Observation, n)
	for i := range pictures {
		s := w.Snapshot()
		if err := render.DrawObservation(renderer, &s, &pictures[i]); err != nil {
			t.Fatal(err)
		}
		for range 4 {
			if err := w.Step(scenes.Action{0.3, 0.4, -0.5, 0, 0, 0.2, 1}); err != nil {
				t.Fatal(err)
			}
		}
	}
	return pictures
}
