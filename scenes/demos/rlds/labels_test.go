package rlds

import (
	"math"
	"slices"
	"strconv"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// Whole numbers are labels digit for digit, up to the ends of 64 bits: two episodes never share an identifier that a
// float64 would round to one number.
func TestWholeLabels(t *testing.T) {
	const path = metadata + "id"
	for _, id := range []int64{0, -1, 1<<53 + 1, math.MaxInt64, math.MinInt64} {
		list, err := fieldOf(integers(1, func(int) uint64 { return uint64(id) }))
		if err != nil {
			t.Fatal(err)
		}
		a := assembler{reader: &reader{room: budget.New(0), leaves: map[string]leaf{path: {kind: "int64"}}},
			found: map[string]values{path: list}}
		if text, known, err := a.scalar(path); err != nil || !known || text != strconv.FormatInt(id, 10) {
			t.Errorf("%d is the label %q, %v, %v", id, text, known, err)
		}
	}
}

// Floats are labels as in other formats: whole numbers have no exponent.
func TestFloatLabels(t *testing.T) {
	const path = metadata + "score"
	a := assembler{reader: &reader{leaves: map[string]leaf{path: {kind: "float32"}}}}
	for x, want := range map[float32]string{0.1: "0.1", 2023000: "2023000", 1e9: "1000000000", 1e-7: "1e-07"} {
		if got := a.number(path, float64(x), int64(x)); got != want {
			t.Errorf("%v is the label %q, want %q", x, got, want)
		}
	}
}

// The instruction of Language-Table, which is bytes of a text as numbers, is the task. Of two it is that of the first
// step, unless that one is empty.
func TestInstructionInBytes(t *testing.T) {
	for first, want := range map[string]string{
		"push é left": "push é left", "": strings.Repeat("x", 16), "a long one": "a long one",
	} {
		dir := foreign(t, func(_ *info, f map[string]*feature, list map[string][]byte) {
			f["observation"].Dict.Features["instruction"] = &feature{Tensor: &tensor{sizes(16), "int32", "none"}}
			list[observation+"instruction"] = integers(32, func(i int) uint64 {
				if i < len(first) {
					return uint64(first[i])
				}
				return uint64(i / 16 * 'x') // another text in the second step
			})
		})
		if got := labelsOf(t, dir); got["task"] != want || got["annotation"] != want {
			t.Errorf("%q gives %q", first, got)
		}
	}
	tokens := foreign(t, func(_ *info, f map[string]*feature, list map[string][]byte) {
		f["language_instruction"] = vector(3, "")
		f["language_instruction"].Tensor.Type = "int64"
		list[sentencePath] = integers(6, func(i int) uint64 { return uint64(200 * i) })
	})
	if got := labelsOf(t, tokens); len(got) > 0 {
		t.Errorf("tokens give %q", got)
	}
	sentence := observation + "natural_language_instruction"
	leaves := map[string]leaf{sentencePath: {kind: "int64", shape: []int{3}}, sentence: {kind: kindText}}
	if got := rolesOf(leaves).sentence; got != sentence {
		t.Errorf("beside tokens the instruction is %q, want %q", got, sentence)
	}
}

// Other instructions of a dataset, such as the same in other words, are labels by their own names, never in the place
// of the task; it is said which the task is by. An embedding is none.
func TestOtherInstructions(t *testing.T) {
	text := &feature{Text: &struct{}{}}
	said := func(s string) []byte {
		var all []byte
		for range 2 {
			all = protowire.AppendTag(all, 1, protowire.BytesType)
			all = protowire.AppendString(all, s)
		}
		return ofList(bytesList, all)
	}
	dir := foreign(t, func(_ *info, f map[string]*feature, list map[string][]byte) {
		for name, words := range map[string]string{
			"language_instruction": "pick the cup", "language_instruction_2": "lift the mug", "task": "other",
		} {
			f[name], list[stepsPath+"/"+name] = text, said(words)
		}
		f["language_embedding"] = vector(3, "")
		list[stepsPath+"/language_embedding"] = floatsOf(6, func(int) float32 { return 1 })
	})
	got := labelsOf(t, dir)
	if got["task"] != "pick the cup" || got["language_instruction_2"] != "lift the mug" ||
		got["steps/task"] != "other" {
		t.Errorf("labels %q", got)
	}
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	const want = "task: by language_instruction; others: language_instruction_2, steps/task (--by)"
	if d := demos.Describe(r); !slices.Contains(d.Decided, want) {
		t.Errorf("decided %q, want %q", d.Decided, want)
	}
}

// The greatest reward of the steps is a label, where nothing says whether the episode succeeded.
func TestMaxReward(t *testing.T) {
	for _, last := range []float32{0, 1} {
		dir := foreign(t, func(_ *info, f map[string]*feature, list map[string][]byte) {
			f["reward"] = &feature{Tensor: &tensor{sizes(), "float32", "none"}}
			list[rewardPath] = floatsOf(2, func(i int) float32 { return last * float32(1-i) })
		})
		if got, want := labelsOf(t, dir)[demos.MaxReward], strconv.Itoa(int(last)); got != want {
			t.Errorf("the greatest reward is %q, want %q", got, want)
		}
	}
}

// labelsOf returns the labels of the first episode of a dataset.
func labelsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	r, err := format{}.Open(dir, budget.New(0))
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	raw, err := r.Read(0, false)
	if err != nil {
		t.Fatal(err)
	}
	return raw.Labels
}

// fieldOf returns the list of an encoded Feature.
func fieldOf(feature []byte) (v values, err error) {
	err = fields(feature, func(number protowire.Number, list []byte) error {
		v = values{number, list}
		return nil
	})
	return v, err
}
