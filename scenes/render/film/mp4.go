package film

import (
	"bytes"
	"fmt"
	"io"
	"os/exec"
	"strconv"
	"strings"

	"counterpoise/internal/durable"
)

// writeMP4 lets put write a film, 30 pictures a second, H.264. It pipes raw pictures into ffmpeg, which must be on
// the PATH (CheckFormat). Width and height must be even, because the colours are stored at half the resolution
// (yuv420p). The file appears under its name when it is complete.
//
// -crf 18 is near visually lossless, and +faststart puts the index first, so that a browser can start before
// the whole file has arrived.
func writeMP4(f *Film, v *View, put func(fill func(*durable.File) error) error) error {
	if v.Width%2 > 0 || v.Height%2 > 0 {
		return fmt.Errorf("an MP4 has an even width and height, not %dx%d", v.Width, v.Height)
	}
	return put(func(part *durable.File) error { return encode(part.Name(), f, v) })
}

// encode lets ffmpeg write a film into a file that exists already.
func encode(path string, f *Film, v *View) error {
	cmd := exec.Command("ffmpeg", "-v", "error", "-y",
		"-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", v.Width, v.Height), "-r", strconv.Itoa(Rate),
		"-i", "-",
		"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-f", "mp4", path)
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
	if v.stopped() != nil {
		cmd.Process.Kill() // it would first compress what it has
	}
	failed := cmd.Wait()
	// A Ctrl-C of the terminal ends ffmpeg too, perhaps first.
	if err := v.stopped(); err != nil {
		return err
	}
	// What ffmpeg says, on one line, comes before an error of the pipe, which is often its consequence.
	if failed != nil {
		return fmt.Errorf("ffmpeg failed: %w: %s", failed, strings.Join(strings.Fields(messages.String()), " "))
	}
	return drawn
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
