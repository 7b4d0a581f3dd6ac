package dev

import (
	"encoding/json"
	"io"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/play"
	"counterpoise/internal/recordtest"
)

// The committed gallery has what dev gallery writes: the policy of few steps, trained again here, is listed alike and
// acts alike. Processors round differently, so that first actions are compared to 1e-4 and not to the last bit.
func TestGalleryIsMadeAgain(t *testing.T) {
	g, rollouts := committedGallery(t)
	p := of(cli.Program{Name: "counterpoise", In: strings.NewReader(""), Out: io.Discard, Err: io.Discard})
	made, file, err := p.recordGallery(t.Context(), []shownPolicy{hardlyTrained})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(g.Policies, func(m play.Member) bool { return m.Name == hardlyTrained.name })
	if i < 0 {
		t.Fatalf("the gallery has no %s", hardlyTrained.name)
	}
	want, got := g.Policies[i], made.Policies[0]
	if got.About != want.About || got.Task != want.Task || !slices.Equal(got.Commands, want.Commands) {
		t.Errorf("made %+v, committed %+v", got, want)
	}
	before, err := play.DecodeRollouts(rollouts[want.At:][:want.Bytes])
	if err != nil {
		t.Fatal(err)
	}
	after, err := play.DecodeRollouts(file)
	if err != nil || len(after) != len(before) {
		t.Fatalf("%d rollouts, %d committed: %v", len(after), len(before), err)
	}
	for i := range after {
		if after[i].Start != before[i].Start {
			t.Errorf("rollout %d is %+v, committed %+v", i, after[i].Start, before[i].Start)
		}
		for j, x := range after[i].Actions[0] {
			if math.Abs(float64(x-before[i].Actions[0][j])) > 1e-4 {
				t.Errorf("rollout %d begins with %v, committed %v", i, after[i].Actions[0], before[i].Actions[0])
				break
			}
		}
	}
}

// The committed gallery lists the policies that dev gallery trains, in its order, each with its commands, and where
// committed results have its recipe, with what these say.
func TestGalleryIsComplete(t *testing.T) {
	g, _ := committedGallery(t)
	if len(g.Policies) != len(shownPolicies) {
		t.Fatalf("%d policies, of %d", len(g.Policies), len(shownPolicies))
	}
	recorded := 0
	for i, m := range g.Policies {
		s := shownPolicies[i]
		var commands []string
		for _, line := range s.train {
			commands = append(commands, "counterpoise "+line)
		}
		if m.Name != s.name || m.About != s.about || m.Task != s.task ||
			!slices.Equal(m.Commands[:len(m.Commands)-1], commands) {
			t.Errorf("%+v, want %+v", m, s)
		}
		if (m.Record != nil) != (s.results != "") {
			t.Errorf("%s: committed results %+v, of %q", m.Name, m.Record, s.results)
		}
		if m.Record == nil {
			continue
		}
		recorded++
		all, _ := recordtest.Committed(t, filepath.Join("..", "..", "..", s.results))
		for b, row := range m.Record.Rows {
			right, rollouts, trainings := 0, 0, 0
			for _, r := range all {
				if c := r.Cell; c.Task == s.task && c.Recipe == s.recipe && c.Groups == s.groups &&
					c.Method == s.method && c.Policy.String() == "state" {
					n, _ := r.Rollouts[b].Successes(record.Earned)
					right, rollouts, trainings = right+n, rollouts+len(r.Rollouts[b].Steps), trainings+1
				}
			}
			if row.Right != right || row.Rollouts != rollouts || m.Record.Trainings != trainings || trainings < 4 {
				t.Errorf("%s %s: %+v of %d trainings, the records have %d of %d in %d", m.Name, row.Behaviour, row,
					m.Record.Trainings, right, rollouts, trainings)
			}
		}
	}
	if recorded < 9 {
		t.Errorf("%d policies have committed results", recorded)
	}
}

// committedGallery reads the gallery of the page.
func committedGallery(t *testing.T) (g play.Gallery, rollouts []byte) {
	t.Helper()
	dir := filepath.Join("..", "..", "..", "internal", "play", "page", "assets")
	text, err := os.ReadFile(filepath.Join(dir, "gallery.json"))
	if err == nil {
		err = json.Unmarshal(text, &g)
	}
	if err == nil {
		rollouts, err = os.ReadFile(filepath.Join(dir, "gallery.bin"))
	}
	if err != nil {
		t.Fatal(err)
	}
	return g, rollouts
}
