package main

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/gif"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"

	"counterpoise/internal/durable"
	"counterpoise/scenes/render"
)

// fileKinds write a film, by the end of the file's name.
var fileKinds = map[string]func(path string, f *film, s shot) error{".png": filmStrip, ".gif": writeGIF, ".mp4": writeMP4}

// filmStrip is six moments in two rows.
func filmStrip(path string, f *film, s shot) error {
	const across, down, gap = 3, 2, 4
	page := render.NewFrame(across*(s.width+gap)-gap, down*(s.height+gap)-gap)
	page.Fill(0, 0, page.Width, page.Height, paper)
	for i, m := range f.spread(across * down) {
		picture, err := s.take(m)
		if err != nil {
			return err
		}
		page.Paste(i%across*(s.width+gap), i/across*(s.height+gap), picture)
	}
	return writePNG(path, page)
}

func writePNG(path string, f render.Frame) error {
	m := image.NewNRGBA(image.Rect(0, 0, f.Width, f.Height))
	for i := range f.Width * f.Height {
		copy(m.Pix[4*i:], f.RGB[3*i:3*i+3])
		m.Pix[4*i+3] = 255
	}
	var out bytes.Buffer
	if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&out, m); err != nil {
		return err
	}
	return durable.WriteFile(path, out.Bytes())
}

// writeGIF shows every second moment for 7/100 s: GIFs count in hundredths, and most programs show none faster. What has not
// changed since the picture before is left transparent, which packs well.
func writeGIF(path string, f *film, s shot) error {
	var pictures []render.Frame
	for i := 0; i < len(f.moments); i += 2 {
		p, err := s.take(&f.moments[i])
		if err != nil {
			return err
		}
		pictures = append(pictures, p)
	}
	colours := quantise(pictures)
	var all gif.GIF
	shown := make([]uint8, s.width*s.height)
	for n, p := range pictures {
		m := image.NewPaletted(image.Rect(0, 0, p.Width, p.Height), colours.palette)
		for i := range m.Pix {
			c := colours.of(p.RGB[3*i:])
			if m.Pix[i] = c; n > 0 && c == shown[i] {
				m.Pix[i] = transparent
			}
			shown[i] = c
		}
		all.Image, all.Delay = append(all.Image, m), append(all.Delay, 7)
	}
	all.Delay[len(all.Delay)-1] = 100 // a second on the last picture
	var out bytes.Buffer
	if err := gif.EncodeAll(&out, &all); err != nil {
		return err
	}
	return durable.WriteFile(path, out.Bytes())
}

// writeMP4 hands the pictures to ffmpeg.
func writeMP4(path string, f *film, s shot) (err error) {
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return errors.New("MP4 needs ffmpeg, which is not installed here; install it, or write a .gif")
	}
	if s.width%2 > 0 || s.height%2 > 0 {
		return misused("an MP4 has an even width and height, not %dx%d", s.width, s.height)
	}
	part := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".part.mp4")
	defer os.Remove(part)
	cmd := exec.Command("ffmpeg", "-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24", "-s", fmt.Sprintf("%dx%d", s.width, s.height), "-r", "30", "-i", "-",
		"-c:v", "libx264", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", part)
	var said bytes.Buffer
	cmd.Stderr = &said
	in, err := cmd.StdinPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("ffmpeg can't be started: %w", err)
	}
	drawn := feed(in, f, s)
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("ffmpeg failed: %w: %s", err, bytes.TrimSpace(said.Bytes()))
	}
	if drawn != nil {
		return drawn
	}
	return os.Rename(part, path)
}
