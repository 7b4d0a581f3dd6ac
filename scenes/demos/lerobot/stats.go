package lerobot

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"slices"

	"counterpoise/internal/durable"
	"counterpoise/scenes/demos"
)

// quantiles are the levels that LeRobot keeps of every feature, with their names in its files
// (lerobot/datasets/compute_stats.py, DEFAULT_QUANTILES). Policies that normalise by quantiles take q01 and q99.
var quantiles = []struct {
	name  string
	level float64
}{{"q01", 0.01}, {"q10", 0.10}, {"q50", 0.50}, {"q90", 0.90}, {"q99", 0.99}}

// summary is the statistics of a feature over some frames: one number for each component, or for each colour.
type summary struct {
	mean, std, min, max []float64
	quantiles           [][]float64 // in the order of quantiles
	frames              int
}

// each calls yield with the name and the numbers of every statistic but the number of frames.
func (s *summary) each(yield func(name string, v []float64)) {
	yield("mean", s.mean)
	yield("std", s.std)
	yield("min", s.min)
	yield("max", s.max)
	for i, q := range quantiles {
		yield(q.name, s.quantiles[i])
	}
}

// quantile returns the q-quantile of sorted values: for position h = q (n - 1) the value there, between two values by
// linear interpolation. It is method 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American
// Statistician 50 (1996), the default of numpy.quantile.
func quantile(sorted []float32, q float64) float64 {
	h := q * float64(len(sorted)-1)
	i := int(h)
	a := float64(sorted[i])
	if i+1 == len(sorted) {
		return a
	}
	return a + (h-float64(i))*(float64(sorted[i+1])-a)
}

// vectorStats accumulates the statistics of a feature of numbers. Quantiles of the whole dataset need all values, which
// wait in a file, so that memory does not grow with the dataset.
type vectorStats struct {
	all   demos.Moments
	file  *durable.File
	out   *bufio.Writer
	bytes []byte // of one row, reused
}

// newVectorStats keeps the values in a new file.
func newVectorStats(path string) (*vectorStats, error) {
	f, err := durable.Create(path)
	if err != nil {
		return nil, err
	}
	return &vectorStats{file: f, out: bufio.NewWriter(f)}, nil
}

// add accumulates the rows of an episode and returns its own statistics.
func (s *vectorStats) add(rows demos.Matrix) (*summary, error) {
	var m demos.Moments
	m.AddAll(rows)
	s.all.AddAll(rows)
	s.bytes = s.bytes[:0]
	for _, x := range rows.Values {
		s.bytes = binary.LittleEndian.AppendUint32(s.bytes, math.Float32bits(x))
	}
	_, err := s.out.Write(s.bytes)
	r := summaryOf(&m)
	column := make([]float32, rows.Rows())
	for k := range rows.Width {
		for t := range column {
			column[t] = rows.Row(t)[k]
		}
		r.addQuantiles(column)
	}
	return r, err
}

// summaryOf returns the moments without quantiles.
func summaryOf(m *demos.Moments) *summary {
	return &summary{mean: m.Mean, std: m.Std(), min: m.Min, max: m.Max, frames: m.N,
		quantiles: make([][]float64, len(quantiles))}
}

// addQuantiles appends the quantiles of the next component. It sorts the values.
func (s *summary) addQuantiles(values []float32) {
	slices.Sort(values)
	for i, q := range quantiles {
		s.quantiles[i] = append(s.quantiles[i], quantile(values, q.level))
	}
}

// columnsAtOnce is the number of components whose values are in memory at a time: 8 of a million frames take 32 MB.
const columnsAtOnce = 8

// total returns the statistics of all episodes.
func (s *vectorStats) total() (*summary, error) {
	if err := s.out.Flush(); err != nil {
		return nil, err
	}
	r, width := summaryOf(&s.all), len(s.all.Mean)
	row := make([]byte, 4*width)
	for first := 0; first < width; first += columnsAtOnce {
		columns := make([][]float32, min(columnsAtOnce, width-first))
		for k := range columns {
			columns[k] = make([]float32, 0, s.all.N)
		}
		if _, err := s.file.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		in := bufio.NewReader(s.file)
		for range s.all.N {
			if _, err := io.ReadFull(in, row); err != nil {
				return nil, fmt.Errorf("cannot read the values again: %w", err)
			}
			for k := range columns {
				x := math.Float32frombits(binary.LittleEndian.Uint32(row[4*(first+k):]))
				columns[k] = append(columns[k], x)
			}
		}
		for _, c := range columns {
			r.addQuantiles(c)
		}
	}
	return r, nil
}

func (s *vectorStats) close() { s.file.Close() }

// pixelStride is the distance, in pixels, between the pixels that enter the statistics of pictures. It is
// coprime to the widths 200 and 84, so the sample covers all columns; it takes 656 pixels of a 200 x 200
// picture. LeRobot computes its own statistics from samples as well.
const pixelStride = 61

// pixelStats counts the values of sampled pixels for each colour: statistics of pictures, of any number.
type pixelStats struct {
	counts [3][256]int64
	frames int
}

// add counts a sample of a picture of 8-bit RGB.
func (s *pixelStats) add(rgb []byte) {
	s.frames++
	for i := 0; i+2 < len(rgb); i += 3 * pixelStride {
		for c := range s.counts {
			s.counts[c][rgb[i+c]]++
		}
	}
}

// merge adds the counts of another.
func (s *pixelStats) merge(o *pixelStats) {
	s.frames += o.frames
	for c := range s.counts {
		for v, n := range o.counts[c] {
			s.counts[c][v] += n
		}
	}
}

// summary returns the statistics of each colour, scaled to [0, 1]. A quantile is the smallest value that has at least
// the share q of the pixels at or below it.
func (s *pixelStats) summary() *summary {
	r := &summary{frames: s.frames, quantiles: make([][]float64, len(quantiles))}
	for c := range s.counts {
		counts, n, sum, squares := &s.counts[c], int64(0), int64(0), int64(0)
		lowest, highest := -1, 0
		for v, k := range counts {
			if k == 0 {
				continue
			}
			if lowest < 0 {
				lowest = v
			}
			highest = v
			n, sum, squares = n+k, sum+k*int64(v), squares+k*int64(v)*int64(v)
		}
		mean := float64(sum) / float64(n)
		r.mean = append(r.mean, mean/255)
		r.std = append(r.std, math.Sqrt(max(0, float64(squares)/float64(n)-mean*mean))/255)
		r.min, r.max = append(r.min, float64(lowest)/255), append(r.max, float64(highest)/255)
		for i, q := range quantiles {
			below, v := counts[0], 0
			for float64(below) < q.level*float64(n) {
				v++
				below += counts[v]
			}
			r.quantiles[i] = append(r.quantiles[i], float64(v)/255)
		}
	}
	return r
}
