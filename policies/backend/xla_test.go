//go:build xla

package backend

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/gomlx/compute"
	"github.com/gomlx/compute/dtypes"
	"github.com/gomlx/compute/shapes"
	"github.com/gomlx/go-xla/compute/xla"
	"github.com/gomlx/gomlx/core/graph"
	"github.com/gomlx/gomlx/core/tensors"
)

// installedPlugin returns the plugin of a device that is installed here, or skips the test.
func installedPlugin(t testing.TB, d Device) plugin {
	t.Helper()
	p, err := findPlugin(d)
	if err != nil {
		t.Skipf("no plugin for %s: %v", d, err)
	}
	return p
}

// onXLA returns a backend of XLA on the CPU, or skips the test or benchmark.
func onXLA(t testing.TB) compute.Backend {
	t.Helper()
	installedPlugin(t, XLACPU)
	t.Cleanup(func() { Use(GoCPU) })
	if err := Use(XLACPU); err != nil {
		t.Fatal(err)
	}
	b, _, err := ForTraining()
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// XLA on the CPU computes, and is described with the plugin's digest.
func TestXLAOnTheCPU(t *testing.T) {
	p := installedPlugin(t, XLACPU)
	t.Cleanup(func() { Use(GoCPU) })
	if err := Use(XLACPU); err != nil {
		t.Fatal(err)
	}
	want, err := digest(p.path)
	if err != nil {
		t.Fatal(err)
	}
	b, info, err := ForTraining()
	if err != nil || info != Current() || info.Plugin != want || info.Instructions != hostInstructions() {
		t.Errorf("described as %+v and %+v, error %v; want plugin %s", info, Current(), err, want)
	}
	if name, _, ok := strings.Cut(info.Name, " (PJRT 0."); !ok || name != "XLA on the CPU" {
		t.Errorf("named %q", info.Name)
	}
	if err := Use(Auto); err != nil || Current().Device == GoCPU {
		t.Errorf("auto takes %+v, error %v", Current(), err)
	}
	// A second use gives the same client, so that graphs compiled before stay valid.
	if err := Use(XLACPU); err != nil {
		t.Fatal(err)
	}
	if again, _, _ := ForTraining(); again != b {
		t.Error("a second use opened the plugin again")
	}
	// Where there are cores for several backends, trainings take them in turn, and then the first one again.
	several := map[compute.Backend]bool{b: true}
	for range clients(XLACPU, runtime.NumCPU()) - 1 {
		b, _, _ := ForTraining()
		several[b] = true
	}
	if len(several) != clients(XLACPU, runtime.NumCPU()) {
		t.Errorf("%d backends, want %d", len(several), clients(XLACPU, runtime.NumCPU()))
	}
	if again, _, _ := ForTraining(); again != b {
		t.Error("backends are not taken in turn")
	}
}

// A plugin computes by whatever path it is found: it is the same device for records, and the bits are the same. The
// names of folders and files say nothing of what a plugin is for.
func TestPluginsByAnyPath(t *testing.T) {
	p := installedPlugin(t, XLACPU)
	t.Cleanup(func() { Use(GoCPU) })
	if err := Use(XLACPU); err != nil {
		t.Fatal(err)
	}
	want := Current()
	dir := t.TempDir()
	if strings.Contains(strings.ToLower(dir), "cpu") {
		t.Fatalf("%s says what the plugin is for, so the test shows nothing", dir)
	}
	for _, name := range []string{"plugin.so", "nvidia/pjrt_c_api_cpu_plugin.so", "cuda/plugin.so"} {
		link := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(link), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(p.path, link); err != nil {
			t.Fatal(err)
		}
		t.Setenv("GOMLX_BACKEND", "xla:"+link)
		for range 2 { // the second time it is loaded already
			if err := Use(XLACPU); err != nil || Current() != want {
				t.Errorf("by path %s: %+v, error %v; want %+v", name, Current(), err, want)
			}
		}
		b, _, err := ForTraining()
		if err != nil {
			t.Fatal(err)
		}
		if xla, ok := b.(*xla.Backend); !ok || !xla.IsCPU() || xla.IsCUDA() {
			t.Errorf("by path %s: go-xla takes it for another plugin: %s", name, b.Description())
		}
		if err := Use(Auto); err != nil || Current() != want {
			t.Errorf("by path %s: auto takes %+v, error %v; want %+v", name, Current(), err, want)
		}
		refused(t, CUDA, link, "not a plugin for NVIDIA cards; use --device xla-cpu")
	}
}

// All backends of a plugin compute the same bits.
func TestBackendsOfXLAAreAlike(t *testing.T) {
	p := installedPlugin(t, XLACPU)
	var want []float32
	for i := range 2 {
		b, _, err := openPlugin(p, XLACPU)
		if err != nil {
			t.Fatal(err)
		}
		got, err := graph.CallOnce(b, func(g *graph.Graph) *graph.Node {
			x := graph.Sin(graph.MulScalar(graph.IotaFull(g, shapes.Make(dtypes.Float32, 300, 300)), .01))
			return graph.ReduceSum(graph.Dot(x, graph.Exp(x)).Product(), 1)
		})
		if err != nil {
			t.Fatal(err)
		}
		bits := tensors.MustCopyFlatData[float32](got)
		if i > 0 && !slices.Equal(bits, want) {
			t.Errorf("%v by another backend, want %v", bits, want)
		}
		want = bits
	}
}

// A batch that is too large for memory is an error of one sentence, and no crash.
func TestXLAOutOfMemory(t *testing.T) {
	b := onXLA(t)
	const tera = 1 << 20 // [2^20, 2^20] float32 are 4 TiB
	_, err := graph.CallOnce(b, func(x *graph.Node) *graph.Node {
		a, b := graph.BroadcastToDims(x, tera, tera), graph.BroadcastToDims(x, tera, 1)
		return graph.ReduceAllSum(graph.Dot(a, b).Product())
	}, tensors.FromScalar(float32(1)))
	if err == nil {
		t.Skip("XLA computes it without the memory")
	}
	if !strings.Contains(err.Error(), "memory") && !strings.Contains(err.Error(), "RESOURCE_EXHAUSTED") {
		t.Errorf("error %v", err)
	}
}

// The outputs of one call of a graph take the memory of those of the call before, without new pages from the system.
func TestXLAKeepsMemory(t *testing.T) {
	b := onXLA(t)
	const outputs, elements, calls = 16, 1 << 16, 50
	e, err := graph.NewExec(b, func(x *graph.Node) (out []*graph.Node) {
		for i := range outputs {
			out = append(out, graph.AddScalar(x, float64(i)))
		}
		return out
	})
	if err != nil {
		t.Fatal(err)
	}
	x := tensors.FromFlatDataAndDimensions(make([]float32, elements), elements)
	call := func(times int) {
		for range times {
			out, err := e.Call(x)
			if err != nil {
				t.Fatal(err)
			}
			Release(out)
		}
	}
	faults := func() int64 {
		var u syscall.Rusage
		if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
			t.Fatal(err)
		}
		return int64(u.Minflt)
	}
	call(10)
	before := faults()
	call(calls)
	const pages = outputs * elements * 4 / 4096 // of a call's outputs
	if got := float64(faults()-before) / calls; got > pages/8 {
		t.Errorf("%.0f page faults a call; its outputs have %d pages", got, pages)
	}
}

