package lerobot

import (
	"encoding/json"

	"counterpoise/internal/durable"
)

// EpisodeWeight is the weight of each frame of an episode.
type EpisodeWeight struct {
	Frames int
	Weight float64
}

// WriteFrameWeights writes a Parquet file with a row for every frame of a LeRobot dataset: index and episode_index as
// LeRobot numbers them, and weight. What the weight means, and for which dataset it is, stands in the footer, in the
// entry "counterpoise". The file, named by this program in a folder of its user, is complete or absent.
func WriteFrameWeights(dir, name string, episodes []EpisodeWeight, about map[string]any) error {
	text, err := json.Marshal(about)
	if err != nil {
		return err
	}
	kinds := map[string]string{"index": "int64", "episode_index": "int64", "weight": "float64"}
	return durable.FillBelow(dir, name, func(f *durable.File) error {
		t := tableIn(f, kinds, "counterpoise", string(text))
		index := int64(0)
		for i, e := range episodes {
			for range e.Frames {
				row := map[string]any{"index": index, "episode_index": int64(i), "weight": e.Weight}
				if err := t.add(row); err != nil {
					return err
				}
				index++
			}
		}
		return t.w.Close()
	})
}
