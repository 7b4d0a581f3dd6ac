package export

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
)

// architecture is a policy that is exported.
type architecture struct {
	observer, network, head string
	history                 int
}

func (a architecture) String() string {
	return fmt.Sprintf("%s+%s+%s%s", a.observer, a.network, a.head, strings.Repeat("+past", a.history-1))
}

// policy returns a policy of an architecture with random weights and standardizer.
func policy(t *testing.T, a architecture) *policies.Neural {
	t.Helper()
	observer, net, head := a.observer, a.network, a.head
	c := train.DefaultConfig()
	c.Observer, c.Network, c.Head, c.Hidden, c.Execute = observer, net, head, 48, 3
	if c.History = a.history; a.history == 1 {
		c.History = 0
	}
	m, err := c.Spec().Resolve()
	if err != nil {
		t.Fatal(err)
	}
	r := seed.Of("export", observer, net, head).Rand()
	s := network.Standardizer{}
	for range m.Sizes.Features {
		s.Mean, s.Gain = append(s.Mean, float32(r.NormFloat64()/4)), append(s.Gain, float32(0.5+r.Float64()))
	}
	if m, err = network.New(c.Spec(), s, seed.Of("export", head)); err != nil {
		t.Fatal(err)
	}
	for _, w := range m.Weights[:6] { // biases, and a last layer of the size of the others
		for i := range w {
			if w[i] != 0 || len(w) == c.Hidden {
				w[i] += float32(r.NormFloat64() / 8)
			}
		}
	}
	if net == "transformer" || net == "vit" {
		for i, last := 0, m.Weights[len(m.Weights)-2]; i < len(last); i++ {
			last[i] *= 10 // it starts small, so that actions would hardly differ
		}
	}
	p, err := policies.NewNeural(c, m)
	if err != nil {
		t.Fatal(err)
	}
	p.SetTask("picking")
	return p
}

// observations returns random ones with pictures of coloured stripes and noise.
func observations(n int) []scenes.Observation {
	r := seed.Of("export observations").Rand()
	obs := make([]scenes.Observation, n)
	for i := range obs {
		o := &obs[i]
		for _, v := range [][]float32{o.Robot[:], o.Scene[:]} {
			for k := range v {
				v[k] = float32(r.NormFloat64())
			}
		}
		for _, p := range []struct {
			to   *[]uint8
			side int
		}{{&o.Static, staticSide}, {&o.Gripper, egoSide}} {
			*p.to = make([]uint8, 3*p.side*p.side)
			wide, colour := 1+r.IntN(40), r.IntN(256)
			for k := range *p.to {
				(*p.to)[k] = byte(colour*(k/3/wide%7)/(1+k%3) + r.IntN(20))
			}
		}
	}
	return obs
}

// noiseOf returns the noise that a policy samples from for an observation: package policies keys it by the hash of the
// standardised features in their slots.
func noiseOf(t *testing.T, p *policies.Neural, history []scenes.Observation) []float32 {
	t.Helper()
	m, err := p.Model().Deploy()
	if err != nil {
		t.Fatal(err)
	}
	x := make([]float32, m.Sizes.In)
	if err := m.Observe(x[:m.Sizes.Features], history); err != nil {
		t.Fatal(err)
	}
	m.Standardizer.Apply(x, x)
	h := fnv.New64a()
	binary.Write(h, binary.LittleEndian, x)
	r := rand.New(rand.NewPCG(h.Sum64(), 0))
	noise := make([]float32, m.Sizes.Actions)
	for i := range noise {
		noise[i] = float32(r.NormFloat64())
	}
	return noise
}

// architectures are the observers, networks and heads that are exported.
var architectures = []architecture{
	{"state", "mlp", "squared", 1}, {"state", "mlp", "gaussian", 1}, {"state", "mlp", "bins", 1},
	{"state", "mlp", "flow", 1}, {"state", "mlp", "diffusion", 1}, {"state", "mlp", "squared", 3},
	{"vision", "mlp", "squared", 1}, {"vision", "mlp", "bins", 1}, {"vision", "mlp", "flow", 1},
	{"vision", "mlp", "flow", 2}, {"vision", "spatial", "squared", 1}, {"vision", "spatial", "squared", 2},
	{"state", "transformer", "squared", 1}, {"state", "transformer", "gaussian", 1},
	{"state", "transformer", "flow", 1}, {"state", "transformer", "squared", 2},
	{"vision", "transformer", "diffusion", 1},
	{"vision", "cnn", "squared", 1}, {"vision", "cnn", "flow", 2}, {"vision", "vit", "squared", 1},
	{"vision", "vit", "flow", 2}, {"vision", "resnet18", "squared", 1}, {"vision", "resnet18", "gaussian", 2},
}

// tolerance is the greatest difference between actions of a policy and of its model, in action units: rounding of
// float32 in another order of summation. Diffusion divides by the cosine of the first angle, which is small.
func tolerance(head string) float64 {
	if head == "diffusion" {
		return 1e-4
	}
	return 1e-5
}