// BenchmarkXLACall measures calls of a graph whose arithmetic costs nothing: what a call itself costs, by the number of
// tensors that go in and come out. A step of network mlp has 23 inputs and 19 outputs. It is the most that a loop of
// steps inside one graph could save a step.
func BenchmarkXLACall(b *testing.B) {
	on := onXLA(b)
	for _, n := range []int{1, 24} {
		b.Run(fmt.Sprintf("tensors=%d", n), func(b *testing.B) {
			e, err := graph.NewExec(on, func(in []*graph.Node) (out []*graph.Node) {
				for _, x := range in {
					out = append(out, graph.AddScalar(x, 1))
				}
				return out
			})
			if err != nil {
				b.Fatal(err)
			}
			in := make([]any, n)
			for i := range in {
				in[i] = tensors.FromScalar(float32(i))
			}
			b.ReportAllocs()
			for b.Loop() {
				out, err := e.Call(in...)
				if err != nil {
					b.Fatal(err)
				}
				Release(out)
			}
		})
	}
}

// A plugin that is truncated, or of another processor, is refused before it is loaded; a whole one that cannot be used,
// a CUDA plugin on a machine without a card, with XLA's reason. All are one line with the file's path.
func TestXLAPluginsThatDoNotWork(t *testing.T) {
	t.Cleanup(func() { Use(GoCPU) })
	t.Run("truncated", func(t *testing.T) {
		whole := installedPlugin(t, XLACPU)
		data := make([]byte, 1<<20)
		f, err := os.Open(whole.path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		if _, err := f.Read(data); err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "plugin.so")
		if err := os.WriteFile(path, data, 0o644); err != nil {
			t.Fatal(err)
		}
		refused(t, XLACPU, path, "truncated or damaged (1048576 bytes); GOMLX_BACKEND names it")
	})
	t.Run("no card", func(t *testing.T) {
		p := installedPlugin(t, CUDA)
		if _, err := os.Stat("/dev/nvidia0"); err == nil {
			t.Skip("this machine has a card")
		}
		refused(t, CUDA, p.path, "No visible GPU devices; without a card use --device xla-cpu or auto")
		if err := Use(Auto); err != nil || Current().Device == CUDA {
			t.Errorf("auto takes %+v, error %v", Current(), err)
		}
	})
	t.Run("an unknown flag", func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "plugin.so") // one that no test has opened before
		if err := os.Symlink(installedPlugin(t, XLACPU).path, path); err != nil {
			t.Fatal(err)
		}
		t.Setenv("XLA_FLAGS", "--xla_backend_optimization_level=1 --xla_cpu_bogus")
		refused(t, XLACPU, path, "XLA_FLAGS has --xla_cpu_bogus, which this plugin does not know")
		t.Setenv("XLA_FLAGS", "--xla_backend_optimization_level=1 --xla_cpu_experimental_onednn_custom_call=true")
		p := installedPlugin(t, XLACPU)
		if err := p.checkFlags(os.Getenv("XLA_FLAGS")); err != nil {
			t.Error(err)
		}
	})
	t.Run("for the CPU, as a card's", func(t *testing.T) {
		p := installedPlugin(t, XLACPU)
		refused(t, CUDA, p.path, "not a plugin for NVIDIA cards; use --device xla-cpu")
	})
}

// refused checks that a device with the plugin at path is one line that names the file and says want, and that the Go
// backend trains afterwards.
func refused(t *testing.T, d Device, path, want string) {
	t.Helper()
	t.Setenv("GOMLX_BACKEND", "xla:"+path)
	err := Use(d)
	if err == nil || !strings.HasPrefix(err.Error(), path+": ") || !strings.Contains(err.Error(), want) ||
		strings.Contains(err.Error(), "\n") || strings.Count(err.Error(), path) != 1 {
		t.Errorf("error %v; want a line that says %q and the path once", err, want)
	}
	if Current().Device != GoCPU {
		t.Errorf("device %+v after an error", Current())
	}
	t.Setenv("GOMLX_BACKEND", "")
}
