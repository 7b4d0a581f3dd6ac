package demos_test

import (
	"bytes"
	"compress/zlib"
	"fmt"
	"image"
	"image/png"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"google.golang.org/protobuf/encoding/protowire"

	"counterpoise/internal/tfrecord"
)

// rldsOf writes a dataset of one shard in RLDS's form. features is JSON: members of the dictionary of steps, and
// members beside steps.
func rldsOf(t *testing.T, path, steps, beside string, episodes int, example []byte) {
	put(t, filepath.Join(path, "dataset_info.json"), fmt.Appendf(nil,
		`{"name": "x", "fileFormat": "tfrecord", "splits": [{"name": "train", "shardLengths": ["%d"]}]}`, episodes))
	put(t, filepath.Join(path, "features.json"), fmt.Appendf(nil, `{"featuresDict": {"features": {"steps": {"sequence":
		{"feature": {"featuresDict": {"features": {"action": {"tensor": {"dtype": "float32", "shape":
		{"dimensions": ["1"]}}}%s}}}}}%s}}}`, steps, beside))
	header, footer := tfrecord.Header(example), tfrecord.Footer(example)
	record := append(append(header[:], example...), footer[:]...)
	put(t, filepath.Join(path, "x-train.tfrecord-00000-of-00001"), bytes.Repeat(record, episodes))
}

// exampleOf returns a tf.train.Example with actions of width 1 in a number of steps, and more entries of its map.
func exampleOf(steps int, more ...[]byte) []byte {
	var packed []byte
	for range steps {
		packed = protowire.AppendFixed32(packed, math.Float32bits(0.5))
	}
	entries := feature("steps/action", 2, lengthDelimited(1, packed))
	return lengthDelimited(1, append(entries, bytes.Join(more, nil)...))
}

// lengthDelimited returns a field of bytes.
func lengthDelimited(number protowire.Number, b []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(nil, number, protowire.BytesType), b)
}

// feature returns an entry of the map of features: a path and a list of a kind.
func feature(path string, kind protowire.Number, list []byte) []byte {
	value := lengthDelimited(2, lengthDelimited(kind, list))
	return lengthDelimited(1, append(lengthDelimited(1, []byte(path)), value...))
}

// copies returns a list with n equal elements.
func copies(n int, b []byte) []byte { return bytes.Repeat(lengthDelimited(1, b), n) }

// blackPicture returns a PNG of zeros.
func blackPicture(height, width int) []byte {
	var b bytes.Buffer
	(&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, image.NewRGBA(image.Rect(0, 0, width, height)))
	return b.Bytes()
}

// pictures writes n steps with one picture of zeros.
func pictures(n, height, width int, shape string) func(t *testing.T, path string) {
	return func(t *testing.T, path string) {
		rldsOf(t, path, `, "image": {"image": {"dtype": "uint8", "shape": {"dimensions": [`+shape+`]}}}`, "", 1,
			exampleOf(n, feature("steps/image", 1, copies(n, blackPicture(height, width)))))
	}
}

// hostileRLDS are the hostile inputs of RLDS's format.
var hostileRLDS = []hostileInput{
	{name: "40 pictures of zeros", write: pictures(40, 2400, 2400, `"2400", "2400", "3"`)},
	{name: "40 pictures of zeros of any size", write: pictures(40, 2400, 2400, `"-1", "-1", "3"`)},
	{name: "a large picture of any size", write: pictures(1, 4000, 4000, `"-1", "-1", "3"`)},
	{name: "5 pictures that fit", fits: true, write: pictures(5, 1024, 1536, `"1024", "1536", "3"`)},
	{name: "vectors of zeros by zlib", write: func(t *testing.T, path string) {
		var b bytes.Buffer
		z := zlib.NewWriter(&b)
		z.Write(make([]byte, 8<<20))
		z.Close()
		rldsOf(t, path, `, "observation": {"tensor": {"dtype": "float64", "encoding": "zlib", "shape":
			{"dimensions": ["1048576"]}}}`, "", 1,
			exampleOf(100, feature("steps/observation", 1, copies(100, b.Bytes()))))
	}},
	{name: "a step that is said to be of 8 GB by zlib", write: func(t *testing.T, path string) {
		rldsOf(t, path, `, "observation": {"tensor": {"dtype": "float64", "encoding": "zlib", "shape":
			{"dimensions": ["1048576", "1024"]}}}, "image": {"tensor": {"dtype": "uint8", "encoding": "zlib", "shape":
			{"dimensions": ["16384", "21845", "3"]}}}`, "", 1,
			exampleOf(1, feature("steps/image", 1, copies(1, []byte{0x78, 0x9c}))))
	}},
	{name: "500,000 records without content", write: func(t *testing.T, path string) {
		rldsOf(t, path, "", "", 500_000, nil)
	}},
	{name: "18,000 steps of 65,536 by one repeated shape", write: func(t *testing.T, path string) {
		rldsOf(t, path, `, "observation": {"tensor": {"dtype": "float32", "shape": {"dimensions": ["65536"]}}}`, "", 1,
			exampleOf(18_000, feature("steps/observation", 2, nil)))
	}},
	{name: "200,000 labels", write: func(t *testing.T, path string) {
		var names strings.Builder
		var more [][]byte
		for i := range 200_000 {
			fmt.Fprintf(&names, `, "%d": {"text": {}}`, i)
			more = append(more, feature(fmt.Sprint(i), 1, copies(1, nil)))
		}
		rldsOf(t, path, "", names.String(), 1, exampleOf(1, more...))
	}},
	{name: "a million features without type", write: func(t *testing.T, path string) {
		var names strings.Builder
		for i := range 1_000_000 {
			fmt.Fprintf(&names, `,"%d":{}`, i)
		}
		rldsOf(t, path, "", names.String(), 1, exampleOf(1))
	}},
	{name: "3,000 dictionaries in one another", write: func(t *testing.T, path string) {
		const depth = 3000
		deep := strings.Repeat(`{"featuresDict":{"features":{"`+strings.Repeat("a", 1000)+`":`, depth) + "{}" +
			strings.Repeat("}}}", depth)
		rldsOf(t, path, "", `, "a": `+deep, 1, exampleOf(1))
	}},
	{name: "a million shards of one file", write: func(t *testing.T, path string) {
		rldsOf(t, path, "", "", 1, exampleOf(1))
		put(t, filepath.Join(path, "dataset_info.json"), []byte(`{"name": "x", "splits": [{"name": "train",
			"filepathTemplate": "x-train.tfrecord-00000-of-00001", "shardLengths": `+list(1_000_000, `"1"`)+`}]}`))
	}},
	{name: "a million names of classes", write: func(t *testing.T, path string) {
		put(t, filepath.Join(path, "kind.labels.txt"), bytes.Repeat([]byte("\n"), 4_000_000))
		rldsOf(t, path, "", `, "kind": {"classLabel": {}}`, 1,
			exampleOf(1, feature("kind", 3, lengthDelimited(1, []byte{5}))))
	}},
	{name: "a million equal entries", fits: true, write: func(t *testing.T, path string) {
		one := feature("steps/action", 2, lengthDelimited(1, []byte{0, 0, 0, 0}))
		rldsOf(t, path, "", "", 1, lengthDelimited(1, bytes.Repeat(one, 1_000_000)))
	}},
}
