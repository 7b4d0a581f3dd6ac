package skills

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// The adjusted Rand index, Ward's groups and silhouettes are those of scikit-learn (testdata/reference.py).
func TestAgainstScikitLearn(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("testdata", "reference.json"))
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Rand []struct {
			A, B []int
			ARI  float64
		}
		Ward []struct {
			Points     [][]float64
			K          int
			Of         []int
			Silhouette float64
		}
	}
	if err := json.Unmarshal(text, &want); err != nil || len(want.Rand) != 13 || len(want.Ward) != 4 {
		t.Fatal(err)
	}
	for _, c := range want.Rand {
		if got := adjustedRand(c.A, c.B); math.Abs(got-c.ARI) > 1e-12 {
			t.Errorf("%v and %v: %v, want %v", c.A, c.B, got, c.ARI)
		}
	}
	for _, c := range want.Ward {
		of := cut(ward(distances(c.Points)), c.K)
		if adjustedRand(of, c.Of) != 1 {
			t.Errorf("%d groups are %v, want %v", c.K, of, c.Of)
		}
		if got := silhouette(distances(c.Points), of, c.K); math.Abs(got-c.Silhouette) > 1e-12 {
			t.Errorf("%d groups have the silhouette %v, want %v", c.K, got, c.Silhouette)
		}
	}
}

// planted are n normal points around each of k means, which lie apart from each other in all directions.
func planted(n, k, width int, apart float64, r seed.Key) (points [][]float64, of []int) {
	random := r.Rand()
	for i := range n * k {
		p := make([]float64, width)
		for j := range p {
			p[j] = random.NormFloat64()
		}
		p[i%k%width] += apart * float64(1+i%k/width)
		points, of = append(points, p), append(of, i%k)
	}
	return points, of
}

// Planted groups are found, all of them and no more; in one cloud, normal, even or long, several are found as seldom as
// the level says, one time of forty or less; points that are alike, and few, are one group.
func TestPlantedGroups(t *testing.T) {
	for _, k := range []int{2, 3, 5, 8} {
		points, of := planted(12, k, 4, 12, seed.Of("planted", k))
		if got := cluster(points, seed.Of("test")); adjustedRand(got, of) != 1 {
			t.Errorf("%d groups: %v", k, got)
		}
		if !slices.Equal(cluster(points, seed.Of("test")), cluster(points, seed.Of("test"))) {
			t.Errorf("%d groups differ between two runs", k)
		}
	}
	const clouds, most = 400, 21 // of each kind; most is R's qbinom(.999, 400, 1/40)
	for kind, name := range []string{"normal", "even", "long"} {
		several := 0
		for i := range clouds {
			points, _ := planted(40, 1, 3, 0, seed.Of("cloud", i))
			r := seed.Of("even", i).Rand()
			for _, p := range points {
				if kind == 1 {
					p[0], p[1], p[2] = r.Float64(), r.Float64(), r.Float64()
				}
				if kind == 2 {
					p[0] *= 5
				}
			}
			if slices.Max(cluster(points, seed.Of("test", i))) > 0 {
				several++
			}
		}
		if several > most {
			t.Errorf("several groups in %d of %d %s clouds, want %d at most", several, clouds, name, most)
		}
	}
	for _, n := range []int{1, 2, 5, 20} {
		points := slices.Repeat([][]float64{{1, 2}}, n)
		if got := cluster(points, seed.Of("test")); slices.Max(got) != 0 {
			t.Errorf("%d points that are alike: %v", n, got)
		}
	}
}

// What moved nothing joins the group whose motion is nearest, and a group of two the group that is nearest.
func TestStillOnesJoin(t *testing.T) {
	points, of := planted(10, 2, 2, 20, seed.Of("still"))
	still := make([]bool, len(points))
	still[4], still[7] = true, true
	motions := slices.Clone(points)
	points = slices.Clone(points)
	points[4], points[7] = make([]float64, 2), make([]float64, 2)
	if got := grouped(points, motions, still); adjustedRand(got, of) != 1 {
		t.Errorf("%v, want %v", got, of)
	}
	if got := joined([][]float64{{0}, {0}, {0}, {9}, {9}, {9}, {8}}, []int{0, 0, 0, 1, 1, 1, 2}); !slices.Equal(got,
		[]int{0, 0, 0, 1, 1, 1, 1}) {
		t.Errorf("%v", got)
	}
}

// states is a dataset of another robot of which each demonstration has a state of the robot and one of the scene of
// these widths.
type states [][2]int

func (s states) Card() demos.Card { return demos.Card{} }
func (s states) Episodes() int    { return len(s) }
func (s states) Close() error     { return nil }
func (s states) Read(i int, _ bool) (*demos.Raw, error) {
	of := func(width int) demos.Matrix {
		m := demos.Matrix{Width: width}
		for j := range 5 * width {
			m.Values = append(m.Values, float32(i%2*j))
		}
		return m
	}
	return &demos.Raw{Actions: of(2), State: of(s[i][0]), Scene: of(s[i][1])}, nil
}

// States that some demonstrations lack are not compared, and those of another width than the first's are an error.
func TestStatesOfOtherWidths(t *testing.T) {
	for _, c := range []struct {
		first, other [2]int // widths of the states of the robot and of the scene
		source       string // empty: an error
	}{
		{[2]int{3, 4}, [2]int{3, 4}, ByObjects}, {[2]int{0, 4}, [2]int{0, 4}, ByObjects},
		{[2]int{3, 4}, [2]int{3, 0}, ByMotion}, {[2]int{3, 0}, [2]int{3, 4}, ByMotion},
		{[2]int{3, 4}, [2]int{2, 4}, ""}, {[2]int{3, 4}, [2]int{0, 4}, ""}, {[2]int{0, 4}, [2]int{3, 4}, ""},
		{[2]int{3, 4}, [2]int{3, 5}, ""}, {[2]int{0, 0}, [2]int{0, 0}, ""},
	} {
		all := states(slices.Repeat([][2]int{c.first}, 7))
		all = append(all, c.other)
		f, err := Find(t.Context(), all, false, nil)
		if (err != nil) != (c.source == "") || err == nil && (f.Source != c.source || len(f.Of) != len(all)) {
			t.Errorf("widths %v and %v: %+v, %v", c.first, c.other, f, err)
		}
	}
}
