package policies

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/gobackend"

	"counterpoise/internal/seed"
	"counterpoise/policies/mixture"
	"counterpoise/scenes"
)

// borrowed makes trainings of a test compute on a backend of their own, as on a card.
func borrowed(t *testing.T) compute.Backend {
	t.Helper()
	b, err := gobackend.New("ops_sequential")
	if err == nil {
		err = singleThreaded(b)
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Use(CPU) })
	accelerator.backend, accelerator.name = b, "borrowed"
	return b
}

// A training computes on the device alone, gradients of groups, reference runs and checkpoints too, and its policy acts on the
// processor. No tensor may be on two backends, so a piece left behind is an error. The borrowed device rounds as the
// processor does: the policy is the same bytes.
func TestTrainingOnADevice(t *testing.T) {
	d, g := reaching(seed.Of("device"), 3, 2)
	c := small()
	c.Steps = 20
	half := fixed{alpha: []float64{.5, .5}}
	for name, mix := range map[string]func() mixture.Mixture{
		"plain":     func() mixture.Mixture { return &half },
		"gradients": func() mixture.Mixture { return &curious{fixed: half, beta: .1} },
		"references": func() mixture.Mixture {
			return &prepared{watching: watching{fixed: half}, runs: []mixture.Mixture{&watching{fixed: half, share: .3}}}
		},
	} {
		train := func() ([]byte, *Policy) {
			p, _, err := TrainKept(context.Background(), filepath.Join(t.TempDir(), "checkpoint"), d, g, mix(), c, seed.Of("device", name))
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			data, err := p.encodeFile()
			if err != nil {
				t.Fatal(err)
			}
			return data, p
		}
		want, _ := train()
		elsewhere := borrowed(t)
		got, p := train()
		if Use(CPU); Accelerator() != "" {
			t.Errorf("after Use(CPU) %q trains", Accelerator())
		}
		if !bytes.Equal(got, want) {
			t.Errorf("%s: trained elsewhere, it is another policy", name)
		}
		if p.backend == elsewhere {
			t.Errorf("%s: the policy acts where it was trained", name)
		}
		if err := p.Act([][]scenes.Action{make([]scenes.Action, 1)}, d.Episodes[0].Observations[:1]); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// touch makes empty files under a folder.
func touch(t *testing.T, dir string, files ...string) {
	t.Helper()
	for _, f := range files {
		at := filepath.Join(dir, f)
		if err := os.MkdirAll(filepath.Dir(at), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(at, nil, 0o755); err != nil {
			t.Fatal(err)
		}
	}
}

// nowhere is an environment without plugins but those of the machine's own folders, which a test machine lacks.
func nowhere(t *testing.T) (home string) {
	t.Helper()
	home = t.TempDir()
	for _, v := range []string{"GOMLX_BACKEND", "PJRT_PLUGIN_LIBRARY_PATH", "VIRTUAL_ENV", "PATH", "XLA_FLAGS"} {
		t.Setenv(v, "")
	}
	t.Setenv("HOME", home)
	if p, err := findPlugin(); err == nil {
		t.Skipf("this machine has a plugin of its own: %s", p.path)
	}
	return home
}

func TestFindPlugin(t *testing.T) {
	const pip = "lib/python3.12/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so"
	old := strings.Replace(pip, "cuda13", "cuda12", 1)
	for _, c := range []struct {
		name  string
		files []string
		env   map[string]string // $ stands for the folder
		want  string            // the plugin's path in the folder, or what the error says
		bad   bool
	}{
		{name: "none", want: `pip install "jax[cuda13]"`, bad: true},
		{name: "go-xla's", files: []string{".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so"}, want: ".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so"},
		{name: "pip's, of the user", files: []string{".local/" + pip}, want: ".local/" + pip},
		{name: "pip's, the newer", files: []string{"env/" + old, "env/" + pip}, env: map[string]string{"VIRTUAL_ENV": "$/env"}, want: "env/" + pip},
		{name: "of the python3 on the path", files: []string{"py/bin/python3", "py/" + pip}, env: map[string]string{"PATH": "$/py/bin"}, want: "py/" + pip},
		{name: "a folder", files: []string{"x/pjrt-plugin-cuda.so", ".local/" + pip}, env: map[string]string{"PJRT_PLUGIN_LIBRARY_PATH": "$/y:$/x"}, want: "x/pjrt-plugin-cuda.so"},
		{name: "a path", files: []string{"mine.so", ".local/" + pip}, env: map[string]string{"GOMLX_BACKEND": "xla:$/mine.so"}, want: "mine.so"},
		{name: "a path to nothing", env: map[string]string{"GOMLX_BACKEND": "xla:$/mine.so"}, want: "not there", bad: true},
		{name: "half a path", files: []string{"mine.so"}, env: map[string]string{"GOMLX_BACKEND": "xla:./mine.so"}, want: "whole path", bad: true},
		{name: "a name", files: []string{"x/pjrt_c_api_cpu_plugin.so", "x/pjrt_c_api_cuda_plugin.so"},
			env: map[string]string{"GOMLX_BACKEND": "xla:cpu", "PJRT_PLUGIN_LIBRARY_PATH": "$/x"}, want: "x/pjrt_c_api_cpu_plugin.so"},
		{name: "a name of nothing", env: map[string]string{"GOMLX_BACKEND": "xla:tpu"}, want: "called tpu", bad: true},
		{name: "the processor", files: []string{".local/" + pip}, env: map[string]string{"GOMLX_BACKEND": "go"}, want: "unset it", bad: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := nowhere(t)
			touch(t, home, c.files...)
			for k, v := range c.env {
				t.Setenv(k, strings.ReplaceAll(v, "$", home))
			}
			p, err := findPlugin()
			switch {
			case c.bad && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
				t.Errorf("found %q, error %v; want one that says %q", p.path, err, c.want)
			case !c.bad && (err != nil || p.path != filepath.Join(home, c.want)):
				t.Errorf("found %q, error %v; want %q", p.path, err, c.want)
			}
		})
	}
}

// Without a plugin, and with one that is none, a device asked for is one line and the processor.
func TestUseFallsBack(t *testing.T) {
	home := nowhere(t)
	t.Cleanup(func() { Use(CPU) })
	if err := Use("tpu"); err == nil || !strings.Contains(err.Error(), `unknown device "tpu"`) {
		t.Errorf("unknown device: %v", err)
	}
	if err := Use(Auto); err != nil || Accelerator() != "" {
		t.Errorf("without a plugin: %v, %q", err, Accelerator())
	}
	fallsBack(t, "no plugin of XLA")
	touch(t, home, "plugin.so")
	t.Setenv("GOMLX_BACKEND", "xla:"+filepath.Join(home, "plugin.so"))
	fallsBack(t, "plugin.so: ")
	if err := Use(Auto); err == nil {
		t.Error("nothing is said of a broken plugin that the environment asks for")
	}
}

func fallsBack(t *testing.T, want string) {
	t.Helper()
	borrowed(t) // what was there before goes
	err := Use(CUDA)
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v; want a line that says %q", err, want)
	}
	if Accelerator() != "" {
		t.Errorf("%q trains, not the processor", Accelerator())
	}
	on, err := trainingBackend()
	if b, _ := backend(); err != nil || on != b {
		t.Errorf("trainings do not compute on the processor: %v", err)
	}
}

func TestPluginSettings(t *testing.T) {
	for options, want := range map[string]string{
		"": "tf32=false", "preallocate=true": "tf32=false,preallocate=true", "tf32=true": "tf32=true", "notf32": "notf32",
	} {
		if got := (plugin{"p", options}).settings(); got != want {
			t.Errorf("options %q become %q, want %q", options, got, want)
		}
	}
	site := t.TempDir()
	touch(t, site, "nvidia/cu13/nvvm/libdevice/libdevice.10.bc")
	cuda := plugin{path: filepath.Join(site, "jax_plugins/xla_cuda13/xla_cuda_plugin.so")}
	data := "--xla_gpu_cuda_data_dir=" + filepath.Join(site, "nvidia/cu13")
	const same = "--xla_gpu_deterministic_ops=true"
	for _, c := range []struct {
		p         plugin
		env, want string
	}{
		{cuda, "", data + " " + same},
		{cuda, "--xla_dump_to=x", "--xla_dump_to=x " + data + " " + same},
		{cuda, "--xla_gpu_cuda_data_dir=x", "--xla_gpu_cuda_data_dir=x " + same},
		{cuda, "--xla_gpu_cuda_data_dir=x --xla_gpu_deterministic_ops=false", "--xla_gpu_cuda_data_dir=x --xla_gpu_deterministic_ops=false"},
		{plugin{path: "/x/pjrt_c_api_cuda_plugin.so"}, "", same},
		{plugin{path: "/x/pjrt_c_api_cpu_plugin.so"}, "", ""},
	} {
		if got := c.p.flags(c.env); got != c.want {
			t.Errorf("flags %q become %q, want %q", c.env, got, c.want)
		}
	}
}

// BenchmarkAdam is a step of the default network's parameters, which stays on the processor whatever computes the gradient.
func BenchmarkAdam(b *testing.B) {
	cfg := DefaultConfig()
	n := cfg.shape(state{}).size()
	a := adam{make([]float32, n), make([]float32, n)}
	theta, g := make([]float32, n), make([]float32, n)
	for i := range g {
		g[i] = float32(i%7) - 3
	}
	b.ReportAllocs()
	b.ReportMetric(float64(n), "parameters")
	for i := range b.N {
		a.step(theta, g, cfg.Rate, i+1)
	}
}
