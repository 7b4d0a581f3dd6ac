package policies

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// keptPolicy writes an untrained policy of a network and returns its path.
func keptPolicy(t *testing.T, net string) string {
	t.Helper()
	c := train.DefaultConfig()
	c.Network, c.Hidden = net, 16
	if net == "cnn" {
		c.Observer = "vision"
	}
	m, err := c.Spec().Resolve()
	if err != nil {
		t.Fatal(err)
	}
	n := m.Sizes.Features
	s := network.Standardizer{Mean: make([]float32, n), Gain: make([]float32, n)}
	if m, err = network.New(c.Spec(), s, seed.Of("kept")); err != nil {
		t.Fatal(err)
	}
	p, err := policies.NewNeural(c, m)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), net+".policy")
	if err := p.Save(path); err != nil {
		t.Fatal(err)
	}
	return path
}

// A policy is exported as a model. Commands that take a policy do not compute it, and say how it is served.
func TestExport(t *testing.T) {
	from, to := keptPolicy(t, "mlp"), filepath.Join(t.TempDir(), "p.onnx")
	if code, out, errs, _ := clitest.Invoke("export", from, "--out", to); code != 0 ||
		!strings.Contains(out, "kept in   "+to) {
		t.Fatalf("code %d, %s%s", code, out, errs)
	}
	other, folder := filepath.Join(t.TempDir(), "other.onnx"), t.TempDir()
	for _, c := range []struct {
		args []string
		code int
		want string
	}{
		{[]string{"export", from}, 2, "export needs --out"},
		{[]string{"export", from, "--out", from}, 1, from + " exists; choose another --out"},
		{[]string{"export", from, "--out", to}, 1, to + " exists; choose another --out, or remove it to export anew"},
		{[]string{"export", from, "--out", folder}, 2, "--out names a file, and " + folder + " is a folder"},
		{[]string{"export", to, "--out", other}, 1, "python -m counterpoise.serve_onnx"},
		{[]string{"eval", to, "--task", "picking"}, 1, to + ": is an ONNX model, which this"},
		{[]string{"render", "picking", "--policy", to, "--out", other + ".gif"}, 1,
			"python -m counterpoise.serve_onnx"},
		{[]string{"export", filepath.Join(t.TempDir(), "none"), "--out", other}, 1, "no such file"},
	} {
		if code, _, errs, _ := clitest.Invoke(c.args...); code != c.code || !strings.Contains(errs, c.want) {
			t.Errorf("%v: code %d, %s", c.args, code, errs)
		}
	}
	if _, err := os.Stat(other); err == nil {
		t.Error("a refused export leaves a file")
	}
}
