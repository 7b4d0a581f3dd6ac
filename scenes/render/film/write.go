package film

import (
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"counterpoise/internal/durable"
)

// Extensions are the ends of file names that Write takes.
var Extensions = []string{".png", ".gif", ".mp4"}

// CheckFormat returns an error if no film can be written to a file here, by the end of its name: it names no format, or
// one that needs a program which is not installed.
func CheckFormat(path string) error {
	ext := filepath.Ext(path)
	if !slices.Contains(Extensions, ext) {
		return fmt.Errorf("film: no format has files that end in %q; there is %s", ext, strings.Join(Extensions, ", "))
	}
	if _, err := exec.LookPath("ffmpeg"); ext == ".mp4" && err != nil {
		return errors.New("MP4 needs ffmpeg, which is not installed here; install it, or write a .gif")
	}
	return nil
}

// Write writes a film to a file, in the format that the end of its name says: .png is a strip of six moments. A
// file is written whole or not at all. The end is compared as it is, in lower case. An error of an unknown end
// lists the known ones, and nothing is drawn. Errors besides are those of CheckFormat, and of a film without a moment.
func Write(path string, f *Film, v *View) error {
	return write(path, f, v, func(fill func(*durable.File) error) error { return durable.Write(path, fill) })
}

// WriteBelow is Write for a file that the program names below a folder that the user names (durable.WriteBelow).
func WriteBelow(dir, name string, f *Film, v *View) error {
	return write(name, f, v, func(fill func(*durable.File) error) error { return durable.FillBelow(dir, name, fill) })
}

// write draws a film in the format that the end of a path says, and lets put write it.
func write(path string, f *Film, v *View, put func(fill func(*durable.File) error) error) error {
	if err := CheckFormat(path); err != nil {
		return err
	}
	if len(f.Moments) == 0 {
		return fmt.Errorf("film: %s is not written: there is no moment to draw in the film %q", path, f.Title)
	}
	var data []byte
	var err error
	switch filepath.Ext(path) {
	case ".png":
		data, err = Strip(f, v)
	case ".gif":
		data, err = GIF(f, v)
	case ".mp4":
		return writeMP4(f, v, put)
	}
	if err != nil {
		return err
	}
	return put(func(to *durable.File) error {
		_, err := to.Write(data)
		return err
	})
}
