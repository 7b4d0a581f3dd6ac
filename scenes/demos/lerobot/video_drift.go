package lerobot

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"counterpoise/scenes/demos"
)

// The table of episodes says when the pictures of an episode begin in a video of many, as from_timestamp. LeRobot
// summed these times as floats, so that they drift from the frames over many episodes. The picture nearest to a time
// is meant: drifts of less than half a frame do not matter, and greater ones are told. A difference of more than
// maxDrift frames is no drift: the video has pictures of episodes that the table has lost, which LeRobot leaves where
// episodes are deleted.

// Drifts in frames: that which does not matter, and that which is none.
const (
	minDrift = 0.5
	maxDrift = 5
)

// drifts returns, for each episode, how much later its pictures of a camera begin by its from_timestamp than by the
// lengths of the episodes before it in its video, in frames. It is NaN where that is not known.
func (r *reader) drifts(name string) []float64 {
	if known, ok := r.drifted[name]; ok {
		return known
	}
	list, order := r.places[name], make([]int, 0, len(r.places[name]))
	if r.room.Hold("the times of videos", int64(len(list))*(8+8)) != nil {
		return nil
	}
	for i := range list {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(a, b int) int {
		p, q := list[a], list[b]
		return cmp.Or(cmp.Compare(p.chunk, q.chunk), cmp.Compare(p.file, q.file), cmp.Compare(p.from, q.from))
	})
	all := make([]float64, len(list))
	frames := 0
	for k, i := range order {
		p := list[i]
		if k == 0 || list[order[k-1]].chunk != p.chunk || list[order[k-1]].file != p.file {
			frames = 0
		}
		all[i] = p.from*r.info.Rate - float64(frames)
		if p.chunk < 0 || p.file < 0 {
			all[i] = math.NaN()
		}
		frames += r.episodes[i].length()
	}
	if r.drifted == nil {
		r.drifted = map[string][]float64{}
	}
	r.drifted[name] = all
	return all
}

// driftOf returns the drift of an episode in frames, 0 where it does not matter.
func (r *reader) driftOf(name string, n int) float64 {
	if r.info.isVersion2() || !(r.info.Rate > 0) {
		return 0
	}
	if all := r.drifts(name); n < len(all) && math.Abs(all[n]) > minDrift && math.Abs(all[n]) < maxDrift {
		return all[n]
	}
	return 0
}

// oddTimes says of which cameras the pictures of an episode may be those of other frames.
func (r *reader) oddTimes(n int) (odd []demos.Oddity) {
	for _, name := range r.roles.films {
		if d := r.driftOf(name, n); d != 0 {
			odd = append(odd, demos.Oddity{Kind: "a from_timestamp that has drifted from the frames of its video",
				Text: r.driftText(name, n, d)})
		}
	}
	return odd
}

// driftText says how far a time has drifted.
func (r *reader) driftText(name string, n int, drift float64) string {
	from := r.places[name][n].from
	return fmt.Sprintf("its pictures of camera %.60s begin at %.6g s by from_timestamp, and at %.6g s by the "+
		"lengths of "+
		"the episodes before it in the video, %+.2f frames off: the picture nearest to from_timestamp is taken",
		cameraName(
			name), from, from-drift/r.info.Rate, drift)
}
