package policies

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// train takes every file of weights that weigh writes for training, with the groups' shares of the file. Weights of
// other data and a method beside weights are refused.
func TestTrainWithWeights(t *testing.T) {
	data, out := clitest.HalfBadDataset(t, "3"), filepath.Join(t.TempDir(), "w")
	if code, _, stderr, _ := clitest.Invoke("weigh", data, "--by", "both", "--method", "fixed:.3,.3,.3,.03,.03,.04",
		"--seeds", "1", "--out", out); code != 0 {
		t.Fatal(stderr)
	}
	files, err := filepath.Glob(filepath.Join(out, "*"))
	if err != nil {
		t.Fatal(err)
	}
	plain, _, _ := trainedInto(t, filepath.Join(t.TempDir(), "p"), data, "--steps", "3")
	taken := 0
	for _, file := range files {
		name := filepath.Base(file)
		if name != "weights.csv" && !strings.HasPrefix(name, "run-") && !strings.HasPrefix(name, "sampling-") {
			continue
		}
		got, stdout, _ := trainedInto(t, filepath.Join(t.TempDir(), "p"), data, "--steps", "3", "--weights", file)
		if !strings.Contains(stdout, "weighed   by "+file) || !strings.Contains(stdout, "0.330") {
			t.Errorf("%s: %s", name, stdout)
		}
		if taken++; bytes.Equal(got, plain) {
			t.Errorf("%s gives the policy of plain cloning", name)
		}
	}
	if taken != 4 {
		t.Errorf("train took %d of %q", taken, files)
	}
	table := filepath.Join(out, "weights.csv")
	for want, args := range map[string][]string{
		"has weights of other data":    {clitest.HalfBadDataset(t, "4"), "--weights", table},
		"leave out --method":           {data, "--weights", table, "--method", "equal"},
		"weights.json is what was":     {data, "--weights", filepath.Join(out, "weights.json")},
		"no such file or directory":    {data, "--weights", filepath.Join(out, "none.csv")},
		"weights of 11 demonstrations": {data, "--weights", withoutLastRow(t, table)},
	} {
		args = append([]string{"train"}, append(args, "--steps", "3", "--out", filepath.Join(t.TempDir(), "p"))...)
		if code, _, stderr, _ := clitest.Invoke(args...); code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("want an error with %q, got %q", want, stderr)
		}
	}
}

// withoutLastRow returns the path of a table without its last row.
func withoutLastRow(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	rows := bytes.SplitAfter(text, []byte("\n"))
	out := filepath.Join(t.TempDir(), "short.csv")
	if err := os.WriteFile(out, bytes.Join(rows[:len(rows)-2], nil), 0o644); err != nil {
		t.Fatal(err)
	}
	return out
}
