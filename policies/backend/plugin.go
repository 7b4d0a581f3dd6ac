package backend

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/internal/cachedir"
)

// plugin is a shared library with the PJRT interface, through which XLA computes on a device, and its options.
type plugin struct {
	path    string
	options string // in the syntax of GOMLX_BACKEND: "tf32=true,preallocate=true"
}

// noPlugin is the error of findPlugin without a plugin for a device. It says how to install one.
var noPlugin = map[Device]error{
	CUDA: errors.New("no plugin of XLA for NVIDIA GPUs is installed. " +
		`pip install "jax[cuda13]" installs one; GOMLX_BACKEND=xla:PATH selects one elsewhere`),
	XLACPU: errors.New("no plugin of XLA for the CPU is installed. " +
		"counterpoise plugin installs one; GOMLX_BACKEND=xla:PATH selects one elsewhere"),
}

// ErrNotBuilt is the error of Use for XLACPU and CUDA in a program that loads no plugins (LoadsPlugins).
var ErrNotBuilt = errors.New("this program was built without XLA, for which a build takes Linux, a C compiler and " +
	"the tag xla")

// pluginNames are the names of devices in the file names of plugins.
var pluginNames = map[Device]string{CUDA: "cuda", XLACPU: "cpu"}

// findPlugin returns the plugin to use for a device, CUDA or XLACPU. The environment variables are those of gomlx and
// go-xla:
//
//	GOMLX_BACKEND=xla:/path/plugin.so,OPTIONS   this file
//	GOMLX_BACKEND=xla:NAME                      the plugin of this name in the searched folders
//	GOMLX_BACKEND=go                            no plugin
//	PJRT_PLUGIN_LIBRARY_PATH=DIR:DIR            folders to search first
//
// Without GOMLX_BACKEND the name is that of the device, cuda or cpu. The folders are those into which Install, go-xla
// and pip install plugins, see pluginPatterns. The first match is returned, of several versions the newest.
func findPlugin(d Device) (plugin, error) {
	env, kind, name, options := backendVariable()
	switch {
	case kind != "" && kind != "xla":
		return plugin{}, fmt.Errorf("GOMLX_BACKEND=%s disables XLA; unset it", env)
	case filepath.IsAbs(name):
		if _, err := os.Stat(name); err != nil {
			return plugin{}, fmt.Errorf("GOMLX_BACKEND names a plugin that does not exist: %w", err)
		}
		return plugin{name, options}, nil
	case strings.ContainsRune(name, filepath.Separator):
		return plugin{}, fmt.Errorf("GOMLX_BACKEND=%s: the path of a plugin must be absolute", env)
	}
	own := pluginNames[d]
	name = cmp.Or(name, own)
	if !strings.ContainsAny(name, `*?[\`) {
		for _, p := range pluginPatterns(name) {
			if found := bounded.Glob(p.dir, p.names); len(found) > 0 {
				return plugin{slices.MaxFunc(found, compareVersions), options}, nil
			}
		}
	}
	if name != own {
		return plugin{}, fmt.Errorf("no plugin of XLA named %s in the usual folders; "+
			"GOMLX_BACKEND=xla:/path/to/plugin.so selects one in another folder", name)
	}
	return plugin{}, noPlugin[d]
}

// backendVariable returns the environment variable GOMLX_BACKEND, which is KIND:NAME,OPTIONS, and its parts.
func backendVariable() (all, kind, name, options string) {
	all = os.Getenv("GOMLX_BACKEND")
	kind, rest, _ := strings.Cut(all, ":")
	name, options, _ = strings.Cut(rest, ",")
	return all, kind, name, options
}

// namedPlugin returns the path of the file that GOMLX_BACKEND names, if it does. No other plugin is found then.
func namedPlugin() (path string, ok bool) {
	_, kind, name, _ := backendVariable()
	return name, kind == "xla" && filepath.IsAbs(name)
}

// checkComma returns an error for a path with a comma: go-xla would end the path there, because options follow.
func checkComma(path string) error {
	if strings.Contains(path, ",") {
		return errors.New("no plugin of XLA can be loaded from a folder with a comma in its path; let " +
			"COUNTERPOISE_CACHE name another folder")
	}
	return nil
}

// pluginPattern is where plugins of a kind are installed: names of files below a folder, as bounded.Glob takes them.
type pluginPattern struct{ dir, names string }

// pluginPatterns returns where the file of a plugin may be, in the order of the search: go-xla's file names in
// the folders of PJRT_PLUGIN_LIBRARY_PATH, of Install and of go-xla, then pip's packages of each Python installation
// (the one that this program lies in, the virtual environment, that of python3 on the PATH, the user's, the system's).
func pluginPatterns(name string) (patterns []pluginPattern) {
	program, _ := os.Executable()
	return patternsBeside(program, name)
}

// patternsBeside is pluginPatterns for a program with a path. A wheel puts it into the folder bin of its Python.
func patternsBeside(program, name string) (patterns []pluginPattern) {
	home, _ := os.UserHomeDir()
	dirs := filepath.SplitList(os.Getenv("PJRT_PLUGIN_LIBRARY_PATH"))
	if own := pluginFolder(); own != "" {
		dirs = append(dirs, own)
	}
	for _, lib := range []string{filepath.Join(home, ".local/lib"), "/usr/local/lib"} {
		for _, sub := range []string{"go-xla", "go-xla/nvidia", "gomlx/pjrt"} {
			dirs = append(dirs, filepath.Join(lib, sub))
		}
	}
	for _, dir := range dirs {
		for _, file := range []string{"pjrt_c_api_%s*_plugin.so", "pjrt?plugin?%s*.so", "xla_%s_plugin.so"} {
			patterns = append(patterns, pluginPattern{filepath.Clean(dir), fmt.Sprintf(file, name)})
		}
	}
	python := []string{filepath.Dir(filepath.Dir(program))}
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		python = append(python, env)
	}
	if at, err := exec.LookPath("python3"); err == nil {
		python = append(python, filepath.Dir(filepath.Dir(at)))
	}
	for _, prefix := range append(python, filepath.Join(home, ".local"), "/usr/local", "/usr") {
		file := "lib/python3*/*-packages/jax_plugins/xla_" + name + "*/xla_" + name + "_plugin.so"
		patterns = append(patterns, pluginPattern{prefix, file})
	}
	return patterns
}

// compareVersions orders the names of files with the numbers in them by value, so that python3.9 comes before
// python3.12.
func compareVersions(a, b string) int {
	for a != "" && b != "" {
		x, y := a[:digits(a)], b[:digits(b)]
		switch {
		case x != "" && y != "":
			m, n := strings.TrimLeft(x, "0"), strings.TrimLeft(y, "0")
			if c := cmp.Or(cmp.Compare(len(m), len(n)), cmp.Compare(m, n)); c != 0 {
				return c
			}
			a, b = a[len(x):], b[len(y):]
		case a[0] != b[0]:
			return cmp.Compare(a[0], b[0])
		default:
			a, b = a[1:], b[1:]
		}
	}
	return cmp.Compare(len(a), len(b))
}

// digits returns the number of digits that a text begins with.
func digits(s string) int { return len(s) - len(strings.TrimLeft(s, "0123456789")) }

// poolThreads is the number of threads of XLA's pool on the CPU, which decides how loops are divided, and with it the
// bits of sums: a pool of 7 gave other weights than one of 4. Left alone it is that of the cores, at least 4. So it is
// 4 on every machine, unless the user sets PJRT_NPROC, which then stands in records.
const poolThreads = 4

// PluginFolderName is the name of the folder for plugins in the user's cache.
const PluginFolderName = "xla"

// pluginFolder is the folder into which Install puts the plugin; empty where the user has no folder for caches.
func pluginFolder() string {
	dir := cachedir.Path()
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, PluginFolderName)
}

// cudaData returns the folder that contains nvvm/libdevice, the bitcode that XLA needs to compile CUDA programs.
// pip and go-xla install it up to three folders above the plugin, under nvidia. The result is empty if it is not
// found.
func (p plugin) cudaData() string {
	for levels := range 4 {
		up := strings.Repeat("../", levels)
		found := bounded.Glob(filepath.Join(filepath.Dir(p.path), up), "nvidia/*/nvvm/libdevice")
		if len(found) > 0 {
			return filepath.Dir(filepath.Dir(found[len(found)-1]))
		}
	}
	return ""
}

// flags returns env, the value of XLA_FLAGS, with flags added unless env sets them. For a CUDA plugin these are the
// folder of CUDA's data, and deterministic operations, so that a training can be repeated bit by bit. For the CPU,
// matrix products stay on the goroutine that calls them unless one training alone has the machine: with as many
// trainings side by side as there are cores, sharing products out to threads costs a sixth. XLA reads XLA_FLAGS when it
// loads a plugin and ends the program on an unknown flag (checkFlags); these are known to every version since 2018
// (CPU) and 2022.
func (p plugin) flags(d Device, env string, alone bool) string {
	var all []string
	if env != "" {
		all = append(all, env)
	}
	add := func(flag, value string) {
		if value != "" && !strings.Contains(env, flag) {
			all = append(all, flag+"="+value)
		}
	}
	switch {
	case d == CUDA:
		add("--xla_gpu_cuda_data_dir", p.cudaData())
		add("--xla_gpu_deterministic_ops", "true")
	case !alone:
		add("--xla_cpu_multi_thread_eigen", "false")
	}
	return strings.Join(all, " ")
}

// settings returns the options for opening the plugin: those of the environment, and tf32=false unless they mention
// tf32, see openPlugin.
func (p plugin) settings() string {
	if strings.Contains(p.options, "tf32") {
		return p.options
	}
	return strings.TrimSuffix("tf32=false,"+p.options, ",")
}
