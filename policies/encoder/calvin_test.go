package encoder

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/physics"
	"counterpoise/scenes"
	"counterpoise/scenes/render"
	"counterpoise/scenes/render/soft"
)

var (
	calvinPictures = flag.String("calvin", "", "folder of CALVIN's pictures, made by testdata/calvin_pictures.py")
	calvinRollouts = flag.String("rollouts", "", "folder of states.jsonl and CALVIN's pictures of these states")
)

// calvinFile is testdata/calvin.json.
type calvinFile struct {
	Encoder string        `json:"encoder"` // ID of the encoder whose features these are
	States  []calvinState `json:"states"`
}

// calvinState is a state of a demonstration, and what CALVIN shows of it.
type calvinState struct {
	Task   string    `json:"task"`
	First  bool      `json:"first"`  // a demonstration's first state, or one from its course
	Robot  []float32 `json:"robot"`  // robot_obs
	Scene  []float32 `json:"scene"`  // scene_obs
	Pixels int       `json:"pixels"` // of TinyRenderer's static picture that show the red block
	// Features of the static camera's pictures, rounded to four decimals (0.01 pixels), by CALVIN's renderer.
	Tiny   []float64 `json:"tiny"`
	OpenGL []float64 `json:"opengl"`
}

// minInView is the share of the red block's outline that counts as a view of the block. The centroid of what is seen of
// a block that is hidden in part is not the block's.
const minInView = 0.9

