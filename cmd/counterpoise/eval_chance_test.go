package main

import (
	"encoding/json"
	"path/filepath"
	"reflect"
	"regexp"
	"strings"
	"testing"

	"counterpoise/bench"
	"counterpoise/internal/golden"
	"counterpoise/results/findings"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

// The chance levels that the program carries are those of the committed records.
func TestCommittedChances(t *testing.T) {
	var want []findings.CommittedChance
	for _, source := range []string{"results/quick", "results/confirm"} {
		s, err := store.Read(filepath.Join("..", "..", source))
		if err != nil {
			t.Fatal(err)
		}
		for _, policy := range []bench.Policy{bench.StatePolicy, bench.VisionPolicy} {
			for _, task := range []string{"picking", "opening"} {
				level := bench.ChanceLevel{Task: task}
				records := findings.ChanceRecords(s.Records(), policy, level)
				if len(records) == 0 {
					continue
				}
				c := countChance(records, source)
				want = append(want, c)
				for _, oracle := range []scenes.Oracle{scenes.Earned, scenes.CALVIN} {
					full, carried := findings.ChanceOf(level, records, oracle), c.Level(oracle)
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
	path := filepath.Join("..", "..", "results", "findings", "chance_committed.json")
	if golden.Updated(t, path, string(short)+"\n") {
		return
	}
	if got, err := findings.CommittedChances(); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%s differs from the records (%v): go test ./cmd/counterpoise -run CommittedChances -update makes it",
			path, err)
	}
}

// An architecture without a chance level gets the command that measures one.
func TestChanceNotRecorded(t *testing.T) {
	policy, err := bench.ParsePolicy("state+mlp+gaussian")
	if err != nil {
		t.Fatal(err)
	}
	var e evaluation
	e.Task, e.records = "picking", t.TempDir()
	want := "chance of picking is not recorded in " + e.records +
		": counterpoise run chance --policy state+mlp+gaussian --out " + e.records + " measures it"
	c, err := program{name: "counterpoise"}.chanceOfPolicy(policy, e)
	if err != nil || c.note != want || len(c.kept()) > 0 {
		t.Errorf("%q, %v, want %q", c.note, err, want)
	}
}

// countChance counts the successes in records of a chance level, one record for each initialisation; source is the
// folder that has them.
func countChance(records []bench.Record, source string) findings.CommittedChance {
	first := records[0]
	c := findings.CommittedChance{
		Task: first.Cell.Task, Policy: first.Cell.Policy.String(), Version: first.Cell.Version,
		Seed: first.Cell.Seed, Source: source, Rollouts: first.Cell.Rollouts,
	}
	for _, o := range first.Rollouts {
		counts := findings.CommittedChanceCounts{Behaviour: o.Behaviour}
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
