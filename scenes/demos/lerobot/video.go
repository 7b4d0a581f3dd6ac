package lerobot

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"strings"

	"counterpoise/internal/bounded"
	"counterpoise/scenes/demos"
)

// videoPath is the template of the paths of videos.
const videoPath = "videos/{video_key}/chunk-{chunk_index:03d}/file-{file_index:03d}.mp4"

// encoders are the arguments of ffmpeg for each codec of demos.VideoCodecs. Every second picture is a key picture and
// the quality is 30, as LeRobot has them (lerobot/datasets/video_utils.py): frames are read in any order, and few of
// them must be decoded for one.
var encoders = map[string][]string{
	"av1":  {"-c:v", "libsvtav1", "-preset", "8"},
	"h264": {"-c:v", "libx264"},
}

// checkEncoder returns an error unless ffmpeg is installed and has the encoder of a codec.
func checkEncoder(codec string) error {
	const instead = "; apt-get install ffmpeg or brew install ffmpeg brings one, or leave --video out"
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return errors.New("lerobot: videos need ffmpeg, which is not installed" + instead)
	}
	name := encoders[codec][1]
	var said bytes.Buffer
	list := exec.Command("ffmpeg", "-v", "error", "-encoders")
	list.Stderr = &said
	out, err := list.Output()
	if err != nil {
		return fmt.Errorf("lerobot: what this ffmpeg encodes is not known: %w; install another one, or leave "+
			"--video out", failure(err, &said))
	}
	if !strings.Contains(string(out), name) {
		return fmt.Errorf("lerobot: this ffmpeg has no encoder %s of %s videos%s", name, codec, instead)
	}
	return nil
}

// failure is the error of an ffmpeg that has failed, with all that it said, on one line.
func failure(err error, said *bytes.Buffer) error {
	if words := strings.Fields(said.String()); len(words) > 0 {
		return fmt.Errorf("ffmpeg failed: %w: %s", err, strings.Join(words, " "))
	}
	return fmt.Errorf("ffmpeg failed: %w", err)
}

// videoWriter pipes the pictures of one camera into ffmpeg, which makes one video of many episodes.
type videoWriter struct {
	command *exec.Cmd
	in      io.WriteCloser
	said    bytes.Buffer // messages of ffmpeg
	frames  int          // in this video so far
}

// newVideo starts a video of square pictures.
func newVideo(path string, c demos.EpisodeCamera, codec string, rate float64) (*videoWriter, error) {
	arguments := []string{"-v", "error", "-y", "-f", "rawvideo", "-pix_fmt", "rgb24",
		"-s", fmt.Sprintf("%dx%d", c.Size, c.Size), "-r", fmt.Sprint(rate), "-i", "-"}
	arguments = append(append(arguments, encoders[codec]...), "-g", "2", "-crf", "30", "-pix_fmt", "yuv420p", path)
	v := &videoWriter{command: exec.Command("ffmpeg", arguments...)}
	v.command.Env = append(os.Environ(), "SVT_LOG=1") // errors alone
	v.command.Stderr = &v.said
	var err error
	if v.in, err = v.command.StdinPipe(); err != nil {
		return nil, err
	}
	if err := v.command.Start(); err != nil {
		return nil, fmt.Errorf("ffmpeg cannot be started: %w", err)
	}
	return v, nil
}

// add appends a picture of 8-bit RGB. The error is what ffmpeg says of its end, if it has failed: that of the pipe is a
// consequence.
func (v *videoWriter) add(rgb []byte) error {
	v.frames++
	if _, err := v.in.Write(rgb); err != nil {
		return cmp.Or(v.close(), err)
	}
	return nil
}

// close completes the video. A second call does nothing.
func (v *videoWriter) close() error {
	if v.command == nil {
		return nil
	}
	v.in.Close()
	err := v.command.Wait()
	v.command = nil
	if err != nil {
		return failure(err, &v.said)
	}
	return nil
}

// videoInfo describes a video as LeRobot does, in the entry "info" of its feature.
func videoInfo(c demos.EpisodeCamera, codec string, rate float64) map[string]any {
	return map[string]any{
		"video.height": c.Size, "video.width": c.Size, "video.channels": 3, "video.codec": codec,
		"video.pix_fmt": "yuv420p", "video.is_depth_map": false, "video.fps": rate, "has_audio": false,
	}
}

// checkedVideo is the video of a feature that was looked at last: many episodes in a row may be in one.
type checkedVideo struct {
	path string
	err  error
}

// CheckPictures implements demos.PictureChecker: an error says that a video of episode n is missing, is no regular file
// or is cut off. It decodes nothing.
func (r *reader) CheckPictures(n int) error {
	for _, name := range r.roles.films {
		path, _, err := r.video(name, n)
		if err != nil {
			return err
		}
		last := r.checked[name]
		if last.path != path {
			last = checkedVideo{path, checkVideo(path)}
			r.checked[name] = last
		}
		if last.err != nil {
			return last.err
		}
	}
	return nil
}

// checkVideo returns an error unless the boxes of an MP4 file end where the file ends, and one of them, "moov", says
// what is in the video. A box is its length (4 bytes, big-endian), a name of 4 letters and its content; a length of 1
// says that 8 bytes of length follow the name, one of 0 that it goes to the end (ISO/IEC 14496-12, 4.2).
func checkVideo(path string) error {
	f, size, err := bounded.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing", path)
	}
	if err != nil {
		return err
	}
	defer f.Close()
	index := false
	for at := int64(0); at < size; {
		var head [16]byte
		n, err := f.ReadAt(head[:], at)
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s: %w", path, err)
		}
		length := int64(binary.BigEndian.Uint32(head[:4]))
		switch {
		case length == 0:
			length = size - at
		case length == 1 && n == len(head):
			length = int64(binary.BigEndian.Uint64(head[8:]))
		}
		if n < 8 || length < 8 || length > size-at {
			return fmt.Errorf("%s is cut off, or no MP4 video: it has %d bytes; copy it again", path, size)
		}
		index = index || string(head[4:8]) == "moov"
		at += length
	}
	if !index {
		return fmt.Errorf("%s is cut off, or no MP4 video: nothing in its %d bytes says what it holds (moov); copy it "+
			"again", path, size)
	}
	return nil
}
