package advise

import (
	"context"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/scenes/demos"
)

// Groups with hostile names, weighed and written.
func TestWeighOnHostileNames(t *testing.T) {
	for i := 0; i+1 < len(clitest.WithControls); i += 2 {
		o := quickly(t, "natural", "equal")
		r := reader{episodes: 8, groups: 2, frames: 20, states: 3, actions: 2, spoil: func(e int, r *demos.Raw) {
			r.Labels["task"] = clitest.WithControls[i+e%2]
		}}
		stdout, stderr, err := weighed(context.Background(), r, o)
		if err != nil {
			t.Errorf("%q: %v", clitest.WithControls[i:i+2], err)
			continue
		}
		clitest.CheckHarmless(t, "weigh", "txt", stdout)
		clitest.CheckHarmless(t, "weigh's messages", "txt", stderr)
		if lines := strings.Count(stdout, "\ny"); lines > 0 {
			t.Errorf("a name became lines:\n%s", stdout)
		}
		clitest.CheckFiles(t, "weigh", o.out)
	}
}
