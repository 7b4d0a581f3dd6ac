// Package recordfile reads and writes the files of a folder that hold records, plain and compressed. It knows their names
// and not what a record is.
//
//	records.jsonl            plain; processes append to it (package results/store)
//	records.jsonl.zst        the same, compressed once an experiment is complete
//	records-NAME.jsonl       an archive, to which nobody appends
//	records-NAME.jsonl.zst   the same, compressed
//
// Compressed files are in the format of Zstandard (RFC 8878), which zstdcat, pandas and polars read.
package recordfile

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/klauspost/compress/zstd"

	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
)

// Plain is the name of the file to which records are appended.
const Plain = "records.jsonl"

// extension ends the names of compressed files.
const extension = ".zst"

// IsArchive reports whether a file of a name holds records and nobody appends to it.
func IsArchive(name string) bool {
	plain, compressed := strings.CutSuffix(name, extension)
	return compressed && plain == Plain || strings.HasPrefix(plain, "records-") && strings.HasSuffix(plain, ".jsonl")
}

// Archives lists the archives of a folder, by name; none of a folder that cannot be read.
func Archives(dir string) (paths []string) {
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		if IsArchive(e.Name()) {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths
}

// Paths lists the plain file of a folder, where there is one, and its archives. Part files of several processes
// (records.2.jsonl) are not listed.
func Paths(dir string) (paths []string) {
	path := filepath.Join(dir, Plain)
	if _, err := os.Lstat(path); err == nil {
		paths = append(paths, path)
	}
	return append(paths, Archives(dir)...)
}

// Read returns the lines of a file, decompressed where its name says so. A file whose content would be out of all
// proportion to its size (bounded.Expansion) is an error.
func Read(path string) ([]byte, error) {
	data, err := bounded.ReadRegular(path)
	if err != nil || !strings.HasSuffix(path, extension) {
		return data, err
	}
	from, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1), zstd.WithDecoderMaxWindow(window))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	defer from.Close()
	limit := bounded.Expansion(int64(len(data)))
	lines, err := io.ReadAll(io.LimitReader(from, limit+1))
	if err != nil {
		return nil, fmt.Errorf("%s can't be decompressed: %w", path, err)
	}
	if int64(len(lines)) > limit {
		return nil, fmt.Errorf("%s: %d bytes expand to more than %d; that is no file of records", path, len(data), limit)
	}
	return lines, nil
}

// Lines returns the lines of all files of a folder (Paths), one file after the other.
func Lines(dir string) (lines []byte, err error) {
	for _, path := range Paths(dir) {
		data, err := Read(path)
		if err != nil {
			return nil, err
		}
		lines = append(lines, data...)
		if len(data) > 0 && data[len(data)-1] != '\n' {
			lines = append(lines, '\n')
		}
	}
	return lines, nil
}

// window is the largest distance, in bytes, over which a compressed file may repeat itself. Records of a trial are alike,
// and a trial of a large plan is some megabytes.
const window = 8 << 20

// Compress replaces a plain file by a compressed one, and returns the bytes of both. The compressed file is written, read
// back and compared before the plain one is removed. The same lines give the same bytes, and a file that is compressed
// already stays. The caller sees to it that nobody appends to the plain file meanwhile.
func Compress(path string) (before, after int64, err error) {
	to := path + extension
	lines, err := bounded.ReadRegular(path)
	if errors.Is(err, fs.ErrNotExist) {
		if old, err := Read(to); err == nil {
			if info, err := os.Stat(to); err == nil {
				return int64(len(old)), info.Size(), nil
			}
		}
	}
	if err != nil {
		return 0, 0, err
	}
	if _, err := os.Lstat(to); err == nil { // new records of an experiment that was complete
		old, err := Read(to)
		if err != nil {
			return 0, 0, err
		}
		if bytes.HasSuffix(old, lines) { // stopped before the plain file was removed
			lines = nil
		}
		lines = append(old, lines...)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(window),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, 0, err
	}
	packed := encoder.EncodeAll(lines, nil)
	if err := durable.WriteBelow(filepath.Dir(path), filepath.Base(to), packed); err != nil {
		return 0, 0, err
	}
	if again, err := Read(to); err != nil || !bytes.Equal(again, lines) {
		return 0, 0, fmt.Errorf("%s does not read back as it was written; %s stays: %w", to, path, err)
	}
	return int64(len(lines)), int64(len(packed)), durable.Remove(path)
}
