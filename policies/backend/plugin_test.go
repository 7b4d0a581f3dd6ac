package backend

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/gomlx/compute"
)

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
	if err := Use(Auto); err != nil || AcceleratorName() != "" {
		t.Errorf("without a plugin: %v, %q", err, AcceleratorName())
	}
	fallsBack(t, "no plugin of XLA")
	touch(t, home, "plugin.so")
	t.Setenv("GOMLX_BACKEND", "xla:"+filepath.Join(home, "plugin.so"))
	fallsBack(t, "plugin.so: ")
	if err := Use(Auto); err == nil {
		t.Error("nothing is said of a broken plugin that the environment asks for")
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

func TestBackendIsSingleThreaded(t *testing.T) {
	b, err := Go()
	if err != nil {
		t.Fatal(err)
	}
	if d := b.Description(); !strings.Contains(d, "parallelism=0") {
		t.Errorf("backend is %s", d)
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

func fallsBack(t *testing.T, want string) {
	t.Helper()
	anotherBackend(t) // what was there before goes
	err := Use(CUDA)
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v; want a line that says %q", err, want)
	}
	if AcceleratorName() != "" {
		t.Errorf("%q trains, not the processor", AcceleratorName())
	}
	on, err := ForTraining()
	if b, _ := Go(); err != nil || on != b {
		t.Errorf("trainings do not compute on the processor: %v", err)
	}
}

// anotherBackend makes the trainings of a test compute on a backend of their own.
func anotherBackend(t *testing.T) compute.Backend {
	t.Helper()
	b, err := OpenGo()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { Use(CPU) })
	UseBackend(b, "another")
	return b
}
