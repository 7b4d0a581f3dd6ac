package demos_test

import (
	"archive/zip"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/tfrecord"
	"counterpoise/scenes/demos"
)

// marks are numbers that stand in place of one component of an action, of robot_obs and of scene_obs when a dataset is
// written, and that occur nowhere else in it.
var marks = [3]float32{0.61803401, 0.41421357, 0.73205078}

// Every reader's episodes are refused where a number is not finite or an action cannot be meant, with the episode, the
// frame and the component. Writers refuse such numbers too, so the files are changed after they were written. Pages of
// lerobot have checksums of their own, so that package tests its reader itself.
func TestReadersRefuseActions(t *testing.T) {
	nan := float32(math.NaN())
	forEachFormat(t, func(t *testing.T, name string) {
		if name == "lerobot" {
			return
		}
		for _, c := range []struct {
			mark  float32
			value float32
			want  string
		}{
			{marks[0], nan, "episode 1: frame 2: component 4 (rotation about y) of the relative action is NaN"},
			{marks[0], 57.3, "component 4 (rotation about y) of the relative action is 57.3, outside [-2, 2]"},
			{marks[1], nan, "episode 1: frame 2: robot_obs[9] is NaN, not finite"},
			{marks[2], float32(math.Inf(1)), "episode 1: frame 2: scene_obs[20] is +Inf, not finite"},
		} {
			r := rand.New(rand.NewPCG(12, 0))
			episodes := []*demos.Episode{randomEpisode(r, 3, false, false), randomEpisode(r, 4, false, false)}
			e := episodes[1]
			e.Actions[2][4], e.Observations[2].Robot[9], e.Observations[2].Scene[20] = marks[0], marks[1], marks[2]
			path := filepath.Join(t.TempDir(), "set")
			writeDataset(t, name, path, demos.Card{}, episodes)
			replaceNumber(t, path, c.mark, c.value)
			if back, err := readAll(path); err == nil || !strings.Contains(err.Error(), c.want) || len(back) != 1 {
				t.Errorf("%d episodes were read, then %v; want one, then %q", len(back), err, c.want)
			}
			if err := readMeant(t, path, 1); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("read to be weighed: %v, want %q", err, c.want)
			}
		}
	})
}

// readMeant reads an episode as weigh, advise and inspect do.
func readMeant(t *testing.T, path string, i int) error {
	t.Helper()
	r, err := demos.OpenAny(t.Context(), path)
	if err != nil {
		return err
	}
	defer r.Close()
	_, err = demos.MeantActions(r).Read(i, false)
	return err
}

// replaceNumber replaces a number wherever it stands in the files of a dataset, as float32 or float64, in the entries
// of archives too.
func replaceNumber(t *testing.T, path string, old, now float32) {
	t.Helper()
	found := 0
	replace := func(b []byte) []byte {
		for _, size := range []int{4, 8} {
			from, to := encode(old, size), encode(now, size)
			found += bytes.Count(b, from)
			b = bytes.ReplaceAll(b, from, to)
		}
		return b
	}
	files, sums := map[string][]byte{}, map[string]string{}
	for _, file := range datasetFiles(t, path) {
		b, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		n := found
		changed, err := rewrite(b, replace)
		if err != nil {
			t.Fatal(err)
		}
		if files[file] = b; found > n {
			files[file], sums[hexSum(b)] = changed, hexSum(changed)
		}
	}
	if found == 0 {
		t.Fatalf("%v stands nowhere in the dataset", old)
	}
	for file, b := range files {
		// The card of our own format has the SHA-256 of each file.
		for before, after := range sums {
			b = bytes.ReplaceAll(b, []byte(before), []byte(after))
		}
		if err := os.WriteFile(file, b, 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// rewriteRecords is rewrite for a TFRecord file; ok is false for another file.
func rewriteRecords(file []byte, change func([]byte) []byte) (out []byte, ok bool) {
	for len(file) >= tfrecord.HeaderSize {
		n, err := tfrecord.Length([tfrecord.HeaderSize]byte(file))
		if err != nil {
			return nil, false
		}
		data := change(bytes.Clone(file[tfrecord.HeaderSize:][:n]))
		header, footer := tfrecord.Header(data), tfrecord.Footer(data)
		out = append(append(append(out, header[:]...), data...), footer[:]...)
		file = file[tfrecord.HeaderSize+int(n)+tfrecord.FooterSize:]
	}
	return out, len(out) > 0
}

// hexSum returns the SHA-256 of a file in hexadecimal.
func hexSum(b []byte) string {
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}

// encode is a number in little-endian bytes.
func encode(x float32, size int) []byte {
	if size == 8 {
		return binary.LittleEndian.AppendUint64(nil, math.Float64bits(float64(x)))
	}
	return binary.LittleEndian.AppendUint32(nil, math.Float32bits(x))
}

// rewrite applies a change to a file, or to each entry of an archive or record of a TFRecord file, with new checksums.
func rewrite(file []byte, change func([]byte) []byte) ([]byte, error) {
	if records, ok := rewriteRecords(file, change); ok {
		return records, nil
	}
	archive, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		return change(file), nil
	}
	var out bytes.Buffer
	z := zip.NewWriter(&out)
	for _, entry := range archive.File {
		in, err := entry.Open()
		if err != nil {
			return nil, err
		}
		b, err := io.ReadAll(in)
		if err != nil {
			return nil, err
		}
		to, err := z.Create(entry.Name)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(change(b)); err != nil {
			return nil, err
		}
	}
	err = z.Close()
	return out.Bytes(), err
}
