package lerobot

import (
	"encoding/json"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"counterpoise/scenes/demos"
)

// Quantiles of numbers are numpy.quantile's: of 0, 1, 4, 9, 16 the quantiles 0.01, 0.1, 0.5, 0.9, 0.99 are 0.04, 0.4,
// 4, 13.2 and 15.72. Those of the dataset are of all values, not a mean over episodes.
func TestQuantiles(t *testing.T) {
	s, err := newVectorStats(filepath.Join(t.TempDir(), "values"))
	if err != nil {
		t.Fatal(err)
	}
	defer s.close()
	one, err := s.add(demos.Matrix{Width: 10, Values: row(9, 16)})
	if err != nil {
		t.Fatal(err)
	}
	if got := one.quantiles[2]; got[0] != 12.5 || got[9] != 125 || one.frames != 2 {
		t.Errorf("the medians of the first episode are %v", got)
	}
	if _, err := s.add(demos.Matrix{Width: 10, Values: row(4, 0, 1)}); err != nil {
		t.Fatal(err)
	}
	all, err := s.total()
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []float64{0.04, 0.4, 4, 13.2, 15.72} {
		for k, scale := range []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10} {
			if got := all.quantiles[i][k]; math.Abs(got-scale*want) > 1e-5 {
				t.Errorf("quantile %s of component %d is %v, want %v", quantiles[i].name, k, got, scale*want)
			}
		}
	}
	if all.frames != 5 || all.mean[0] != 6 || all.min[1] != 0 || all.max[1] != 32 {
		t.Errorf("moments are %+v", all)
	}
}

// row returns a row of ten multiples of each value.
func row(values ...float32) (all []float32) {
	for _, v := range values {
		for k := range 10 {
			all = append(all, v*float32(k+1))
		}
	}
	return all
}

// Of four pixels with red 0, 51, 51 and 255: mean 0.35, deviation sqrt(0.27 - 0.1225), quantiles the values that reach
// the share.
func TestPixelStatistics(t *testing.T) {
	var p pixelStats
	for _, red := range []byte{0, 51, 51, 255} {
		p.add([]byte{red, 0, 255})
	}
	s := p.summary()
	if math.Abs(s.mean[0]-0.35) > 1e-12 || math.Abs(s.std[0]-math.Sqrt(0.27-0.1225)) > 1e-9 || s.min[0] != 0 ||
		s.max[0] != 1 || s.frames != 4 {
		t.Errorf("statistics of red are %+v", s)
	}
	for i, want := range []float64{0, 0, 0.2, 1, 1} {
		if got := s.quantiles[i][0]; got != want {
			t.Errorf("quantile %s of red is %v, want %v", quantiles[i].name, got, want)
		}
	}
	if s.min[1] != 0 || s.max[1] != 0 || s.min[2] != 1 || s.quantiles[0][2] != 1 {
		t.Errorf("green and blue are %+v", s)
	}
}

// Every feature has its statistics in the table of episodes, from which LeRobot's tools make those of a part.
func TestEpisodeStatistics(t *testing.T) {
	dir := writeEpisodes(t, "left", "right")
	episodes := filepath.Join(dir, "meta/episodes/chunk-000/file-000.parquet")
	for name, want := range map[string]string{
		"stats/action/mean":                     "1 0 0 0 0 0 0",
		"stats/action/q50":                      "1 0 0 0 0 0 0",
		"stats/action/count":                    "2",
		"stats/next.success/max":                "1",
		"stats/index/max":                       "1",
		"stats/observation.images.static/max":   "1 0 0",
		"stats/observation.images.static/mean":  "0.5 0 0",
		"stats/observation.images.static/count": "2",
		"stats/" + behaviourIndex + "/min":      indices("left"),
		"stats/observation.images.static/q99":   "1 0 0",
		"stats/" + scene + "/std":               strings.TrimSpace(strings.Repeat("0 ", 24)),
	} {
		got := column(t, episodes, name, "")
		if first := strings.Join(got[:len(got)/2], " "); first != want {
			t.Errorf("%s of the first episode is %q, want %q", name, first, want)
		}
	}
	raw, err := os.ReadFile(filepath.Join(dir, statsName))
	if err != nil {
		t.Fatal(err)
	}
	var stats map[string]map[string]any
	if err := json.Unmarshal(raw, &stats); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{action, state, imagePrefix + "static", "timestamp", "task_index", nextSuccess} {
		for _, statistic := range []string{"mean", "std", "min", "max", "count", "q01", "q10", "q50", "q90", "q99"} {
			if stats[name][statistic] == nil {
				t.Errorf("stats.json has no %s of %s", statistic, name)
			}
		}
	}
}
