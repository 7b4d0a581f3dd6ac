package lerobot

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/parquet-go/parquet-go"

	"counterpoise/internal/bounded"
	"counterpoise/scenes/demos"
)

// videoPath2 is the template of the paths of videos in version 2, one an episode.
const videoPath2 = "videos/chunk-{episode_chunk:03d}/{video_key}/episode_{episode_index:06d}.mp4"

// place is where the pictures of an episode are: in the video of a number, from a time on.
type place struct {
	chunk, file int32   // -1 where the table of episodes does not say it
	from        float64 // s; NaN where it says no number
}

// placeBytes is the memory of a place in a list that grows by doubling.
const placeBytes = 3 * 16

// readPlaces reads where the pictures of the n episodes of a table are. A table that does not say it is no error: most
// commands do without pictures.
func (r *reader) readPlaces(s *parquetFile, n int) error {
	for _, name := range r.roles.films {
		first := len(r.places[name])
		if err := r.room.Spend("the list of videos", int64(n)*placeBytes); err != nil {
			return err
		}
		for range n {
			r.places[name] = append(r.places[name], place{-1, -1, math.NaN()})
		}
		list := r.places[name][first:]
		for _, c := range []struct {
			name string
			set  func(p *place, v parquet.Value)
		}{
			{"chunk_index", func(p *place, v parquet.Value) { p.chunk = fileNumber(v) }},
			{"file_index", func(p *place, v parquet.Value) { p.file = fileNumber(v) }},
			{"from_timestamp", func(p *place, v parquet.Value) {
				var err error
				if p.from, err = seconds(v); err != nil {
					p.from = math.NaN()
				}
			}},
		} {
			column := "videos/" + name + "/" + c.name
			if s.leaf(column, "") < 0 {
				continue
			}
			err := s.each(column, "", 0, n, func(row int, v parquet.Value) error {
				c.set(&list[row], v)
				return nil
			})
			s.release(column, "")
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// fileNumber is the number of a file or of a folder, or -1 for what is none.
func fileNumber(v parquet.Value) int32 {
	x, err := integer(v)
	if err != nil || x < 0 || x > math.MaxInt32 {
		return -1
	}
	return int32(x)
}

// films returns the cameras of episode n whose pictures are in videos.
func (r *reader) films(n int) (all []demos.Film) {
	for _, name := range r.roles.films {
		f := demos.Film{Name: cameraName(name)}
		f.Height, f.Width = r.info.Features[name].pictureSize()
		f.Each = func(count int, yield func(t int, rgb []byte) error) error {
			path, from, err := r.video(name, n)
			if err == nil {
				err = r.decode(path, from, count, f, yield)
			}
			if d := r.driftOf(name, n); errors.Is(err, errShort) && d != 0 {
				err = fmt.Errorf("%w; or mend its time: %s", err, r.driftText(name, n, d))
			}
			if err != nil {
				return fmt.Errorf("lerobot: episode %d: %w", n, err)
			}
			return nil
		}
		all = append(all, f)
	}
	return all
}

// video returns the path of the video of a feature that has the pictures of episode n, and the time at which they begin
// there, in seconds.
func (r *reader) video(name string, n int) (path string, from float64, err error) {
	e, template, expand := r.episodes[n], videoPath, expandPath
	at := place{int32(e.chunk), int32(e.file), 0}
	if r.info.isVersion2() {
		template, expand = videoPath2, expandEpisodePath
	} else if at = r.places[name][n]; at.chunk < 0 || at.file < 0 || !(at.from >= 0) || math.IsInf(at.from, 1) {
		return "", 0, fmt.Errorf("the table of episodes does not say where its pictures of camera %.60s are: columns "+
			"videos/.../chunk_index, file_index and from_timestamp have no number there", cameraName(name))
	}
	if r.info.VideoPath != nil {
		template = *r.info.VideoPath
	}
	path, err = expand(strings.ReplaceAll(template, "{video_key}", name), int(at.chunk), int(at.file))
	if err != nil {
		return "", 0, fmt.Errorf("%s: %w", filepath.Join(r.dir, infoName), err)
	}
	return filepath.Join(r.dir, path), at.from, nil
}

// decode lets ffmpeg decode the first n pictures of a film, from a time of a video on.
func (r *reader) decode(path string, from float64, n int, f demos.Film, yield func(t int, rgb []byte) error) error {
	if !(r.info.Rate > 0) {
		return fmt.Errorf("%s cannot be decoded: %s has %g frames a second as fps", path, infoName, r.info.Rate)
	}
	video, _, err := bounded.Open(path) // ffmpeg may wait for ever for a pipe
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is missing, its video; copy the dataset again, with all videos", path)
	}
	if err != nil {
		return err
	}
	video.Close()
	if _, err := exec.LookPath("ffmpeg"); err != nil {
		return fmt.Errorf("pictures of camera %s are in videos, which ffmpeg decodes, and that is not installed; "+
			"apt-get install ffmpeg or brew install ffmpeg brings it", f.Name)
	}
	size := 3 * int64(f.Height) * int64(f.Width)
	picture, err := r.room.Bytes("a picture of camera "+f.Name, size)
	if err != nil {
		return err
	}
	defer r.room.Return(size)
	if err := r.pipe(decoder(path, from, r.info.Rate, n, f), n, picture, yield); err != nil {
		return fmt.Errorf("%s %w", path, err)
	}
	return nil
}

// decoder returns the arguments of ffmpeg that decode n pictures of a video as bytes of RGB. It reads this one file as
// MP4, whatever the file says that it is, and no pictures far larger than info.json says, so that memory is not the
// video's to decide. Half a frame before the time at which the pictures begin gives the picture nearest to that time,
// whose rounding or drift matters so little. Pictures are numbered anew, so that none is doubled or dropped for its
// time. Colours are converted as ffmpeg does by default, which gives the bytes that LeRobot 0.6.1 decodes
// (scenes/demos/peers).
func decoder(path string, from, rate float64, n int, f demos.Film) []string {
	return []string{"-v", "error", "-nostdin", "-protocol_whitelist", "file", "-f", "mp4",
		"-max_pixels", fmt.Sprint(2*f.Width*f.Height + 1<<16),
		"-ss", fmt.Sprintf("%.6f", max(0, from-.5/rate)), "-i", "file:" + path,
		"-map", "0:v:0", "-frames:v", fmt.Sprint(n),
		"-vf", fmt.Sprintf("setpts=N/(%g*TB),scale=%d:%d,format=rgb24", rate, f.Width, f.Height),
		"-r", fmt.Sprint(rate), "-f", "rawvideo", "pipe:1"}
}

// errShort is wrapped by the errors of videos that end too early.
var errShort = errors.New("ends too early")

// pipe yields the n pictures that an ffmpeg of these arguments writes, each in the same memory.
func (r *reader) pipe(arguments []string, n int, picture []byte, yield func(t int, rgb []byte) error) error {
	command := exec.Command("ffmpeg", arguments...)
	var said bytes.Buffer
	command.Stderr = &said
	out, err := command.StdoutPipe()
	if err != nil {
		return err
	}
	if err := command.Start(); err != nil {
		return fmt.Errorf("cannot be decoded: ffmpeg cannot be started: %w", err)
	}
	got, err := 0, error(nil)
	for ; got < n && err == nil; got++ {
		if err = r.room.Spend("a picture", 0); err != nil { // the command was stopped
			break
		}
		if _, err = io.ReadFull(out, picture); err == nil {
			err = yield(got, picture)
		}
	}
	ended := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
	if !ended {
		command.Process.Kill()
	}
	switch failed := command.Wait(); {
	case err == nil:
		return nil
	case !ended:
		return err
	case failed != nil || said.Len() > 0:
		return fmt.Errorf("cannot be decoded: %w", failure(cmp.Or(failed, err), &said))
	}
	return fmt.Errorf("%w: it has %d of %d pictures of the episode; copy the dataset again, with all videos", errShort,
		got-1, n)
}
