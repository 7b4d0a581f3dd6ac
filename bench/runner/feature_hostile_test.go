package runner

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/internal/hostile"
	"counterpoise/internal/packed"
)

// Reading features from the cache takes memory in proportion to their file, whatever its content. The cache's digest is
// right in all of these.
func TestFeaturesStayInBudget(t *testing.T) {
	key := strings.Repeat("a", 64)
	read := func(path string) error {
		// The cache's own file of the content, as Put writes it.
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		files := Features(filepath.Join(filepath.Dir(path), "cache"))
		if err := files.Put(key, content); err != nil {
			return err
		}
		content = nil
		_, err = (&featureCache{files: files}).load(key)
		return err
	}
	const mega = 1 << 20
	layout := packed.Encode(featureFile{})[:8]
	file := func(content func() []byte) func() []byte {
		return func() []byte { return append(bytes.Clone(layout), content()...) }
	}
	hostile.Check(t, read,
		hostile.Input{Name: "features", Fits: true, Data: func() []byte {
			return packed.Encode(featureFile{By: "e", Variants: 1, Width: mega, Rows: make([]float32, 4*mega)})
		}},
		hostile.Input{Name: "a long name", Data: file(func() []byte {
			return append([]byte("\x80\x80\x80\x10"), make([]byte, 32*mega+3)...)
		})},
		hostile.Input{Name: "rows of 2^62", Data: file(func() []byte {
			return append([]byte("\x01e\x02\x02\xff\xff\xff\xff\xff\xff\xff\xff\x3f"), make([]byte, 16*mega)...)
		})},
		hostile.Input{Name: "more rows than numbers", Data: file(func() []byte {
			return append([]byte("\x01e\x02\x02\x80\x80\x80\x08"), make([]byte, 16*mega)...)
		})},
		hostile.Input{Name: "another version", Data: func() []byte { return make([]byte, 32*mega) }},
	)
}
