package policies

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"sync/atomic"
	"testing"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/golden"
	"counterpoise/policies/train"
	"counterpoise/results/frame"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// The chance levels that the program carries are those of the committed records.
func TestCommittedChances(t *testing.T) {
	var want []frame.CommittedChance
	for _, source := range []string{"results/quick", "results/confirm"} {
		s, err := store.Read(filepath.Join("..", "..", "..", source))
		if err != nil {
			t.Fatal(err)
		}
		for _, policy := range []record.Policy{bench.StatePolicy, bench.VisionPolicy} {
			for _, task := range []string{"picking", "opening"} {
				level := bench.ChanceLevel{Task: task}
				records := frame.ChanceRecords(s.Records(), policy, level)
				if len(records) == 0 {
					continue
				}
				c := countChance(records, source)
				want = append(want, c)
				for _, oracle := range []scenes.Oracle{scenes.Earned, scenes.CALVIN} {
					full, carried := frame.ChanceOf(level, records, oracle), c.Level(oracle)
					for i, b := range full.Behaviours {
						if got := carried.Behaviours[i]; got.Behaviour != b.Behaviour || got.Success != b.Success ||
							carried.Recorded != full.Recorded {
							t.Errorf("%s %s: %+v, want %+v", task, policy, got, b)
						}
					}
				}
			}
		}
	}
	b, err := json.MarshalIndent(want, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	short := regexp.MustCompile(`\[[0-9,\s]+\]`).ReplaceAllFunc(b, func(list []byte) []byte {
		return []byte(strings.ReplaceAll(strings.Join(strings.Fields(string(list)), ""), ",", ", "))
	})
	path := filepath.Join("..", "..", "..", "results", "frame", "chance_committed.json")
	if golden.Updated(t, path, string(short)+"\n") {
		return
	}
	if got, err := frame.CommittedChances(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s differs from the records (%v): go test ./cmd/counterpoise/policies -run CommittedChances "+
			"-update makes it",
			path, err)
	}
}

// The default folder gives the chance level only with as many initialisations as the program carries, since an
// unfinished run chance may have left it; a folder that the user names gives it always.
func TestChanceOfAFolder(t *testing.T) {
	for _, c := range []struct {
		initialisations int
		named, own      bool
	}{{1, false, false}, {12, false, false}, {19, false, false}, {20, false, true}, {12, true, true}} {
		var e evaluation
		e.Task, e.records, e.named = "picking", chanceRecords(t, c.initialisations), c.named
		got, err := of(cli.Program{Name: "counterpoise"}).chanceOfPolicy(bench.StatePolicy, e)
		if err != nil {
			t.Fatal(err)
		}
		want := "chance: 20 initialisations without training, policy state, in brackets the upper 95 % bound " +
			"(committed records of results/quick)"
		if c.own {
			want = fmt.Sprintf("chance: %d initialisations without training, policy state, in brackets the upper "+
				"95 %% bound (%s)", c.initialisations, e.records)
		}
		if text := got.text(scenes.Earned); !strings.Contains(text, want) {
			t.Errorf("%+v: %q, want %q", c, text, want)
		}
	}
}

// chanceRecords makes a folder with records of some untrained policies in picking.
func chanceRecords(t *testing.T, initialisations int) (dir string) {
	t.Helper()
	dir = t.TempDir()
	plan, err := bench.NewPlan(bench.ChanceExperiment, func(*record.Size) {})
	if err != nil {
		t.Fatal(err)
	}
	s, err := store.Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	fake := clitest.FakeCellRunner{Made: new(atomic.Int32)}
	for trial := range initialisations {
		r, err := fake.Run(t.Context(), plan.ChanceCell(bench.ChanceLevel{Task: "picking"}, trial))
		if err == nil {
			err = s.Put(r)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return dir
}

// An architecture without a chance level gets the command that measures one.
func TestChanceNotRecorded(t *testing.T) {
	policy, err := train.ParsePolicy("state+mlp+gaussian")
	if err != nil {
		t.Fatal(err)
	}
	var e evaluation
	e.Task, e.records = "picking", t.TempDir()
	want := "chance of picking is not recorded in " + e.records +
		": counterpoise run chance --policy state+mlp+gaussian --out " + e.records + " measures it"
	c, err := of(cli.Program{Name: "counterpoise"}).chanceOfPolicy(policy, e)
	if err != nil || c.note != want || len(c.kept()) > 0 {
		t.Errorf("%q, %v, want %q", c.note, err, want)
	}
}

// countChance counts the successes in records of a chance level, one record for each initialisation; source is the
// folder that has them.
func countChance(records []record.Record, source string) frame.CommittedChance {
	first := records[0]
	c := frame.CommittedChance{
		Task: first.Cell.Task, Policy: first.Cell.Policy.String(), Version: first.Cell.Version,
		Seed: first.Cell.Seed, Source: source, Rollouts: first.Cell.Rollouts,
	}
	for _, o := range first.Rollouts {
		counts := frame.CommittedChanceCounts{Behaviour: o.Behaviour}
		for _, r := range records {
			own, _ := r.Of(o.Behaviour)
			earned, _ := own.Successes(scenes.Earned)
			calvin, _ := own.Successes(scenes.CALVIN)
			counts.Earned, counts.CALVIN = append(counts.Earned, earned), append(counts.CALVIN, calvin)
		}
		c.Successes = append(c.Successes, counts)
	}
	return c
}
