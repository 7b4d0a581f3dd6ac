package claims

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/results/frame"
)

// Several claims are about the same records: the study prints Remix against plain cloning in E3 and again in E6, on the
// same data. Such claims are no independent evidence. A claim all of whose tests stand in earlier claims is marked as
// a repetition and left out of the counts; claims that say different things about one test are marked as excluding
// each other.

// sameTest identifies what a part tests: the cells of its arms in trial 0, sorted, with the behaviour. Two parts with
// the same key are the same test of the same records, up to the order of subtraction: swapped says that the arms of the
// part are not in the order of the key. A part without arms, of Table 1, has no key.
func sameTest(d frame.Design, p Part) (key string, swapped bool) {
	if len(p.Arms) == 0 {
		return "", false
	}
	var hashes []string
	for _, name := range p.Arms {
		hashes = append(hashes, d.Cell(d.Arm(name), 0).Hash())
	}
	swapped = hashes[0] > hashes[1]
	slices.Sort(hashes)
	return strings.Join(append(hashes, p.Behaviour), " "), swapped
}

// says returns the relation that a part claims, of the arms in the order of its key.
func (p PartResult) says() string {
	if turned, ok := map[string]string{"<": ">", ">": "<"}[p.Part.Relation]; ok && p.swapped {
		return turned
	}
	return p.Part.Relation
}

// markShared sets Repeats and Excludes of each result.
func markShared(results []Result) {
	type said struct{ claim, relation string }
	earlier := map[string][]said{} // by test
	add := func(list *[]string, id string) {
		if !slices.Contains(*list, id) {
			*list = append(*list, id)
		}
	}
	for i := range results {
		r := &results[i]
		covered := len(r.Parts) > 0
		var repeats []string
		for _, p := range r.Parts {
			before := earlier[p.key]
			covered = covered && len(before) > 0
			for _, o := range before {
				if add(&repeats, o.claim); o.relation != p.says() {
					add(&r.Excludes, o.claim)
				}
			}
		}
		if covered {
			r.Repeats = repeats
		}
		for _, p := range r.Parts {
			if p.key != "" {
				earlier[p.key] = append(earlier[p.key], said{r.ID, p.says()})
			}
		}
	}
}

// sharedNote says which claims are counted once and which exclude each other; empty where there is none.
func (e Evaluation) sharedNote() string {
	var once, excluding []string
	for _, r := range e.Claims {
		if len(r.Repeats) > 0 {
			once = append(once, fmt.Sprintf("%s (tested as %s)", r.ID, strings.Join(r.Repeats, ", ")))
		}
		for _, id := range r.Excludes {
			excluding = append(excluding, id+" and "+r.ID)
		}
	}
	var text []string
	if len(once) > 0 {
		text = append(text, "Claims whose tests stand in earlier ones are not counted again: "+
			strings.Join(once, ", ")+".")
	}
	if len(excluding) > 0 {
		text = append(text, "Claims that say different things about the same test: "+
			strings.Join(excluding, ", ")+".")
	}
	return strings.Join(text, " ")
}
