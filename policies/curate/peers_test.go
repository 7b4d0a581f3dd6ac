package curate

import (
	"encoding/json"
	"math"
	"os"
	"testing"
)

// peers are scores by the authors' own code and what they are of (testdata/make_peers.py).
type peers struct {
	Rate     float64
	State    [][][]float64
	Actions  [][][]float64
	Progress []float64
	Values   map[string][]float64
}

func readPeers(t *testing.T) (p peers) {
	t.Helper()
	text, err := os.ReadFile("testdata/peers.json")
	if err == nil {
		err = json.Unmarshal(text, &p)
	}
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// agree holds scores to those of the authors' code: to 1e-6 of them, so that ranks agree too.
func (p peers) agree(t *testing.T, name string, got []float64) {
	t.Helper()
	want := p.Values[name]
	if len(got) != len(want) || len(want) == 0 {
		t.Fatalf("%s: %d scores, the authors' code has %d", name, len(got), len(want))
	}
	for i, w := range want {
		if math.Abs(got[i]-w) > 1e-6*max(1, math.Abs(w)) {
			t.Errorf("%s: score %d is %.9g, the authors' code has %.9g", name, i, got[i], w)
		}
	}
}

// speeds are the speed profiles of the demonstrations.
func (p peers) speeds() (all [][]float64) {
	for _, x := range p.State {
		var v []float64
		for t := range len(x) - 1 {
			v = append(v, p.Rate*distance(x[t], x[t+1]))
		}
		all = append(all, v)
	}
	return all
}

// rows are the frames of all demonstrations as they are.
func (p peers) rows() *rows {
	r := &rows{}
	for e, x := range p.State {
		var own []int
		for _, state := range x {
			row := make([]float32, len(state))
			for j, v := range state {
				row[j] = float32(v)
			}
			own = append(own, len(r.x))
			r.x, r.of = append(r.x, row), append(r.of, e)
		}
		r.in = append(r.in, own)
	}
	return r
}

// sal, jerk: siva82kb/smoothness, python/smoothness.py.
func TestSmoothnessIsTheAuthors(t *testing.T) {
	p := readPeers(t)
	var arc, jerks []float64
	for _, v := range p.speeds() {
		arc, jerks = append(arc, spectralArcLength(v, p.Rate)), append(jerks, logDimensionlessJerk(v, p.Rate))
	}
	p.agree(t, "sal", arc)
	p.agree(t, "jerk", jerks)
}

// diversity, successsim: agiachris/cupid, diffusion_policy/common/error_util.py. Inputs are float32 here.
func TestBaselinesAreCUPIDs(t *testing.T) {
	p := readPeers(t)
	r := p.rows()
	far, err := mahalanobis(r.x, r.in)
	if err != nil {
		t.Fatal(err)
	}
	p.agree(t, "diversity", far)
	var rolled [][][]float32
	for e := range 5 {
		var x [][]float32
		for _, i := range r.in[e] {
			x = append(x, r.x[i])
		}
		rolled = append(rolled, x)
	}
	p.agree(t, "successsim", successSimilarity(r, rolled, []bool{true, true, true, false, false}))
}

// deminf: jhejna/demonstration-information, scripts/quality/quality_estimators.py, with all frames as one batch, and
// the numbers themselves for embeddings.
func TestMutualInformationIsTheAuthors(t *testing.T) {
	p := readPeers(t)
	var z, a [][]float64
	var batch []int
	for e := range p.State {
		z, a = append(z, p.State[e]...), append(a, p.Actions[e]...)
	}
	for i := range z {
		batch = append(batch, i)
	}
	of := mutualInformation(z, a, batch)
	p.agree(t, "deminf_frames", of)
	p.agree(t, "deminf", p.rows().mean(clipped(of)))
}

// rabc: huggingface/lerobot, src/lerobot/utils/rabc.py.
func TestProgressWeightsAreLeRobots(t *testing.T) {
	p := readPeers(t)
	p.agree(t, "rabc", progressWeights(p.Progress))
}
