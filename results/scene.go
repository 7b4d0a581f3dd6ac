package results

import (
	"maps"
	"slices"

	"counterpoise/bench"
)

// Scene is a cell of which some rollouts are worth seeing.
type Scene struct {
	Record   bench.Record
	Rollouts []bench.Rollout
}

// Scenes picks what a report shows of a plan: for each behaviour of each task one rollout that succeeded and one that
// failed, where there is one, from as few policies as possible, because each has to be trained again.
func Scenes(plan bench.Plan, records Records) (scenes []Scene) {
	for _, r := range readings(plan, records) {
		wanted := map[sample]bool{}
		for _, b := range r.behaviours() {
			wanted[sample{b, true}], wanted[sample{b, false}] = true, true
		}
		for len(wanted) > 0 {
			best, samples := bench.Record{}, map[sample]int(nil)
			r.each(func(_ bench.Arm, rec bench.Record) {
				if has := wantedOf(rec, wanted); len(has) > len(samples) {
					best, samples = rec, has
				}
			})
			if len(samples) == 0 {
				break
			}
			scenes = append(scenes, sceneOf(best, samples))
			maps.DeleteFunc(wanted, func(s sample, _ bool) bool { _, ok := samples[s]; return ok })
		}
	}
	return scenes
}

// sample is a kind of rollout.
type sample struct {
	behaviour string
	success   bool
}

// wantedOf are the wanted kinds that a record has, each with the first rollout of that kind.
func wantedOf(rec bench.Record, wanted map[sample]bool) map[sample]int {
	has := map[sample]int{}
	for _, o := range rec.Rollouts {
		for i, step := range slices.Backward(o.Steps) {
			if s := (sample{o.Behaviour, step > 0}); wanted[s] {
				has[s] = i
			}
		}
	}
	return has
}

// sceneOf lists the samples of a record in the order of its behaviours, success first.
func sceneOf(rec bench.Record, samples map[sample]int) Scene {
	s := Scene{Record: rec}
	for _, o := range rec.Rollouts {
		for _, success := range []bool{true, false} {
			if n, ok := samples[sample{o.Behaviour, success}]; ok {
				s.Rollouts = append(s.Rollouts, bench.Rollout{Behaviour: o.Behaviour, Number: n})
			}
		}
	}
	return s
}

// Film is a rollout to look at.
type Film struct {
	Cell    bench.Cell
	Rollout bench.Rollout
	Step    int    // at which it succeeded; 0: never
	Horizon int    // control steps that it had
	GIF     []byte // moving
	Still   []byte // a PNG with some moments, for paper and for those who want nothing to move
	Note    string // what to know about it: that it went otherwise than recorded
}
