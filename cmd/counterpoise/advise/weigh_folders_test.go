package advise

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/durable"
	"counterpoise/policies/weigh/datasets"
)

// Whether weigh fails in a training, or is stopped between two, or finds the disk full before its last file, it leaves
// no folder that was not there before; nor does advise.
func TestWeighLeavesNothing(t *testing.T) {
	r := reader{episodes: 4, groups: 2, frames: 6, states: 3, actions: 2}
	for name, weigh := range map[string]func(out string) error{
		"failed": func(out string) error {
			o := quickly(t, "excessmtl:Eta=1e308")
			o.out = out
			_, _, err := weighed(t.Context(), r, o)
			return err
		},
		"stopped": func(out string) error {
			o := quickly(t, "natural")
			o.out, o.seeds, o.steps = out, 200, 1
			ctx, stop := context.WithCancel(t.Context())
			defer stop()
			var text bytes.Buffer
			p := of(cli.Program{Out: &text, Err: clitest.After{Word: " trainings\n", Call: stop}})
			return p.weighOpen(ctx, "made", datasets.Of("made", "made", r), o)
		},
		"disk full": func(out string) error {
			defer fullAfter(2)()
			o := quickly(t, "natural")
			o.out = out
			_, _, err := weighed(t.Context(), r, o)
			return err
		},
		"advise, disk full": func(out string) error {
			defer fullAfter(2)()
			path := filepath.Join(t.TempDir(), "demos")
			clitest.SmallDataset(t, "counterpoise", path)
			_, _, stderr, _ := clitest.Invoke("advise", path, "--by", "behaviour,style", "--seeds", "1", "--method",
				"natural", "--suboptimal", "biased", "--out", out)
			if !strings.Contains(stderr, "can't write to folder "+out) {
				return nil
			}
			return errors.New(stderr)
		},
	} {
		dir := t.TempDir()
		if err := weigh(filepath.Join(dir, "new", "weights")); err == nil {
			t.Errorf("%s: no error", name)
		}
		if left, err := os.ReadDir(dir); err != nil || len(left) > 0 {
			t.Errorf("%s: %v left, %v", name, left, err)
		}
	}
}

// fullAfter lets the writes after the first n to a new folder find no space on the disk, until restore is called.
func fullAfter(n int) (restore func()) {
	written := 0
	return durable.Inject(func(c durable.Call) (int, error) {
		if c.Name == "write" && strings.Contains(c.Path, "weights") {
			if written++; written > n {
				return 0, errors.New("no space left on device")
			}
		}
		return c.Bytes, nil
	})
}
