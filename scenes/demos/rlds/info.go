package rlds

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
)

// Names of files.
const (
	infoName     = "dataset_info.json"
	featuresName = "features.json"
	cardName     = "counterpoise.json"
	sourceName   = "counterpoise_source.json" // the card of the dataset whose pictures were left out or changed
)

// fileFormat is the name of TFRecord files in file names and in dataset_info.json.
const fileFormat = "tfrecord"

// defaultTemplate is TFDS's template of the paths of shards (core/naming.py, ShardedFileTemplate).
const defaultTemplate = "{DATASET}-{SPLIT}.{FILEFORMAT}-{SHARD_X_OF_Y}"

// info is what is read and written of dataset_info.json: the JSON form of TFDS's protocol buffer DatasetInfo. JSON has
// 64-bit integers as strings.
type info struct {
	Citation    string  `json:"citation,omitempty"`
	Description string  `json:"description"`
	FileFormat  string  `json:"fileFormat"`
	Name        string  `json:"name"`
	Splits      []split `json:"splits"`
	Version     string  `json:"version"`
}

// split is a part of the dataset, such as "train".
type split struct {
	Template string        `json:"filepathTemplate,omitempty"`
	Name     string        `json:"name"`
	Bytes    json.Number   `json:"numBytes,omitempty"` // of the Examples
	Lengths  []json.Number `json:"shardLengths"`       // episodes in each shard
}

// check returns an error for datasets whose records are not TFRecord's.
func (i info) check() error {
	if i.FileFormat != "" && i.FileFormat != fileFormat {
		return fmt.Errorf("says that the shards are %.20q, expected %s; TFDS converts them: tfds convert_format "+
			"--dataset_dir=DIR --out_dir=OUT --out_file_format=%s", i.FileFormat, fileFormat, fileFormat)
	}
	if len(i.Splits) == 0 {
		return fmt.Errorf("has no splits")
	}
	return nil
}

// shardPath returns the path of shard k of a split. It returns an error if the path leads out of the folder or if the
// template has other fields than TFDS's.
func (i info) shardPath(dir string, s split, k int) (string, error) {
	template := s.Template
	if template == "" {
		template = defaultTemplate
	}
	index, n := fmt.Sprintf("%05d", k), fmt.Sprintf("%05d", len(s.Lengths))
	p := strings.NewReplacer(
		"{DATASET}", i.Name, "{SPLIT}", s.Name, "{FILEFORMAT}", fileFormat, "{SHARD_INDEX}", index,
		"{NUM_SHARDS}", n, "{SHARD_X_OF_Y}", index+"-of-"+n,
	).Replace(template)
	if p = filepath.FromSlash(p); !filepath.IsLocal(p) || strings.ContainsAny(p, "{}\x00") {
		return "", fmt.Errorf("the path of a shard is %.80q, which leads out of the folder or has other fields than "+
			"DATASET, SPLIT, FILEFORMAT and those of the shard", p)
	}
	return filepath.Join(dir, p), nil
}
