package backend

import (
	"cmp"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

func TestFindPlugin(t *testing.T) {
	const pip = "lib/python3.12/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so"
	old := strings.Replace(pip, "cuda13", "cuda12", 1)
	for _, c := range []struct {
		name  string
		on    Device // CUDA if empty
		files []string
		env   map[string]string // $ is the test's home folder
		want  string            // the plugin's path in the home folder, or a part of the error
		bad   bool
	}{
		{name: "none", want: `pip install "jax[cuda13]"`, bad: true},
		{name: "none for the CPU", on: XLACPU, want: "counterpoise plugin", bad: true},
		{name: "the one of setup", on: XLACPU,
			files: []string{"cache/xla/pjrt_c_api_cpu_plugin.so", ".local/lib/go-xla/pjrt_c_api_cpu_v0.83.4_plugin.so"},
			want:  "cache/xla/pjrt_c_api_cpu_plugin.so"},
		{name: "go-xla's for the CPU", on: XLACPU,
			files: []string{".local/lib/go-xla/pjrt_c_api_cpu_v0.83.4_plugin.so",
				".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so"},
			want: ".local/lib/go-xla/pjrt_c_api_cpu_v0.83.4_plugin.so"},
		{name: "in a cache with brackets", on: XLACPU, files: []string{"a[1]/xla/pjrt_c_api_cpu_plugin.so"},
			env: map[string]string{"COUNTERPOISE_CACHE": "$/a[1]"}, want: "a[1]/xla/pjrt_c_api_cpu_plugin.so"},
		{name: "go-xla's, the newer", on: XLACPU,
			files: []string{".local/lib/go-xla/pjrt_c_api_cpu_v0.100.2_plugin.so",
				".local/lib/go-xla/pjrt_c_api_cpu_v0.83.4_plugin.so"},
			want: ".local/lib/go-xla/pjrt_c_api_cpu_v0.100.2_plugin.so"},
		{name: "pip's, of the newer Python",
			files: []string{".local/" + pip, ".local/" + strings.Replace(pip, "3.12", "3.9", 1)},
			want:  ".local/" + pip},
		{name: "a name that is a pattern", files: []string{"x/pjrt_c_api_cpu_plugin.so"},
			env:  map[string]string{"GOMLX_BACKEND": "xla:c*", "PJRT_PLUGIN_LIBRARY_PATH": "$/x"},
			want: "named c* in", bad: true},
		{name: "a name that is a broken pattern", env: map[string]string{"GOMLX_BACKEND": "xla:["},
			want: "named [ in", bad: true},
		{name: "go-xla's", files: []string{".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so"},
			want: ".local/lib/go-xla/nvidia/pjrt_c_api_cuda_plugin.so"},
		{name: "pip's, of the user", files: []string{".local/" + pip}, want: ".local/" + pip},
		{name: "pip's, the newer", files: []string{"env/" + old, "env/" + pip},
			env: map[string]string{"VIRTUAL_ENV": "$/env"}, want: "env/" + pip},
		{name: "pip's, of python3 on the PATH", files: []string{"py/bin/python3", "py/" + pip},
			env: map[string]string{"PATH": "$/py/bin"}, want: "py/" + pip},
		{name: "go-xla's, in a folder of the environment", files: []string{"x/pjrt-plugin-cuda.so", ".local/" + pip},
			env: map[string]string{"PJRT_PLUGIN_LIBRARY_PATH": "$/y:$/x"}, want: "x/pjrt-plugin-cuda.so"},
		{name: "a path", files: []string{"mine.so", ".local/" + pip},
			env: map[string]string{"GOMLX_BACKEND": "xla:$/mine.so"}, want: "mine.so"},
		{name: "a missing path",
			env: map[string]string{"GOMLX_BACKEND": "xla:$/mine.so"}, want: "does not exist", bad: true},
		{name: "a relative path", files: []string{"mine.so"},
			env: map[string]string{"GOMLX_BACKEND": "xla:./mine.so"}, want: "must be absolute", bad: true},
		{name: "a name", files: []string{"x/pjrt_c_api_cpu_plugin.so", "x/pjrt_c_api_cuda_plugin.so"},
			env:  map[string]string{"GOMLX_BACKEND": "xla:cpu", "PJRT_PLUGIN_LIBRARY_PATH": "$/x"},
			want: "x/pjrt_c_api_cpu_plugin.so"},
		{name: "an unknown name", env: map[string]string{"GOMLX_BACKEND": "xla:tpu"}, want: "named tpu", bad: true},
		{name: "XLA disabled", files: []string{".local/" + pip},
			env: map[string]string{"GOMLX_BACKEND": "go"}, want: "unset it", bad: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			home := withoutPlugins(t)
			touch(t, home, c.files...)
			for k, v := range c.env {
				t.Setenv(k, strings.ReplaceAll(v, "$", home))
			}
			p, err := findPlugin(cmp.Or(c.on, CUDA))
			switch {
			case c.bad && (err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n")):
				t.Errorf("found %q, error %v; want one that says %q", p.path, err, c.want)
			case !c.bad && (err != nil || p.path != filepath.Join(home, c.want)):
				t.Errorf("found %q, error %v; want %q", p.path, err, c.want)
			}
		})
	}
}

// A program that a wheel has put into an environment finds pip's plugins of that environment first, activated or not.
func TestPluginsBesideTheProgram(t *testing.T) {
	home := withoutPlugins(t)
	t.Setenv("VIRTUAL_ENV", filepath.Join(home, "other"))
	for _, p := range patternsBeside(filepath.Join(home, "env/bin/counterpoise"), "cuda") {
		if strings.Contains(p.names, "jax_plugins") {
			if p.dir != filepath.Join(home, "env") {
				t.Errorf("the first environment that is searched is %s", p.dir)
			}
			return
		}
	}
	t.Error("no environment is searched")
}

// Without a plugin, and with a file that is not one, Use returns a one-line error and selects the Go backend.
func TestUseFallsBack(t *testing.T) {
	home := withoutPlugins(t)
	t.Cleanup(func() { Use(GoCPU) })
	if err := Use("tpu"); err == nil || !strings.Contains(err.Error(), `unknown device "tpu"`) {
		t.Errorf("unknown device: %v", err)
	}
	if err := Use(Auto); err != nil || Current().Device != GoCPU {
		t.Errorf("without a plugin: %v, %+v", err, Current())
	}
	fallsBack(t, CUDA, "no plugin of XLA for NVIDIA GPUs")
	fallsBack(t, XLACPU, "no plugin of XLA for the CPU")
	touch(t, home, "plugin.so")
	t.Setenv("GOMLX_BACKEND", "xla:"+filepath.Join(home, "plugin.so"))
	fallsBack(t, CUDA, "plugin.so: not a plugin of XLA")
	fallsBack(t, XLACPU, "plugin.so: not a plugin of XLA")
	if err := Use(Auto); err == nil {
		t.Error("Auto hides the error of a broken plugin that the environment requests")
	}
}

// A comma in a path would begin the options of go-xla. A cache with one in its path gets no plugin, and one that lies
// there is not loaded.
func TestPathsWithCommas(t *testing.T) {
	if runtime.GOOS != "linux" || machines[runtime.GOARCH] == 0 {
		t.Skip("plugins are loaded on Linux for amd64 and arm64 alone")
	}
	home := withoutPlugins(t)
	t.Cleanup(func() { Use(GoCPU) })
	cache := filepath.Join(home, "a,b")
	t.Setenv("COUNTERPOISE_CACHE", cache)
	if path, err := Install(t.Context()); err == nil || !strings.Contains(err.Error(), "folder with a comma") {
		t.Errorf("installed %q, error %v", path, err)
	}
	if _, err := os.Stat(cache); err == nil {
		t.Error("the refused folder was made")
	}
	touch(t, home, "a,b/xla/pjrt_c_api_cpu_plugin.so")
	os.WriteFile(filepath.Join(cache, "xla/pjrt_c_api_cpu_plugin.so"), library(machines[runtime.GOARCH], entryPoint),
		0o644)
	if path, err := Install(t.Context()); err == nil {
		t.Errorf("%s is installed and can't be loaded", path)
	}
	fallsBack(t, XLACPU, "let COUNTERPOISE_CACHE name another folder")
}

func TestPluginSettings(t *testing.T) {
	for options, want := range map[string]string{
		"": "tf32=false", "tf32=true": "tf32=true", "notf32": "notf32",
		"preallocate=true": "tf32=false,preallocate=true",
	} {
		if got := (plugin{"p", options}).settings(); got != want {
			t.Errorf("options %q: got %q, want %q", options, got, want)
		}
	}
	site := t.TempDir()
	touch(t, site, "nvidia/cu13/nvvm/libdevice/libdevice.10.bc")
	cuda := plugin{path: filepath.Join(site, "jax_plugins/xla_cuda13/xla_cuda_plugin.so")}
	data := "--xla_gpu_cuda_data_dir=" + filepath.Join(site, "nvidia/cu13")
	const same = "--xla_gpu_deterministic_ops=true"
	cpu := plugin{path: "/x/pjrt_c_api_cpu_plugin.so"}
	for _, c := range []struct {
		p         plugin
		d         Device
		env, want string
		alone     bool
	}{
		{cuda, CUDA, "", data + " " + same, false},
		{cuda, CUDA, "--xla_dump_to=x", "--xla_dump_to=x " + data + " " + same, true},
		{cuda, CUDA, "--xla_gpu_cuda_data_dir=x", "--xla_gpu_cuda_data_dir=x " + same, false},
		{cuda, CUDA, "--xla_gpu_cuda_data_dir=x --xla_gpu_deterministic_ops=false",
			"--xla_gpu_cuda_data_dir=x --xla_gpu_deterministic_ops=false", false},
		{plugin{path: "/x/pjrt_c_api_cuda_plugin.so"}, CUDA, "", same, false},
		{cpu, XLACPU, "", "--xla_cpu_multi_thread_eigen=false", false},
		{cpu, XLACPU, "--xla_cpu_multi_thread_eigen=true", "--xla_cpu_multi_thread_eigen=true", false},
		{cpu, XLACPU, "", "", true},
	} {
		if got := c.p.flags(c.d, c.env, c.alone); got != c.want {
			t.Errorf("flags %q: got %q, want %q", c.env, got, c.want)
		}
	}
}

// touch creates empty files under a folder.
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

// withoutPlugins sets an environment in which only the system's folders could hold a plugin, and returns its empty
// home folder. The test is skipped if the system has one.
func withoutPlugins(t *testing.T) (home string) {
	t.Helper()
	home = t.TempDir()
	for _, v := range []string{"GOMLX_BACKEND", "PJRT_PLUGIN_LIBRARY_PATH", "VIRTUAL_ENV", "PATH", "XLA_FLAGS"} {
		t.Setenv(v, "")
	}
	t.Setenv("HOME", home)
	t.Setenv("COUNTERPOISE_CACHE", filepath.Join(home, "cache"))
	for _, d := range []Device{CUDA, XLACPU} {
		if p, err := findPlugin(d); err == nil {
			t.Skipf("this machine has a plugin: %s", p.path)
		}
	}
	return home
}

// fallsBack checks that Use fails with a one-line error that contains want, and that the Go backend trains. A program
// that loads no plugins says that it was built so, whatever is installed.
func fallsBack(t *testing.T, d Device, want string) {
	t.Helper()
	if !LoadsPlugins {
		want = ErrNotBuilt.Error()
	}
	anotherBackend(t) // Use must replace it
	err := Use(d)
	if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n") {
		t.Errorf("error %v; want a line that says %q", err, want)
	}
	if Current().Device != GoCPU {
		t.Errorf("%+v trains, not the Go backend", Current())
	}
	on, _, err := ForTraining()
	if b, _ := Go(); err != nil || on != b {
		t.Errorf("trainings do not compute on the processor: %v", err)
	}
}
