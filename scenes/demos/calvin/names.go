package calvin

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"

	"counterpoise/internal/bounded"
)

// frameNames says how the files of frames are named: letters, and the number of the frame with zeros in front.
type frameNames struct {
	prefix string
	digits int
}

// usualNames are those of CALVIN's own datasets, and of ours: episode_0001000.npz.
var usualNames = frameNames{"episode_", 7}

// of returns the file name of a frame.
func (n frameNames) of(i int64) string { return fmt.Sprintf("%s%0*d.npz", n.prefix, n.digits, i) }

// isFrame matches names of frames.
var isFrame = regexp.MustCompile(`^(\D*)(\d{1,18})\.npz$`)

// maxLooked is the number of entries of a folder in which a frame is looked for. A folder of CALVIN's has ten other
// files.
const maxLooked = 256

// findNames returns how the frames of a folder are named. Where the first frame does not have its usual name, the first
// frame that is found decides, as in CALVIN's loader (calvin_agent/datasets/utils/episode_utils.py,
// lookup_naming_pattern).
func findNames(dir string, first int64) (frameNames, error) {
	_, err := os.Stat(filepath.Join(dir, usualNames.of(first)))
	if !errors.Is(err, fs.ErrNotExist) {
		return usualNames, err
	}
	entries, err := bounded.ReadDir(dir, maxLooked)
	if err != nil {
		return usualNames, err
	}
	for _, e := range entries {
		if parts := isFrame.FindStringSubmatch(e.Name()); parts != nil {
			return frameNames{parts[1], len(parts[2])}, nil
		}
	}
	return usualNames, nil
}
