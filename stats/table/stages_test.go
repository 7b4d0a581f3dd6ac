package table

import (
	"strings"
	"testing"
)

// Rows without an outcome beside successes alone may be failures: the answer says so.
func TestSuccessesAlone(t *testing.T) {
	s, err := ReadSheet(strings.NewReader("method,episode,success\na,0,1\na,1,\na,2,1\nb,0,1\nb,1,1\nb,2,\n"), "t.csv")
	if err != nil {
		t.Fatal(err)
	}
	if d, err := s.Detect(Choice{}); err != nil || !strings.Contains(d.Look+strings.Join(d.Warnings, " "),
		"2, and all others are successes: if these failed, write 0") {
		t.Errorf("%+v, %v", d.Look, err)
	}
}

// Stages of single rollouts by their names, each reached after the one before, are compared by the last of them; where
// a later one is reached without an earlier one they are no stages, and the outcome is asked for.
func TestStagesOfRollouts(t *testing.T) {
	const head = "method,episode,reach,grasp,lift,place\n"
	text := head
	for _, row := range []string{"act,0,1,1,1,0", "act,1,1,1,1,1", "act,2,1,0,0,0", "dp,0,1,1,0,0", "dp,1,0,0,0,0",
		"dp,2,1,1,1,1"} {
		text += row + "\n"
	}
	s, err := ReadSheet(strings.NewReader(text), "stages.csv")
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Detect(Choice{})
	if err != nil {
		t.Fatal(err)
	}
	sum := 0.0
	for _, e := range d.Long.Entries {
		sum += e.Sum
	}
	if said := d.Sentence + d.Look; sum != 2 || !strings.Contains(said, `the last of the stages "reach", `+
		`"grasp", "lift", "place" of each rollout`) {
		t.Errorf("%g successes, %s", sum, said)
	}
	timed := strings.NewReplacer("place\n", "place,time_s\n", "\n", ",12.5\n").Replace(text)
	if s, err = ReadSheet(strings.NewReader(timed), "stages.csv"); err != nil {
		t.Fatal(err)
	}
	if d, err := s.Detect(Choice{}); err != nil || !strings.Contains(d.Sentence+d.Look, "the last of the stages") {
		t.Errorf("beside a time: %v, %s", err, d.Sentence)
	}
	s, err = ReadSheet(strings.NewReader(text+"dp,3,0,1,0,0\n"), "stages.csv")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Detect(Choice{}); err == nil || !strings.Contains(err.Error(), "could each be the outcome") {
		t.Errorf("no stages: %v", err)
	}
}