// A model is the same bytes each time. Each operator takes values that stand before it, every parameter and input is
// used, and the inputs are those that the policy observes.
func TestModelsAreWhole(t *testing.T) {
	for _, a := range architectures {
		t.Run(a.String(), func(t *testing.T) {
			p := policy(t, a)
			data, err := ONNX(p, "test")
			if err != nil {
				t.Fatal(err)
			}
			if again, err := ONNX(p, "test"); err != nil || !bytes.Equal(again, data) {
				t.Error("a second model has other bytes")
			}
			graph := fields(t, fields(t, data)[7][0]) // ModelProto.graph
			unused := map[string]bool{}               // values, true until an operator takes them
			var inputs []string
			for _, parameter := range graph[5] { // GraphProto.initializer, TensorProto.name
				unused[string(fields(t, parameter)[8][0])] = true
			}
			for _, input := range graph[11] { // GraphProto.input
				name := string(fields(t, input)[1][0])
				unused[name], inputs = true, append(inputs, name)
			}
			for _, operator := range graph[1] { // GraphProto.node
				n := fields(t, operator)
				for _, value := range n[1] { // NodeProto.input
					if _, there := unused[string(value)]; !there {
						t.Errorf("%s takes %s, which no operator before it gives", n[4][0], value)
					}
					unused[string(value)] = false
				}
				unused[string(n[2][0])] = true // NodeProto.output
			}
			delete(unused, output)
			for name, is := range unused {
				if is {
					t.Errorf("nothing takes %s", name)
				}
			}
			sampled := a.head == "flow" || a.head == "diffusion"
			if slices.Contains(inputs, inputStatic) != p.Pictures() || slices.Contains(inputs, inputNoise) != sampled ||
				!slices.Contains(inputs, inputState) {
				t.Errorf("inputs %q", inputs)
			}
		})
	}
}

// fields returns the length-delimited fields of a message by their numbers.
func fields(t *testing.T, message []byte) map[protowire.Number][][]byte {
	t.Helper()
	all := map[protowire.Number][][]byte{}
	for len(message) > 0 {
		number, kind, n := protowire.ConsumeTag(message)
		if n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message = message[n:]
		if kind == protowire.BytesType {
			b, _ := protowire.ConsumeBytes(message)
			all[number] = append(all[number], b)
		}
		if n = protowire.ConsumeFieldValue(number, kind, message); n < 0 {
			t.Fatal(protowire.ParseError(n))
		}
		message = message[n:]
	}
	return all
}

// Every network, observer and head is in one of the architectures.
func TestAllPartsAreExported(t *testing.T) {
	parts := map[string]bool{}
	for _, a := range architectures {
		parts[a.network], parts[a.observer], parts[a.head] = true, true, true
	}
	all := slices.Concat(network.Networks.Names(), network.Observers.Names(), network.Heads.Names())
	for _, name := range all {
		if !parts[name] {
			t.Errorf("%s is in none of the architectures", name)
		}
	}
}

// ONNX Runtime computes the actions of the policies from their models. The environment
// variable names a Python that has onnxruntime; without it the test does not run.
func TestONNXRuntime(t *testing.T) {
	python := os.Getenv("COUNTERPOISE_ONNX_PYTHON")
	if python == "" {
		t.Skip("COUNTERPOISE_ONNX_PYTHON names no Python with onnxruntime")
	}
	const script = `
import json, sys, numpy as np, onnx, onnxruntime
model, data = sys.argv[1:]
onnx.checker.check_model(model, full_check=True)
session = onnxruntime.InferenceSession(model, providers=["CPUExecutionProvider"])
feed = {}
for i in session.get_inputs():
    v = np.array(json.load(open(data))[i.name], dtype=np.uint8 if i.type == "tensor(uint8)" else np.float32)
    feed[i.name] = v.reshape([-1] + i.shape[1:])
json.dump(session.run(None, feed)[0].ravel().tolist(), sys.stdout)
`
	obs := observations(6)
	for _, a := range architectures {
		p := policy(t, a)
		data, err := ONNX(p, "test")
		if err != nil {
			t.Fatal(err)
		}
		// All observations are one batch, in which the models compute each by itself.
		feed := map[string][]float64{}
		add := func(name string, x []float32) {
			for _, v := range x {
				feed[name] = append(feed[name], float64(v))
			}
		}
		var want []float64
		chunk := [][]scenes.Action{make([]scenes.Action, p.Chunk())}
		for i := 0; i+a.history <= len(obs); i += a.history {
			history := obs[i:][:a.history]
			noise := noiseOf(t, p, history)
			add(inputNoise, noise)
			for _, o := range history {
				add(inputState, o.Robot[:])
				add(inputScene, o.Scene[:])
				for name, picture := range map[string][]byte{inputStatic: o.Static, inputEgo: o.Gripper} {
					for _, b := range picture {
						feed[name] = append(feed[name], float64(b))
					}
				}
			}
			if err := p.Act(chunk, history); err != nil {
				t.Fatal(err)
			}
			for _, action := range chunk[0] {
				for _, x := range action {
					want = append(want, float64(x))
				}
			}
		}
		dir := t.TempDir()
		text, _ := json.Marshal(feed)
		model, inputs := filepath.Join(dir, "p.onnx"), filepath.Join(dir, "inputs.json")
		os.WriteFile(model, data, 0o644)
		os.WriteFile(inputs, text, 0o644)
		out, err := exec.Command(python, "-c", script, model, inputs).Output()
		if err != nil {
			t.Fatalf("%v: %s", a, fmt.Sprint(err))
		}
		var got []float64
		if err := json.Unmarshal(out, &got); err != nil || len(got) != len(want) {
			t.Fatalf("%v: %d outputs, want %d (%v)", a, len(got), len(want), err)
		}
		most := 0.0
		for k, x := range got {
			most = max(most, math.Abs(x-want[k]))
		}
		t.Logf("%s: greatest difference from ONNX Runtime %.2g", a, most)
		if !(most < tolerance(a.head)) {
			t.Errorf("%v: outputs differ by %g", a, most)
		}
	}
}
