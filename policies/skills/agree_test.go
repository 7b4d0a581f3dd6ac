package skills

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"counterpoise/scenes/demos"
)

// memory is a dataset in memory as a reader.
type memory struct{ *demos.Dataset }

func (m memory) Card() demos.Card                       { return m.Dataset.Card }
func (m memory) Episodes() int                          { return len(m.Dataset.Episodes) }
func (m memory) Close() error                           { return nil }
func (m memory) Read(i int, _ bool) (*demos.Raw, error) { return m.Dataset.Episodes[i].Raw(false), nil }

// Groups agree with the behaviours of our tasks as the page of the package says: the adjusted Rand index of five seeds,
// 20 demonstrations of each behaviour, good ones alone and with six bad ones of each, by objects and by motion. With -v
// it prints the table.
func TestFoundSkillsAgree(t *testing.T) {
	if testing.Short() {
		t.Skip("1,500 demonstrations")
	}
	for _, c := range []struct {
		recipe          string
		objects, motion [5]float64
	}{
		{"picking left=20,middle=20,right=20", [5]float64{}, [5]float64{}},
		{"picking left=14+6 erratic,middle=14+6 erratic,right=14+6 erratic", [5]float64{0, .35, .63, .72, .85},
			[5]float64{}},
		{"picking left=14+6 biased,middle=14+6 biased,right=14+6 biased", [5]float64{0, .66, .77, .9, .9},
			[5]float64{}},
		{"opening drawer=20,slider=20", [5]float64{1, 1, 1, 1, 1}, [5]float64{1, 1, 1, 1, 1}},
		{"opening drawer=14+6 erratic,slider=14+6 erratic", [5]float64{1, 1, 1, 1, 1}, [5]float64{1, 1, 1, 1, 1}},
		{"opening drawer=14+6 biased,slider=14+6 biased", [5]float64{1, 1, 1, 1, 1}, [5]float64{1, 1, 1, 1, 1}},
	} {
		var objects, motion []string
		var agree [2][5]float64
		for seed := range 5 {
			recipe, err := demos.ParseRecipe(c.recipe)
			if err != nil {
				t.Fatal(err)
			}
			d, err := demos.Generate(t.Context(), recipe, 9000+uint64(seed), 2, nil)
			if err != nil {
				t.Fatal(err)
			}
			var truth []string
			for i := range d.Episodes {
				truth = append(truth, d.Episodes[i].Raw(false).Labels["behaviour"])
			}
			for k, list := range []*[]string{&objects, &motion} {
				f, err := Find(t.Context(), memory{d}, k == 1, nil)
				if err != nil {
					t.Fatal(err)
				}
				agree[k][seed] = adjustedRand(f.Of, truth)
				*list = append(*list, fmt.Sprintf("%.2f of %d", agree[k][seed], len(f.N)))
			}
		}
		t.Logf("%s\n  by objects: %s\n  by motion:  %s", c.recipe, objects, motion)
		for k, want := range [2][5]float64{c.objects, c.motion} {
			slices.Sort(agree[k][:])
			for i, v := range agree[k] {
				if math.Abs(v-want[i]) > .005 {
					t.Errorf("%s: agreement %.3f, want %.3f (%d)", c.recipe, v, want[i], k)
				}
			}
		}
	}
}
