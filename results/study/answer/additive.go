package answer

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench/study"
	"counterpoise/internal/wording"
	"counterpoise/results/study/claims"
	"counterpoise/results/study/twobytwo"
)

// additiveForm ends a sentence on Re-Mix as its authors run it by what the study's own, additive form of Remix decides
// otherwise: verdicts of the first run, under its difficulty and others, those of the second, and kinds of
// suboptimal demonstrations. It is a full stop where nothing is otherwise.
func additiveForm(e, second claims.Evaluation, maps []twobytwo.Map) string {
	var parts []string
	add := func(ids []string, format string) {
		if len(ids) > 0 {
			parts = append(parts, fmt.Sprintf(format, wording.List(ids)))
		}
	}
	own := func(r claims.Result) []claims.OtherReading { return r.Readings }
	under := func(r claims.Result) []claims.OtherReading { return r.ReadingsUnder }
	add(otherwise(e, own), "the verdicts on %s are others")
	add(otherwise(e, under), "under other difficulties those on %s are")
	add(otherwise(second, own), "in the second run those on %s are")
	add(otherwise(second, under), "under its other difficulty those on %s are")
	if kinds, _ := kindsOf(maps); kinds > 0 {
		parts = append(parts, fmt.Sprintf("of the %s of suboptimal demonstrations it %s",
			wording.Plural(kinds, "kind"), tallyOfKinds(maps, "remix")))
	}
	if len(parts) == 0 {
		return "."
	}
	return "; in the form of the study's Eq. 13 " + strings.Join(parts, "; ") + "."
}

// otherwise are the ids of the claims that the reading Additive decides otherwise than the primary one, of some of a
// claim's readings. Claims that repeat the tests of others are left out.
func otherwise(e claims.Evaluation, of func(claims.Result) []claims.OtherReading) (ids []string) {
	for _, r := range e.Claims {
		if len(r.Repeats) == 0 && slices.ContainsFunc(of(r), func(o claims.OtherReading) bool {
			return o.Reading == study.Additive && o.Otherwise()
		}) {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