// The embedded encoder sees the red block in CALVIN's pictures as in ours: where the static camera has it in view, its
// position follows from the features within 1 cm in 95 % of the states. The read-out is geometry: the line of sight
// through the centroid of the block's own map meets the height of the block. Two constants are fitted, on our pictures
// of the same states: the mean offset of that point from the block's middle, since the camera sees near faces.
//
// All of this is of the static camera, whose features alone are in the file. Nothing is claimed of the gripper camera.
//
// The features are committed, CALVIN's pictures are not: calvin_pictures.py makes them, for the flag -calvin.
func TestCalvinPictures(t *testing.T) {
	const path = "testdata/calvin.json"
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	var f calvinFile
	if err := json.Unmarshal(raw, &f); err != nil {
		t.Fatal(err)
	}
	if *calvinPictures != "" {
		f.Encoder = Frozen().ID()
		f.readPictures(t, *calvinPictures)
		if raw, err = json.Marshal(f); err != nil {
			t.Fatal(err)
		}
		raw = bytes.ReplaceAll(raw, []byte(`{"task"`), []byte("\n"+`{"task"`))
		if err := os.WriteFile(path, append(raw, '\n'), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if f.Encoder != Frozen().ID() {
		t.Fatalf("%s has the features of encoder %s, not %s: make them anew (calvin_pictures.py)",
			path, f.Encoder, Frozen().ID())
	}
	f.measure(t)
}

// The same in states of rollouts in CALVIN, which bench/remote/python/examples/calvin.py --looks DIR/states.jsonl
// writes and calvin_pictures.py draws, for the flag -rollouts DIR.
func TestCalvinRollouts(t *testing.T) {
	if *calvinRollouts == "" {
		t.Skip("give a folder of states and pictures with -rollouts")
	}
	var f calvinFile
	file, err := os.Open(filepath.Join(*calvinRollouts, "states.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for d := json.NewDecoder(file); d.More(); {
		var s calvinState
		if err := d.Decode(&s); err != nil {
			t.Fatal(err)
		}
		f.States = append(f.States, s)
	}
	f.readPictures(t, *calvinRollouts)
	f.measure(t)
}

// measure compares the features of CALVIN's pictures with those of ours, and checks the position of the red block.
func (f *calvinFile) measure(t *testing.T) {
	ours := f.ourFeatures(t)
	seen := f.inView()
	dx, dy := f.offset(seen, ours)
	for _, c := range []struct {
		name     string
		features func(i int) []float64
	}{
		{"ours", func(i int) []float64 { return ours[i] }},
		{"CALVIN's TinyRenderer", func(i int) []float64 { return f.States[i].Tiny }},
		{"CALVIN's OpenGL", func(i int) []float64 { return f.States[i].OpenGL }},
	} {
		var errors []float64
		for _, i := range seen {
			x, at := c.features(i), f.States[i].block()
			px, py := backProject(x[0], x[Static.Maps], at.Z)
			errors = append(errors, 1000*math.Hypot(px-dx-at.X, py-dy-at.Y))
		}
		near := within(errors, 10)
		t.Logf("%s: %d states of %d, median %.1f mm, 95 %% within %.1f mm, within 1 cm %.1f %%; features off by %.2f",
			c.name, len(errors), len(f.States), quantile(errors, 0.5), quantile(errors, 0.95), 100*near,
			quantile(featureGaps(ours, c.features), 0.5))
		for j, gap := range featureGaps(ours, c.features) {
			if gap > 2 {
				t.Logf("static %s: off by %.1f; median mass of the map %.4f, of ours %.4f", featureName(j), gap,
					f.medianMass(j, c.features), f.medianMass(j, func(i int) []float64 { return ours[i] }))
			}
		}
		if len(errors) < 100 || near < 0.95 {
			t.Errorf("%s: the block's position is within 1 cm in %.1f %% of %d states", c.name, 100*near, len(errors))
		}
	}
}

// block returns the position of the red block.
func (s *calvinState) block() physics.Vec {
	p := s.Scene[scenes.SceneBlocks:]
	return physics.Vec{X: float64(p[0]), Y: float64(p[1]), Z: float64(p[2])}
}

// inView returns the numbers of the states in which the static camera of CALVIN sees at least minInView of the red
// block.
func (f *calvinFile) inView() (seen []int) {
	for i := range f.States {
		if s := &f.States[i]; float64(s.Pixels) >= minInView*s.outline() {
			seen = append(seen, i)
		}
	}
	return seen
}

// outline returns the area (pixels) of the red block's outline in the static camera's picture: of the convex hull of
// its projected corners, with Andrew's monotone chains and the shoelace formula.
func (s *calvinState) outline() float64 {
	c, e := render.StaticCamera(), s.Scene[scenes.SceneBlocks+3:]
	turn := physics.FromEuler(physics.Vec{X: float64(e[0]), Y: float64(e[1]), Z: float64(e[2])})
	var corners [][2]float64
	for k := range 8 {
		sign := func(bit int) float64 { return float64(2*(k>>bit&1) - 1) }
		p := turn.Apply(physics.Vec{
			X: sign(0) * scenes.BlockLengths[0], Y: sign(1) * scenes.BlockHalf, Z: sign(2) * scenes.BlockHalf,
		})
		u, v, _ := c.Project(s.block().Add(p), Static.size, Static.size)
		corners = append(corners, [2]float64{u, v})
	}
	slices.SortFunc(corners, func(a, b [2]float64) int { return slices.Compare(a[:], b[:]) })
	area := 0.0
	for range 2 { // the two chains
		var chain [][2]float64
		for _, r := range corners {
			for n := len(chain); n > 1; n = len(chain) {
				p, q := chain[n-2], chain[n-1]
				if (q[0]-p[0])*(r[1]-p[1])-(q[1]-p[1])*(r[0]-p[0]) > 0 {
					break
				}
				chain = chain[:n-1]
			}
			chain = append(chain, r)
		}
		for i := 1; i < len(chain); i++ {
			area += (chain[i-1][0]*chain[i][1] - chain[i][0]*chain[i-1][1]) / 2
		}
		slices.Reverse(corners)
	}
	return area
}

// offset returns the mean of what back-projection finds of the red block, less its position, over the given states.
func (f *calvinFile) offset(states []int, features [][]float64) (dx, dy float64) {
	for _, i := range states {
		at := f.States[i].block()
		px, py := backProject(features[i][0], features[i][Static.Maps], at.Z)
		dx, dy = dx+(px-at.X)/float64(len(states)), dy+(py-at.Y)/float64(len(states))
	}
	return dx, dy
}

// readPictures sets pixels and features from the files of calvin_pictures.py.
func (f *calvinFile) readPictures(t *testing.T, dir string) {
	for k, name := range []string{"tiny.rgb", "opengl.rgb"} {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		size := 4 + Static.PictureBytes() + Gripper.PictureBytes()
		if len(raw) != size*len(f.States) {
			t.Fatalf("%s has %d bytes, not those of %d states", name, len(raw), len(f.States))
		}
		for i := range f.States {
			s, r := &f.States[i], raw[i*size:][:size]
			o := scenes.Observation{Static: r[4:][:Static.PictureBytes()], Gripper: r[4+Static.PictureBytes():]}
			if k == 0 {
				s.Pixels = int(binary.LittleEndian.Uint32(r))
			}
			x := staticFeatures(t, &o)
			for j, v := range x {
				x[j] = math.Round(v*1e4) / 1e4
			}
			*[]*[]float64{&s.Tiny, &s.OpenGL}[k] = x
		}
	}
}

// staticFeatures returns the features of the static camera's picture.
func staticFeatures(t *testing.T, o *scenes.Observation) []float64 {
	x := make([]float32, Width)
	if err := Frozen().Encode(x, o); err != nil {
		t.Fatal(err)
	}
	out := make([]float64, Static.Features())
	for i := range out {
		out[i] = float64(x[i])
	}
	return out
}

// ourFeatures returns the features of our pictures of the states.
func (f *calvinFile) ourFeatures(t *testing.T) (all [][]float64) {
	r := soft.New()
	for i := range f.States {
		var o scenes.Observation
		copy(o.Robot[:], f.States[i].Robot)
		copy(o.Scene[:], f.States[i].Scene)
		s := scenes.SnapshotOf(&o)
		if err := render.DrawObservation(r, &s, &o); err != nil {
			t.Fatal(err)
		}
		all = append(all, staticFeatures(t, &o))
	}
	return all
}

// backProject returns where the line of sight through a point of the static camera's picture, x and y in [-1, 1], meets
// the horizontal plane of height z.
func backProject(x, y, z float64) (float64, float64) {
	c := render.StaticCamera()
	f := 2 * c.Focal(Static.size) / float64(Static.size)
	d := c.Pose.R.Apply(physics.Vec{X: x / f, Y: -y / f, Z: -1})
	p := c.Pose.P.AddScaled((z-c.Pose.P.Z)/d.Z, d)
	return p.X, p.Y
}

// featureGaps returns, for each feature, the root mean square difference from ours of the same states, as a share of
// the feature's standard deviation over the states, which counts as at least the floor that policies have.
func featureGaps(ours [][]float64, features func(i int) []float64) (gaps []float64) {
	const floor = 0.01
	for j := range ours[0] {
		sum, square, off := 0.0, 0.0, 0.0
		for i := range ours {
			v, d := ours[i][j], features(i)[j]-ours[i][j]
			sum, square, off = sum+v, square+v*v, off+d*d
		}
		n := float64(len(ours))
		sd := math.Sqrt(max(0, square/n-sum*sum/(n*n)))
		gaps = append(gaps, math.Sqrt(off/n)/max(sd, floor))
	}
	return gaps
}

// medianMass returns the median over the states of the mass of the map that a feature belongs to.
func (f *calvinFile) medianMass(j int, features func(i int) []float64) float64 {
	var masses []float64
	for i := range f.States {
		masses = append(masses, features(i)[2*Static.Maps+j%Static.Maps])
	}
	return quantile(masses, 0.5)
}

// featureName names a feature of the static camera as policies do: the number of its map, from 1, and x, y or mass.
func featureName(j int) string {
	return fmt.Sprintf("map %d %s", j%Static.Maps+1, []string{"x", "y", "mass"}[j/Static.Maps])
}

// within returns the share of errors up to a limit.
func within(errors []float64, limit float64) float64 {
	n := 0
	for _, e := range errors {
		if e <= limit {
			n++
		}
	}
	return float64(n) / float64(len(errors))
}

// quantile returns the q-quantile of values, without interpolation.
func quantile(values []float64, q float64) float64 {
	s := slices.Sorted(slices.Values(values))
	return s[min(len(s)-1, int(q*float64(len(s))))]
}
