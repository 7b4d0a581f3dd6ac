package backend

import (
	"cmp"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// plugin is a shared library with the interface PJRT, which XLA computes through, and options for it.
type plugin struct {
	path    string
	options string // as GOMLX_BACKEND has them: "tf32=true,preallocate=true"
}

// errNoPlugin says how a plugin for graphics cards comes to a machine.
var errNoPlugin = errors.New("no plugin of XLA for graphics cards is here; " +
	`pip install "jax[cuda13]" brings one (for older drivers "jax[cuda12]"), and GOMLX_BACKEND=xla:/path/to/xla_cuda_plugin.so names one that lies elsewhere`)

// findPlugin looks for a plugin. The environment decides as it does for gomlx:
//
//	GOMLX_BACKEND=xla:/path/plugin.so,OPTIONS   this one, whatever it computes on
//	GOMLX_BACKEND=xla:NAME                      the one of that name, of those found
//	GOMLX_BACKEND=go                            none
//	PJRT_PLUGIN_LIBRARY_PATH=DIR:DIR            where to look first
//
// Without them it is CUDA's, in the folders where go-xla and pip put it. The first found counts.
func findPlugin() (plugin, error) {
	kind, rest, _ := strings.Cut(os.Getenv("GOMLX_BACKEND"), ":")
	name, options, _ := strings.Cut(rest, ",")
	switch {
	case kind != "" && kind != "xla":
		return plugin{}, fmt.Errorf("GOMLX_BACKEND=%s asks for it; unset it", os.Getenv("GOMLX_BACKEND"))
	case filepath.IsAbs(name):
		if _, err := os.Stat(name); err != nil {
			return plugin{}, fmt.Errorf("GOMLX_BACKEND names a plugin that is not there: %w", err)
		}
		return plugin{name, options}, nil
	case strings.ContainsRune(name, filepath.Separator):
		return plugin{}, fmt.Errorf("GOMLX_BACKEND=%s: a plugin is named by its whole path, from the root on", os.Getenv("GOMLX_BACKEND"))
	}
	name = cmp.Or(name, "cuda")
	for _, pattern := range places(name) {
		if found, _ := filepath.Glob(pattern); len(found) > 0 {
			return plugin{found[len(found)-1], options}, nil // pip's for CUDA 13 comes after that for CUDA 12
		}
	}
	if name != "cuda" {
		return plugin{}, fmt.Errorf("no plugin of XLA called %s is in the usual folders; GOMLX_BACKEND=xla:/path/to/plugin.so names one that lies elsewhere", name)
	}
	return plugin{}, errNoPlugin
}

// places are the patterns of files that may be the plugin, the first to be looked for first: go-xla's names for it in the
// folders that it looks in, then pip's in the folders of Python.
func places(name string) (patterns []string) {
	home, _ := os.UserHomeDir()
	dirs := filepath.SplitList(os.Getenv("PJRT_PLUGIN_LIBRARY_PATH"))
	for _, lib := range []string{filepath.Join(home, ".local/lib"), "/usr/local/lib"} {
		dirs = append(dirs, filepath.Join(lib, "go-xla"), filepath.Join(lib, "go-xla/nvidia"), filepath.Join(lib, "gomlx/pjrt"))
	}
	for _, dir := range dirs {
		for _, file := range []string{"pjrt_c_api_%s*_plugin.so", "pjrt?plugin?%s*.so", "xla_%s_plugin.so"} {
			patterns = append(patterns, filepath.Join(dir, fmt.Sprintf(file, name)))
		}
	}
	var python []string
	if env := os.Getenv("VIRTUAL_ENV"); env != "" {
		python = append(python, env)
	}
	if at, err := exec.LookPath("python3"); err == nil {
		python = append(python, filepath.Dir(filepath.Dir(at)))
	}
	for _, prefix := range append(python, filepath.Join(home, ".local"), "/usr/local", "/usr") {
		patterns = append(patterns, filepath.Join(prefix, "lib/python3*/*-packages/jax_plugins/xla_"+name+"*/xla_"+name+"_plugin.so"))
	}
	return patterns
}

// data is the folder with nvvm/libdevice, which XLA compiles CUDA programs with, where pip and go-xla put it: beside the
// plugin. Empty where it is not.
func (p plugin) data() string {
	for dir := range 4 {
		up := strings.Repeat("../", dir)
		found, _ := filepath.Glob(filepath.Join(filepath.Dir(p.path), up, "nvidia/*/nvvm/libdevice"))
		if len(found) > 0 {
			return filepath.Dir(filepath.Dir(found[len(found)-1]))
		}
	}
	return ""
}

// flags adds to the environment's XLA_FLAGS what is not said there: where CUDA's data lie, and that operations shall give the
// same result every time. XLA reads them when a plugin is loaded, and stops the program for one that it doesn't know.
func (p plugin) flags(env string) string {
	var words []string
	if env != "" {
		words = append(words, env)
	}
	add := func(flag, value string) {
		if value != "" && !strings.Contains(env, flag) {
			words = append(words, flag+"="+value)
		}
	}
	if strings.Contains(filepath.Base(p.path), "cuda") {
		add("--xla_gpu_cuda_data_dir", p.data())
		add("--xla_gpu_deterministic_ops", "true")
	}
	return strings.Join(words, " ")
}

// settings are the options that the plugin is opened with.
func (p plugin) settings() string {
	if strings.Contains(p.options, "tf32") {
		return p.options
	}
	return strings.TrimSuffix("tf32=false,"+p.options, ",")
}
