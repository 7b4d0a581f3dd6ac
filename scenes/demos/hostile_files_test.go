package demos_test

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes/demos/npy"
)

// newRand returns a generator of random numbers.
func newRand(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 0)) }

// put writes a file and its folders.
func put(t *testing.T, path string, content []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// zeros is an array of zeros in an archive: its element type, whose last character is its size, and its shape.
type zeros struct {
	name, kind string
	shape      []int
}

// bomb returns an archive of arrays, deflated as far as deflate can: about a thousand times.
func bomb(t *testing.T, arrays ...zeros) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	z.RegisterCompressor(zip.Deflate, func(w io.Writer) (io.WriteCloser, error) { return flate.NewWriter(w, 9) })
	for _, a := range arrays {
		w, err := z.Create(a.name + ".npy")
		if err != nil {
			t.Fatal(err)
		}
		n, dims := int(a.kind[len(a.kind)-1]-'0'), ""
		for _, k := range a.shape {
			n, dims = n*k, dims+fmt.Sprintf("%d,", k)
		}
		text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': (%s), }", a.kind, dims)
		fmt.Fprintf(w, "\x93NUMPY\x01\x00%c%c%s", byte(len(text)), byte(len(text)>>8), text)
		for left := n; left > 0; left -= 1 << 16 {
			w.Write(make([]byte, min(left, 1<<16)))
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// directory returns an archive of n empty entries.
func directory(t *testing.T, n int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for i := range n {
		if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("%d.npy", i)}); err != nil {
			t.Fatal(err)
		}
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// list returns a JSON list of n copies of an element.
func list(n int, element string) string {
	return "[" + strings.TrimSuffix(strings.Repeat(element+",", n), ",") + "]"
}

// folderOf writes a dataset in the folder format with one file of t frames for all of n episodes.
func folderOf(n, frames int, file func(t *testing.T) []byte) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		raw := file(t)
		put(t, filepath.Join(path, "a.npz"), raw)
		put(t, filepath.Join(path, "card.json"), fmt.Appendf(nil, `{"format": 1, "episodes": %s}`, list(n,
			fmt.Sprintf(`{"file": "a.npz", "frames": %d, "sha256": "%s"}`, frames, hexSum(raw)))))
	}
}

// cardOf writes a dataset in the folder format that consists of a card with these episodes.
func cardOf(episodes func() string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		put(t, filepath.Join(path, "card.json"), []byte(`{"format": 1, "episodes": `+episodes()+`}`))
	}
}

// hostileFolders are the hostile inputs of the folder format.
var hostileFolders = []hostileInput{
	{name: "card of 15 MB with empty episodes", write: cardOf(func() string { return list(5_000_000, "{}") })},
	{name: "card of 600 kB with empty episodes", write: cardOf(func() string { return list(60_000, "{}") })},
	{name: "card with nulls", write: cardOf(func() string { return list(2_000_000, "null") })},
	{name: "card with lists in lists", write: cardOf(func() string { return list(2_000_000, "[[]]") })},
	{name: "archive with 60,000 entries", write: folderOf(1, 1, func(t *testing.T) []byte {
		return directory(t, 60_000)
	})},
	{name: "pictures of zeros", write: folderOf(3, 130, func(t *testing.T) []byte {
		return bomb(t, zeros{"static", "|u1", []int{130, 200, 200, 3}}, zeros{"robot_obs", "|u1", []int{130, 15}},
			zeros{"scene_obs", "|u1", []int{130, 24}}, zeros{"actions", "|u1", []int{130, 7}})
	})},
}

// calvinOf writes a dataset in CALVIN's format of one episode of n equal frames.
func calvinOf(n int, frame func(t *testing.T) []byte) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		raw := frame(t)
		for i := range n {
			put(t, filepath.Join(path, fmt.Sprintf("episode_%07d.npz", i)), raw)
		}
		spans(t, path, npy.Int64s([]int64{0, int64(n - 1)}, 1, 2))
	}
}

// spans writes the index of a dataset in CALVIN's format.
func spans(t *testing.T, path string, a npy.Array) {
	t.Helper()
	var b bytes.Buffer
	npy.Write(&b, a)
	put(t, filepath.Join(path, "ep_start_end_ids.npy"), b.Bytes())
}

// pickleOf writes a dataset in CALVIN's format whose annotations are n copies of a piece of a pickle.
func pickleOf(n int, before, code string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		spans(t, path, npy.Int64s([]int64{0, 0}, 1, 2))
		var b bytes.Buffer
		npy.Write(&b, npy.Array{Type: "|O"})
		b.WriteString("\x80\x04" + before + strings.Repeat(code, n) + ".")
		put(t, filepath.Join(path, "lang_annotations/auto_lang_ann.npy"), b.Bytes())
	}
}

// hostileCalvin are the hostile inputs of CALVIN's format.
var hostileCalvin = []hostileInput{
	{name: "8 frames of zeros", write: calvinOf(8, func(t *testing.T) []byte {
		shape := []int{18 << 20}
		return bomb(t, zeros{"rel_actions", "|u1", shape}, zeros{"robot_obs", "|u1", shape},
			zeros{"scene_obs", "|u1", shape}, zeros{"actions", "|u1", shape})
	})},
	{name: "40 pictures of zeros", write: calvinOf(40, func(t *testing.T) []byte {
		return bomb(t, zeros{"rgb_static", "|u1", []int{2048, 3072, 3}}, zeros{"rel_actions", "<f8", []int{7}},
			zeros{"robot_obs", "<f8", []int{15}})
	})},
	{name: "5 pictures that fit", fits: true, write: calvinOf(5, func(t *testing.T) []byte {
		return bomb(t, zeros{"rgb_static", "|u1", []int{1024, 2048, 3}}, zeros{"rel_actions", "<f8", []int{7}},
			zeros{"robot_obs", "<f8", []int{15}})
	})},
	{name: "frame with 60,000 entries", write: calvinOf(1, func(t *testing.T) []byte { return directory(t, 60_000) })},
	{name: "2 million episodes of a byte", write: func(t *testing.T, path string) {
		spans(t, path, npy.Bytes(make([]byte, 4_000_000), 2_000_000, 2))
	}},
	{name: "a million episodes of a byte", write: func(t *testing.T, path string) {
		spans(t, path, npy.Bytes(make([]byte, 2_000_000), 1_000_000, 2))
	}},
	{name: "pickle of empty dictionaries", write: pickleOf(4_000_000, "", "}")},
	{name: "pickle of nested tuples", write: pickleOf(4_000_000, "N", "\x85")},
	{name: "pickle of memos", write: pickleOf(4_000_000, "N", "\x94")},
	{name: "pickle of marks", write: pickleOf(4_000_000, "", "(")},
	{name: "labels without content", write: func(t *testing.T, path string) {
		spans(t, path, npy.Bytes(make([]byte, 2), 1, 2))
		put(t, filepath.Join(path, "counterpoise.json"), []byte(`{"episodes": `+list(1_000_000, `{"a":""}`)+`}`))
	}},
}
