package lerobot

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"counterpoise/scenes/demos"
)

// Version 2.1 of the format, and 2.0, have a data file an episode and a list of episodes as lines of JSON. Most public
// datasets are of these versions.
//
//	meta/info.json        as in v3.0; data_path has the fields episode_chunk and episode_index
//	meta/episodes.jsonl   one line per episode: {"episode_index": 0, "tasks": ["..."], "length": 120}
//	data/chunk-000/episode_000000.parquet
//
// Source: the code of LeRobot 0.3.3, lerobot/datasets/utils.py.
const episodesLines = "meta/episodes.jsonl"

// isVersion2 reports whether a dataset has the layout of v2.0 and v2.1.
func (i *info) isVersion2() bool { return i.Version != version }

// maxLine is the longest line of the list of episodes, in bytes: a thousand tasks of a thousand letters.
const maxLine = 1 << 20

// readEpisodeLines reads the list of episodes of version 2, which must be in order.
func (r *reader) readEpisodeLines() error {
	path := filepath.Join(r.dir, filepath.FromSlash(episodesLines))
	f, _, err := r.room.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := r.room.Spend(path, maxLine); err != nil {
		return err
	}
	defer r.room.Return(maxLine)
	lines := bufio.NewReaderSize(f, maxLine)
	from := int64(0)
	for {
		line, err := lines.ReadSlice('\n')
		if errors.Is(err, bufio.ErrBufferFull) {
			return fmt.Errorf("%s: line %d has more than %d bytes", path, len(r.episodes)+1, maxLine)
		}
		if len(line) > 1 {
			if from, err = r.addLine(path, line, from); err != nil {
				return err
			}
			continue
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return fmt.Errorf("%s: %w", path, err)
		}
	}
	if len(r.episodes) == 0 {
		return fmt.Errorf("%s has no episodes", path)
	}
	return nil
}

// addLine adds the episode of a line, whose first frame has the global number from, and returns the number after its
// last one.
func (r *reader) addLine(path string, line []byte, from int64) (int64, error) {
	n := len(r.episodes)
	var e struct {
		Index  *int64   `json:"episode_index"`
		Tasks  []string `json:"tasks"`
		Length int64    `json:"length"`
	}
	mark := r.room.Mark()
	if err := r.room.JSON(fmt.Sprintf("%s: line %d", path, n+1), line, &e); err != nil {
		return 0, err
	}
	r.room.Release(mark)
	if e.Index == nil || *e.Index != int64(n) {
		return 0, fmt.Errorf("%s: line %d is not episode_index %d", path, n+1, n)
	}
	if e.Length < 1 || e.Length > demos.MaxFrames {
		return 0, fmt.Errorf("%s: episode %d has the length %d, expected 1 to %d frames", path, n, e.Length,
			demos.MaxFrames)
	}
	if err := r.room.Spend("the list of episodes", episodeBytes); err != nil {
		return 0, err
	}
	chunk := 0
	if r.info.ChunkSize > 0 {
		chunk = n / r.info.ChunkSize
	}
	r.episodes = append(r.episodes, episode{from: from, to: from + e.Length, chunk: int64(chunk), file: int64(n)})
	if len(e.Tasks) > 0 {
		if err := r.set(r.column("task"), n, e.Tasks[0]); err != nil {
			return 0, err
		}
	}
	return from + e.Length, nil
}
