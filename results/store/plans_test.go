package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/recordtest"
)

// A folder keeps what runs were asked for: an experiment at a size once, with the most trials, whatever the order of
// the runs. A folder of older programs has nothing, and a file that can't be read says so and gives way to the next
// run.
func TestPlans(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if plans, err := s.Plans(); err != nil || len(plans) > 0 {
		t.Errorf("an empty folder has %v, %v", plans, err)
	}
	other := recordtest.Size(3)
	other.Seed = 7
	for _, p := range []bench.Plan{
		{Experiments: []bench.Experiment{{Name: "rare"}, {Name: "half-bad"}}, Size: recordtest.Size(4)},
		{Experiments: []bench.Experiment{{Name: "rare"}}, Size: recordtest.Size(2)},
		{Experiments: []bench.Experiment{{Name: "rare"}}, Size: other, AtLooks: true},
	} {
		if err := s.Plan(p); err != nil {
			t.Fatal(err)
		}
	}
	check := func() {
		t.Helper()
		plans, err := s.Plans()
		if err != nil || len(plans) != 3 || plans[0].Name != "rare" || plans[0].Size != recordtest.Size(4) ||
			plans[1].Name != "half-bad" || plans[2].Size != other || !plans[2].AtLooks || plans[0].AtLooks {
			t.Errorf("%+v, %v", plans, err)
		}
	}
	check()
	path := filepath.Join(dir, "plans.json")
	good, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for _, damage := range []string{"[", strings.Replace(string(good), `"Trials": 4`, `"Trials": 4000000000`, 1)} {
		if err := os.WriteFile(path, []byte(damage), 0o644); err != nil {
			t.Fatal(err)
		}
		if plans, err := s.Plans(); err == nil || len(plans) > 0 || !strings.Contains(err.Error(), path) {
			t.Errorf("%.20s: %v, %v", damage, plans, err)
		}
	}
	if err := s.Plan(bench.Plan{Experiments: []bench.Experiment{{Name: "rare"}}, Size: other}); err != nil {
		t.Fatal(err)
	}
	if plans, err := s.Plans(); err != nil || len(plans) != 1 {
		t.Errorf("after damage: %v, %v", plans, err)
	}
}
