package film

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
)

// WriteMP4 writes a film to a file, 30 pictures a second, H.264. It pipes raw pictures into ffmpeg, which must be
// on the PATH. Width and height must be even, because the colours are stored at half the resolution (yuv420p). The
// file appears under its name when it is complete.
//
// -crf 18 is near visually lossless, and +faststart puts the index first, so that a browser can start before
// the whole file has arrived.
func WriteMP4(path string, f *Film, v *View) error {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return errors.New("MP4 needs ffmpeg, which is not installed here; install it, or write a .gif")
	}
	if v.Width%2 > 0 || v.Height%2 > 0 {
		return fmt.Errorf("an MP4 has an even width and height, not %dx%d", v.Width, v.Height)
	}
	// A hidden name in the same folder, so that the rename stays within one file system.
	part := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part.mp4")
	defer os.Remove(part)
	cmd := exec.Command("ffmpeg", "-v", "error", "-y",
		"-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", v.Width, v.Height), "-r", strconv.Itoa(Rate),
		"-i", "-",
		"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", part)
	var messages bytes.Buffer
	cmd.Stderr = &messages
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("ffmpeg can't be started: %w", err)
	}
	drawn := writeRaw(in, f, v)
	// What ffmpeg says comes first: an error of the pipe is often its consequence.
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("ffmpeg failed: %w: %s", err, bytes.TrimSpace(messages.Bytes()))
	}
	if drawn != nil {
		return drawn
	}
	return os.Rename(part, path)
}

// writeRaw draws every moment of a film into a pipe, 3 bytes a pixel, and closes the pipe. Rows run from top to
// bottom, without padding.
func writeRaw(w io.WriteCloser, f *Film, v *View) error {
	defer w.Close()
	for i := range f.Moments {
		p, err := v.Draw(&f.Moments[i])
		if err != nil {
			return err
		}
		if _, err := w.Write(p.RGB); err != nil {
			return err
		}
	}
	return nil
}
