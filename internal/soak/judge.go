package soak

import "slices"

// Quantity is something of a Sample that must not grow.
type Quantity struct {
	Name  string
	Of    func(Sample) int64
	Slack int64 // how much the end may be above the beginning
	Bytes bool  // counts bytes
}

// Quantities are all that Judge looks at. What is counted one by one has no slack. The heap may keep tables that grow
// by steps, such as those of the runtime; the resident memory besides depends on which pages the system takes back.
// Half the slack of both fails on a busy machine; twice as much hides a leak of 40 kB a round for an hour.
var Quantities = []Quantity{
	{"live memory", func(s Sample) int64 { return s.Heap }, 2 << 20, true},
	{"resident memory", func(s Sample) int64 { return s.Resident }, 32 << 20, true},
	{"goroutines", func(s Sample) int64 { return s.Goroutines }, 0, false},
	{"open descriptors", func(s Sample) int64 { return s.Descriptors }, 0, false},
	{"files kept", func(s Sample) int64 { return s.Files }, 0, false},
	{"bytes kept", func(s Sample) int64 { return s.Bytes }, 0, true},
}

// Row says what became of a quantity over the rounds.
type Row struct {
	Quantity
	Known       bool  // the system tells it
	First, Last int64 // medians of the first and of the last third of the samples
	Most        int64
	Slope       float64 // per round: the median over all pairs of rounds (Theil and Sen)
	Grows       bool    // the least of the last third is above the greatest of the first third and the slack
}

// MinSamples is the least number of samples that Judge compares: one in each third.
const MinSamples = 3

// Judge compares the last third of the samples with the first. The caller leaves out rounds that fill caches. Fewer
// than MinSamples samples grow in nothing.
func Judge(samples []Sample) []Row {
	var rows []Row
	for _, q := range Quantities {
		r := Row{Quantity: q, Known: len(samples) > 0}
		var all []int64
		for _, s := range samples {
			all = append(all, q.Of(s))
			r.Known = r.Known && q.Of(s) >= 0
		}
		if r.Known {
			third := max(1, len(all)/3)
			first, last := slices.Sorted(slices.Values(all[:third])), slices.Sorted(slices.Values(all[len(all)-third:]))
			r.First, r.Last, r.Most, r.Slope = first[third/2], last[third/2], slices.Max(all), slope(all)
			r.Grows = len(all) >= MinSamples && last[0] > first[third-1]+q.Slack
		}
		rows = append(rows, r)
	}
	return rows
}

// maxSlope is the number of samples at most whose pairs slope looks at; of more it takes some, evenly spaced.
const maxSlope = 500

// slope is the median of the slopes between all pairs of values, per value. A single outlier does not move it.
func slope(values []int64) float64 {
	step := 1 + len(values)/maxSlope
	var all []float64
	for i := 0; i < len(values); i += step {
		for k := i + step; k < len(values); k += step {
			all = append(all, float64(values[k]-values[i])/float64(k-i))
		}
	}
	if len(all) == 0 {
		return 0
	}
	slices.Sort(all)
	return all[len(all)/2]
}
