package evals

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/internal/hostile"
)

// torchFile is a file of torch.save with a pickle.
func torchFile(pickle []byte) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	w, _ := z.Create("archive/data.pkl")
	w.Write(pickle)
	z.Close()
	return b.Bytes()
}

// readAs reads a file with the format whose name its first byte stands for; the rest is the content.
func readAs(format string, content []byte) error {
	name := map[string]string{"lerobot": "eval_info.json", "calvin": "results.json", "robomimic": "log.txt",
		"libero": "result.pt", "diffusion_policy": "eval_log.json", "tensorboard": "events.out.tfevents.0"}[format]
	dir, err := os.MkdirTemp("", "evals")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, content, 0o644); err != nil {
		return err
	}
	f, err := Formats.Get(format)
	if err != nil {
		return err
	}
	_, err = f.Read(path, "", budget.New(0))
	return err
}

// Reading results takes memory in proportion to their size, whatever their content.
func TestResultsStayInBudget(t *testing.T) {
	read := func(path string) error {
		raw, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		format, _, _ := strings.Cut(string(raw[:min(len(raw), 20)]), "\n")
		return readAs(format, raw[len(format)+1:])
	}
	of := func(format string, content func() []byte) func() []byte {
		return func() []byte { return append([]byte(format+"\n"), content()...) }
	}
	repeat := func(head, part string, n int, tail string) func() []byte {
		return func() []byte { return []byte(head + strings.Repeat(part, n) + tail) }
	}
	const mega = 1 << 20
	hostile.Check(t, read,
		hostile.Input{Name: "many episodes", Fits: true, Data: of("lerobot", repeat(
			`{"per_task":[{"task_group":"a","task_id":0,"metrics":{"successes":[true`, ",true", 100_000, `]}}]}`))},
		hostile.Input{Name: "empty tasks", Data: of("lerobot", repeat(`{"per_task":[{}`, ",{}", 2*mega, `]}`))},
		hostile.Input{Name: "epochs", Data: of("calvin", repeat(`{"0":{}`, `,"1":{}`, mega, `}`))},
		hostile.Input{Name: "nesting", Data: of("calvin", repeat("", `{"a":`, mega, ""))},
		hostile.Input{Name: "evaluations", Data: of("robomimic", repeat("",
			"Epoch 1 Rollouts took 1s (avg) with results:\nEnv: a\n{\"Success_Rate\":1}\n", 200_000, ""))},
		hostile.Input{Name: "a line that never ends", Data: of("robomimic", repeat("", "x", 16*mega, ""))},
		hostile.Input{Name: "a bomb", Data: of("libero", func() []byte {
			return torchFile(bytes.Repeat([]byte{'}'}, 15*mega))
		})},
		hostile.Input{Name: "a bomb of texts", Data: of("libero", func() []byte {
			return torchFile(append([]byte("X\x00\x00\x10\x00"), bytes.Repeat([]byte("q\x00h\x00"), 3*mega)...))
		})},
		hostile.Input{Name: "a large record", Data: of("tensorboard", func() []byte {
			return binary.LittleEndian.AppendUint64(nil, 1<<62)
		})},
	)
}

// FuzzResults: no content makes a reader fail other than by an error.
func FuzzResults(f *testing.F) {
	for _, path := range []string{"lerobot/eval_info.json", "calvin/results.json", "robomimic/logs/log.txt",
		"libero-lifelong/result.pt", "tensorboard/pytorch/events.out.tfevents.0"} {
		raw, err := os.ReadFile(filepath.Join("testdata", path))
		if err != nil {
			f.Fatal(err)
		}
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for _, format := range Formats.Names() {
			if err := readAs(format, raw); err != nil && strings.Contains(err.Error(), "\n") {
				t.Errorf("%s: %q has several lines", format, err)
			}
		}
	})
}
