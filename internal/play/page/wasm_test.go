package page

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"counterpoise/internal/play"
	"counterpoise/scenes/demos"
)

// mostCompressed bounds what a host sends of all files of the page, bytes.
const mostCompressed = 5_000_000

// The WebAssembly under Node gives the bits of the Go program without vector instructions and without assembly: the
// table of 20 rollouts, the policy's file, and the dataset of a driven attempt. Exponentials are the exception: Go's
// own have assembly, which is in the build of every processor, so that weights by them agree to rounding.
func TestWebAssemblyAnswersAsGo(t *testing.T) {
	node, err := exec.LookPath("node")
	if err != nil || testing.Short() {
		t.Skip("takes Node, two builds and half a minute")
	}
	root := filepath.Join("..", "..", "..")
	built, err := Build(t.Context(), root)
	if err != nil {
		t.Fatal(err)
	}
	all := 0
	for name, data := range files(t) {
		if built[name] != nil {
			data = built[name]
		}
		var packed bytes.Buffer
		z := gzip.NewWriter(&packed)
		z.Write(data)
		z.Close()
		all += packed.Len()
		if name == Program {
			t.Logf("%d bytes of WebAssembly, %d compressed", len(data), packed.Len())
		}
	}
	if all > mostCompressed {
		t.Errorf("the page has %d bytes compressed, more than %d", all, mostCompressed)
	}
	t.Logf("%d bytes of the whole page, compressed", all)
	dir := t.TempDir()
	for name, data := range built {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	native := filepath.Join(dir, "native")
	build := exec.Command("go", "build", "-tags=noasm", "-o", native, "./internal/play/wasm")
	build.Dir, build.Env = root, append(os.Environ(), "GOEXPERIMENT=", "CGO_ENABLED=0", "GOFLAGS=")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, arm := range []string{"plain cloning", "bad left out", "named good"} {
		args, err := json.Marshal(map[string]any{"arm": arm, "setting": play.Setting{Task: "opening",
			Demos: []int{4, 8}, Bad: 25, Style: "erratic", Named: 2, Good: 90, Starts: 10, Seed: 1}})
		if err != nil {
			t.Fatal(err)
		}
		var got, want struct {
			Value play.Result
			Bytes []byte
		}
		answer(t, &got, node, filepath.Join("testdata", "call.js"), filepath.Join(dir, Runtime),
			filepath.Join(dir, Program), "clone", string(args))
		answer(t, &want, native, "clone", string(args))
		if arm != "named good" {
			if !bytes.Equal(got.Bytes, want.Bytes) || len(got.Bytes) < 100_000 {
				t.Errorf("%s: policies of %d and %d bytes differ", arm, len(got.Bytes), len(want.Bytes))
			}
		} else if math.Abs(got.Value.Bad-want.Value.Bad) > 1e-9 {
			t.Errorf("%s: weight on bad ones %v, of Go %v", arm, got.Value.Bad, want.Value.Bad)
		}
		got.Value.Bad, want.Value.Bad = 0, 0
		a, _ := json.Marshal(got.Value)
		b, _ := json.Marshal(want.Value)
		if !bytes.Equal(a, b) {
			t.Errorf("%s:\n%s, of Go\n%s", arm, a, b)
		}
		t.Logf("%s", a)
	}
	// Away and down until the fingers are on the table, and then closed.
	hold := append(slices.Repeat([]play.Held{1<<3 | 1<<4}, 40), slices.Repeat([]play.Held{1 << 12}, 20)...)
	start := play.Start{Task: "picking", Behaviour: "left", Seed: 1}
	args, err := json.Marshal([]play.Attempt{{Start: start, Held: hold}})
	if err != nil {
		t.Fatal(err)
	}
	var got, want struct{ Bytes []byte }
	answer(t, &got, node, filepath.Join("testdata", "call.js"), filepath.Join(dir, Runtime),
		filepath.Join(dir, Program), "dataset", string(args))
	answer(t, &want, native, "dataset", string(args))
	if !bytes.Equal(got.Bytes, want.Bytes) || len(got.Bytes) < 1000 {
		t.Errorf("datasets of %d and %d bytes differ", len(got.Bytes), len(want.Bytes))
	}
	// A dataset that somebody looks at: the browser's files are those that Go reads.
	recipe, err := demos.ParseRecipe("picking left=1,right=2,right:erratic=1")
	if err != nil {
		t.Fatal(err)
	}
	data, err := demos.Generate(t.Context(), recipe, 1, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	folder := filepath.Join(dir, "look")
	if err := demos.Save(folder, data); err != nil {
		t.Fatal(err)
	}
	var there, here struct{ Value json.RawMessage }
	answer(t, &there, node, filepath.Join("testdata", "call.js"), filepath.Join(dir, Runtime),
		filepath.Join(dir, Program), "look", `"/look"`, filepath.Join("assets", "files.js"), folder)
	answer(t, &here, native, "look", strconv.Quote(folder))
	if !bytes.Equal(there.Value, here.Value) || len(here.Value) < 1000 {
		t.Errorf("looked at:\n%s, of Go\n%s", there.Value, here.Value)
	}
}

// answer runs a command and reads the JSON that it prints.
func answer(t *testing.T, into any, name string, args ...string) {
	t.Helper()
	c := exec.Command(name, args...)
	var errs bytes.Buffer
	c.Stderr = &errs
	out, err := c.Output()
	if err == nil {
		err = json.Unmarshal(out, into)
	}
	if err != nil {
		t.Fatalf("%s: %v: %s", name, err, errs.String())
	}
}
