package table

import (
	"fmt"
	"strings"
	"testing"
)

// Numbers that count single rollouts are no checkpoints, whatever they are called; rates at the steps of a training
// are.
func TestCountedRolloutsAreNoCheckpoints(t *testing.T) {
	for _, name := range []string{"global_step", "iteration", "_step", "epoch"} {
		for _, c := range []struct {
			outcome string
			rows    int
		}{{"1", 20}, {"true", 20}, {"0.75", 0}} {
			text := "policy," + name + ",success\n"
			for i := range 10 {
				text += fmt.Sprintf("act,%d,%s\ndp,%d,%s\n", 100*i, c.outcome, 100*i, c.outcome)
			}
			s, err := ReadSheet(strings.NewReader(text), "log.csv")
			if err != nil {
				t.Fatal(err)
			}
			d, err := s.Detect(Choice{})
			if c.rows == 0 { // one score of each method is left, which is no comparison
				if err == nil || !strings.Contains(err.Error(), "each method has one score") {
					t.Errorf("%s: %v", name, err)
				}
				continue
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := len(d.Long.Entries); got != c.rows {
				t.Errorf("%s, %s: %d rows count, want %d", name, c.outcome, got, c.rows)
			}
		}
	}
}
