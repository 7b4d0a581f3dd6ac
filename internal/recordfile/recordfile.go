// Package recordfile reads and writes the files of a folder that hold records, plain and compressed. It knows their
// names and not what a record is.
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
	return decompress(path, data)
}

// decompress returns the lines that the bytes of a compressed file hold. Errors name the file.
func decompress(path string, data []byte) ([]byte, error) {
	from, err := zstd.NewReader(bytes.NewReader(data), zstd.WithDecoderConcurrency(1),
		zstd.WithDecoderMaxWindow(window))
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
		return nil, fmt.Errorf("%s: %d bytes expand to more than %d; that is no file of records", path,
			len(data), limit)
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

// window is the largest distance, in bytes, over which a compressed file may repeat itself. Records of a trial are
// alike, and a trial of a large plan is some megabytes.
const window = 8 << 20

// Compress replaces a plain file by a compressed one, and returns the bytes of both. What is written is decompressed
// and compared before, and read again from the disk before the plain file is removed. The same lines give the same
// bytes, and a file that is compressed already stays. The caller sees to it that nobody appends to the plain file
// meanwhile.
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
		lines = append(old, lines[repeated(old, lines):]...)
	}
	encoder, err := zstd.NewWriter(nil, zstd.WithEncoderLevel(zstd.SpeedBestCompression), zstd.WithWindowSize(window),
		zstd.WithEncoderConcurrency(1))
	if err != nil {
		return 0, 0, err
	}
	packed := encoder.EncodeAll(lines, nil)
	if again, err := decompress(to, packed); err != nil || !bytes.Equal(again, lines) {
		return 0, 0, errors.Join(fmt.Errorf("%s can't be compressed so that it reads back, and stays", path), err)
	}
	if err := durable.WriteBelow(filepath.Dir(path), filepath.Base(to), packed); err != nil {
		return 0, 0, err
	}
	if again, err := bounded.ReadRegular(to); err != nil || !bytes.Equal(again, packed) {
		return 0, 0, errors.Join(fmt.Errorf("%s does not read back as it was written; %s stays", to, path), err)
	}
	return int64(len(lines)), int64(len(packed)), durable.Remove(path)
}

// repeated returns how many of the first bytes of a plain file, whole lines, are the last of the compressed one
// already: those that it had when an earlier Compress was stopped before it removed the plain file.
func repeated(old, lines []byte) int {
	for n := len(lines); n > 0; n = bytes.LastIndexByte(lines[:n-1], '\n') + 1 {
		if bytes.HasSuffix(old, lines[:n]) {
			return n
		}
	}
	return 0
}
