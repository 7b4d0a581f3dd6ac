package film

import (
	"fmt"
	"path/filepath"
	"slices"

	"counterpoise/internal/durable"
)

// Extensions are the ends of file names that Write takes.
var Extensions = []string{".png", ".gif", ".mp4"}

// Write writes a film to a file, in the format that the end of its name says: .png is a strip of six moments. A
// file is written whole or not at all. The end is compared as it is, in lower case. An error of an unknown end
// lists the known ones, and nothing is drawn. A film without a moment is an error.
func Write(path string, f *Film, v *View) error {
	if slices.Contains(Extensions, filepath.Ext(path)) && len(f.Moments) == 0 {
		return fmt.Errorf("film: %s is not written: there is no moment to draw in the film %q", path, f.Title)
	}
	var data []byte
	var err error
	switch ext := filepath.Ext(path); ext {
	case ".png":
		data, err = Strip(f, v)
	case ".gif":
		data, err = GIF(f, v)
	case ".mp4":
		return WriteMP4(path, f, v)
	default:
		return fmt.Errorf("film: no format has files that end in %q; there is .png, .gif and .mp4", ext)
	}
	if err != nil {
		return err
	}
	return durable.WriteFile(path, data)
}
