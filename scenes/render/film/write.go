package film

import (
	"fmt"
	"path/filepath"

	"counterpoise/internal/durable"
)

// Extensions are the ends of file names that Write takes.
var Extensions = []string{".png", ".gif", ".mp4"}

// Write writes a film to a file, in the format that the end of its name says: .png is a strip of six moments. A
// file is written whole or not at all. The end is compared as it is, in lower case. An error of an unknown end
// lists the known ones, and nothing is drawn.
func Write(path string, f *Film, v *View) error {
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
