package table

import (
	"fmt"
	"strings"
	"testing"
)

// Outcomes are scores where their name says so, or where a rollout is neither a success nor a failure; rates of seeds
// and successes are none. Stages of one rollout, as in 3/5, are a share of it and no number of rollouts.
func TestScores(t *testing.T) {
	for _, c := range []struct {
		text  string
		score bool
		sum   float64 // of the first row
		n     int32
	}{
		{"method,episode,progress\na,1,.4\na,2,1\nb,1,.5\nb,2,0\n", true, 0.4, 1},
		{"method,seed,rollout,stages_reached\na,1,1,4\na,1,2,1\nb,1,1,5\nb,1,2,0\n", true, 4, 1},
		{"method,seed,score\na,1,.4\na,2,.5\nb,1,.5\nb,2,.9\n", true, 0.4, 1},
		{"method,episode,success\na,1,.5\na,2,1\nb,1,0\nb,2,1\n", true, 0.5, 1},
		{"method,episode,stage\na,1,3/5\na,2,5/5\nb,1,1/5\nb,2,2/5\n", true, 0.6, 1},
		{"method,seed,success_rate\na,1,.4\na,2,.5\nb,1,.5\nb,2,.9\n", false, 0.4, 1},
		{"method,seed,success\na,1,.4\na,2,.5\nb,1,.5\nb,2,.9\n", false, 0.4, 1},
		{"method,seed,success\na,1,3/5\na,2,2/5\nb,1,1/5\nb,2,2/5\n", false, 3, 5},
		{"method,episode,progress\na,1,1\na,2,1\nb,1,0\nb,2,1\n", false, 1, 1},
		{"a,b\n.5,.6\n.4,.3\n", false, 0.5, 1},
	} {
		s, err := ReadSheet(strings.NewReader(c.text), "r.csv")
		if err != nil {
			t.Fatal(err)
		}
		taken, err := s.Detect(Choice{})
		if err != nil {
			t.Errorf("%q: %v", c.text, err)
			continue
		}
		if e := taken.Long.Entries[0]; taken.Score != c.score || e.Sum != c.sum || e.Rollouts != c.n {
			t.Errorf("%q: score %v, %g of %d", c.text, taken.Score, e.Sum, e.Rollouts)
		}
	}
}

// A million rollouts of a few methods and seeds are data, and fit the memory that a file of their size may take.
func TestMillionRows(t *testing.T) {
	const methods, seeds, starts = 4, 50, 5000
	var b strings.Builder
	b.WriteString("method,seed,episode,success\n")
	for i := range methods * seeds * starts {
		fmt.Fprintf(&b, "m%d,%d,%d,%d\n", i%methods, i/methods%seeds, i/methods/seeds, i%3%2)
	}
	s, err := ReadSheet(strings.NewReader(b.String()), "r.csv")
	if err != nil {
		t.Fatal(err)
	}
	taken, err := s.Detect(Choice{Keep: true})
	if err != nil {
		t.Fatal(err)
	}
	if n := len(taken.Long.Entries); n != methods*seeds*starts || len(taken.Rows.Of) != n {
		t.Errorf("%d rows", n)
	}
}
