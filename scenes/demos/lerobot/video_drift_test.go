package lerobot

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"counterpoise/internal/budget"
	"counterpoise/scenes/demos"
)

// A from_timestamp that has drifted by less than half a frame, late or early, gives the pictures of the frames it
// means, to the end of the video. One that has drifted further is told; so is it where the video ends too early for
// it. A video with pictures of lost episodes has no drift.
func TestDriftingVideos(t *testing.T) {
	dir := writeVideos(t, "h264", 7, 5, 12)
	const feature = imagePrefix + "ego"
	read := func(episode int, frames float64) (*demos.Raw, error) {
		r, err := format{}.Open(dir, budget.New(0))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { r.Close() })
		list := r.(*reader).places[feature]
		list[episode].from += frames / 30
		return r.Read(episode, true)
	}
	firsts, lengths := []int{0, 7, 12}, []int{7, 5, 12}
	for e := range lengths {
		for _, frames := range []float64{-.45, .3, .45} {
			if e == 0 && frames < 0 {
				continue // before the video
			}
			raw, err := read(e, frames)
			if err != nil || len(raw.Odd) != 0 {
				t.Fatalf("episode %d, %v frames: %+v, %v", e, frames, raw.Odd, err)
			}
			checkGreys(t, raw.Films[0], lengths[e], firsts[e])
		}
	}
	for frames, want := range map[float64]string{
		.7: "begin at 0.256667 s by from_timestamp, and at 0.233333 s by the lengths", -.7: "-0.70 frames off",
		4: "+4.00 frames off", 40: "", -.45: "",
	} {
		raw, err := read(1, frames)
		if err != nil || (want == "") != (len(raw.Odd) == 0) || !strings.Contains(warningOf(raw), want) {
			t.Errorf("%v frames: %+v, %v; want %q", frames, raw.Odd, err, want)
		}
	}
	raw, err := read(2, 1.2)
	if err != nil {
		t.Fatal(err)
	}
	err = raw.Films[0].Each(12, nothing)
	if err == nil || !strings.Contains(err.Error(), "it has 11 of 12 pictures") ||
		!strings.Contains(err.Error(), "+1.20 frames off") {
		t.Errorf("a late time at the end of a video: %v", err)
	}
}

// Drifts are of each video by itself, and unknown for episodes whose video nobody names.
func TestDriftsOfVideos(t *testing.T) {
	r := &reader{room: budget.New(0), info: info{Rate: 10}, episodes: []episode{{to: 5}, {to: 5}, {to: 7}, {to: 1}},
		places: map[string][]place{"a": {{0, 1, .5}, {0, 0, 0}, {0, 1, 0}, {-1, -1, math.NaN()}}}}
	if got := fmt.Sprint(r.drifts("a")); got != "[-2 0 0 NaN]" {
		t.Errorf("drifts %s", got)
	}
}
