package main

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
)

// archive packs files for people who take the program without Python: tar.gz, for Windows zip.
func (s source) archive(t target, files []file) (file, error) {
	folder := s.name("-" + t.os + "-" + t.arch)
	inside := make([]file, len(files))
	for i, f := range files {
		f.name = folder + "/" + f.name
		inside[i] = f
	}
	if t.os == "windows" {
		data, err := zipped(inside, s.time)
		return file{name: folder + ".zip", data: data}, err
	}
	var b bytes.Buffer
	z, err := gzip.NewWriterLevel(&b, gzip.BestCompression)
	if err != nil {
		return file{}, err
	}
	w := tar.NewWriter(z)
	for _, f := range inside {
		h := &tar.Header{Name: f.name, Mode: int64(f.mode()), Size: int64(len(f.data)), ModTime: s.time}
		if err := w.WriteHeader(h); err != nil {
			return file{}, err
		}
		if _, err := w.Write(f.data); err != nil {
			return file{}, err
		}
	}
	if err := w.Close(); err != nil {
		return file{}, err
	}
	err = z.Close()
	return file{name: folder + ".tar.gz", data: b.Bytes()}, err
}
