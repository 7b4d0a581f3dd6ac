package demos_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"counterpoise/scenes/demos/hdf5"
)

// robomimicOf writes an HDF5 file with n demonstrations of one object and what add adds to the root.
func robomimicOf(n int, add func(w *hdf5.Writer) (demo hdf5.Ref, data []hdf5.Attr, root []hdf5.Link)) func(*testing.T,
	string) {
	return func(t *testing.T, path string) {
		f, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		w := hdf5.NewWriter(f)
		demo, attrs, root := add(w)
		var links []hdf5.Link
		for i := range n {
			links = append(links, hdf5.Link{Name: fmt.Sprintf("demo_%d", i), To: demo})
		}
		data, _ := w.Group(links, attrs...)
		top, _ := w.Group(append(root, hdf5.Link{Name: "data", To: data}))
		if err := w.Close(top); err != nil {
			t.Fatal(err)
		}
	}
}

// demonstration writes a group of one demonstration with these observations.
func demonstration(w *hdf5.Writer, frames int, observations ...hdf5.Link) hdf5.Ref {
	actions, _ := w.Dataset(hdf5.Uint8, make([]byte, frames), frames, 1)
	obs, _ := w.Group(observations)
	demo, _ := w.Group([]hdf5.Link{{Name: "actions", To: actions}, {Name: "obs", To: obs}})
	return demo
}

// masksOf writes a file whose filter keys, n of them, all refer to the same list of names.
func masksOf(n int, names func() []byte, width int) func(*testing.T, string) {
	return robomimicOf(20, func(w *hdf5.Writer) (hdf5.Ref, []hdf5.Attr, []hdf5.Link) {
		text := names()
		list, _ := w.Dataset(hdf5.Strings(width), text, len(text)/width)
		var links []hdf5.Link
		for i := range n {
			links = append(links, hdf5.Link{Name: fmt.Sprintf("key%d", i), To: list})
		}
		mask, _ := w.Group(links)
		return demonstration(w, 1), nil, []hdf5.Link{{Name: "mask", To: mask}}
	})
}

// hostileLatest unpacks a file that h5py wrote with HDF5's newest structures (testdata/make_hostile_latest.py).
func hostileLatest(name string) func(*testing.T, string) {
	return func(t *testing.T, path string) {
		f, err := os.Open("testdata/hostile_" + name + ".hdf5.gz")
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		z, err := gzip.NewReader(f)
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(z)
		if err == nil {
			err = os.WriteFile(path, b, 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// hostileRobomimic are the hostile inputs of robomimic's format, and so of HDF5.
var hostileRobomimic = []hostileInput{
	{name: "mask of a million names", fits: true, write: masksOf(1, func() []byte {
		var b bytes.Buffer
		for i := range 1_000_000 {
			fmt.Fprintf(&b, "%06d", i)
		}
		return b.Bytes()
	}, 6)},
	{name: "repeated names in many masks", write: masksOf(1000, func() []byte {
		return []byte(strings.Repeat("demo_0", 3000))
	}, 6)},
	{name: "bytes as numbers", write: robomimicOf(3, func(w *hdf5.Writer) (hdf5.Ref, []hdf5.Attr, []hdf5.Link) {
		const frames = 16
		wide, _ := w.Dataset(hdf5.Uint8, make([]byte, 4<<20), frames, 4<<20/frames)
		var links []hdf5.Link
		for i := range 8 {
			links = append(links, hdf5.Link{Name: fmt.Sprint(i), To: wide})
		}
		return demonstration(w, frames, links...), nil, nil
	})},
	{name: "pictures that compress 70 times", write: robomimicOf(2, func(w *hdf5.Writer) (hdf5.Ref, []hdf5.Attr,
		[]hdf5.Link) {
		const frames = 64
		black, r := make([]byte, 480*640*3), newRand(1)
		for i := 0; i < len(black); i += 200 {
			black[i+r.IntN(200)] = byte(r.IntN(8))
		}
		images, _ := w.Images(frames, 480, 640, func(int) []byte { return black })
		return demonstration(w, frames, hdf5.Link{Name: "a", To: images}, hdf5.Link{Name: "b", To: images}), nil, nil
	})},
	{name: "card of 10 MB with empty episodes", write: robomimicOf(1, func(w *hdf5.Writer) (hdf5.Ref, []hdf5.Attr,
		[]hdf5.Link) {
		card := `{"episodes":` + list(3_300_000, "{}") + `}`
		return demonstration(w, 1), []hdf5.Attr{{Name: "counterpoise", Value: card}}, nil
	})},
	{name: "arrays of 4 GB with one chunk", write: hostileLatest("holes")},
	{name: "one film 401 times", write: hostileLatest("zeros")},
	{name: "huge and many attributes", fits: true, write: hostileLatest("attributes")},
}
