package main

import (
	"archive/zip"
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"time"
)

// wheel returns the Python wheel (packaging.python.org, "Binary distribution format") for a platform. pip puts the
// program beside Python's own, as the command counterpoise, so that no Python runs when it is called.
func (s source) wheel(platform string, program file, licences []file, expression string) (file, error) {
	tag := "py3-none-" + platform
	files, err := s.modules()
	if err != nil {
		return file{}, err
	}
	metadata, err := s.metadata(licences, expression)
	if err != nil {
		return file{}, err
	}
	info := s.name(".dist-info/")
	program.name = s.name(".data/scripts/") + program.name
	files = append(files, program)
	for _, l := range licences {
		files = append(files, file{name: info + "licenses/" + l.name, data: l.data})
	}
	about := "Wheel-Version: 1.0\nGenerator: counterpoise release\nRoot-Is-Purelib: false\n"
	for one := range strings.SplitSeq(platform, ".") {
		about += "Tag: py3-none-" + one + "\n"
	}
	files = append(files, file{name: info + "METADATA", data: metadata},
		file{name: info + "WHEEL", data: []byte(about)}, record(files, info, metadata, about))
	data, err := zipped(files, s.time)
	return file{name: s.name("-" + tag + ".whl"), data: data}, err
}

// record lists the files of a wheel with their digests, itself without.
func record(files []file, info string, metadata []byte, about string) file {
	var b strings.Builder
	all := append(files[:len(files):len(files)], file{name: info + "METADATA", data: metadata},
		file{name: info + "WHEEL", data: []byte(about)})
	for _, f := range all {
		sum := sha256.Sum256(f.data)
		fmt.Fprintf(&b, "%s,sha256=%s,%d\n", f.name, base64.RawURLEncoding.EncodeToString(sum[:]), len(f.data))
	}
	fmt.Fprintf(&b, "%sRECORD,,\n", info)
	return file{name: info + "RECORD", data: []byte(b.String())}
}

// modules are the files of the Python packages that pyproject.toml names, by their place in the wheel.
func (s source) modules() (files []file, err error) {
	for _, name := range s.python.Tool.Setuptools.Packages {
		to := strings.ReplaceAll(name, ".", "/")
		from := to
		if folder, ok := s.python.Tool.Setuptools.Folders[name]; ok {
			from = folder
		}
		found, err := filepath.Glob(filepath.Join(s.dir, pythonFolder, from, "*.py"))
		if err != nil || len(found) == 0 {
			return nil, fmt.Errorf("package %s has no file in %s/%s: %v", name, pythonFolder, from, err)
		}
		for _, at := range found {
			data, err := os.ReadFile(at)
			if err != nil {
				return nil, err
			}
			files = append(files, file{name: path.Join(to, filepath.Base(at)), data: data})
		}
	}
	return files, nil
}

// metadata is METADATA, in version 2.4 (packaging.python.org, "Core metadata specifications").
func (s source) metadata(licences []file, expression string) ([]byte, error) {
	p := s.python.Project
	readme, err := os.ReadFile(filepath.Join(s.dir, pythonFolder, p.Readme))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	fmt.Fprintf(&b, "Metadata-Version: 2.4\nName: %s\nVersion: %s\nSummary: %s\nLicense-Expression: %s\n",
		p.Name, p.Version, p.Description, expression)
	for _, l := range licences {
		fmt.Fprintf(&b, "License-File: %s\n", l.name)
	}
	fmt.Fprintf(&b, "Requires-Python: %s\n", p.Python)
	for _, d := range p.Dependencies {
		fmt.Fprintf(&b, "Requires-Dist: %s\n", d)
	}
	fmt.Fprintf(&b, "Description-Content-Type: text/markdown\n\n%s", readme)
	return b.Bytes(), nil
}

// zipped is a ZIP file of files, which have one time.
func zipped(files []file, modified time.Time) ([]byte, error) {
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	w.RegisterCompressor(zip.Deflate, func(out io.Writer) (io.WriteCloser, error) {
		return flate.NewWriter(out, flate.BestCompression)
	})
	for _, f := range files {
		h := &zip.FileHeader{Name: f.name, Method: zip.Deflate, Modified: modified}
		h.SetMode(f.mode())
		to, err := w.CreateHeader(h)
		if err != nil {
			return nil, err
		}
		if _, err := to.Write(f.data); err != nil {
			return nil, err
		}
	}
	err := w.Close()
	return b.Bytes(), err
}

// mode is the file's mode on Unix.
func (f file) mode() os.FileMode {
	if f.executable {
		return 0o755
	}
	return 0o644
}
