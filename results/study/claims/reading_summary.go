package claims

import (
	"counterpoise/bench/study"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// ReadingSummary summarises one reading of the methods: the weights with which the study's own method ends, and how
// many verdicts are those of the primary reading.
type ReadingSummary struct {
	Name  string `json:"reading"` // as in study.Readings; empty for the primary one
	About string `json:"about"`
	// Optimal is the weight of the optimal demonstrations under the study's method in E5, over trials, by task in the
	// order of the claims; a reading without records of it has an undefined one.
	Optimal []TaskWeight `json:"optimal_weights"`
	// Same, Otherwise and Undecided have the ids of the claims whose verdict in this reading is that of the primary
	// reading, another one, or undecided. Claims that repeat the tests of others are left out.
	Same      []string `json:"same"`
	Otherwise []string `json:"otherwise"`
	Undecided []string `json:"undecided"`
}

// TaskWeight is a weight on one task.
type TaskWeight struct {
	Task   string        `json:"task"`
	Weight stats.Summary `json:"weight"`
}

// Summaries are the readings that have records, the primary one first.
func (e Evaluation) Summaries(records frame.Records) (all []ReadingSummary) {
	frames := newFrames(e.Size, records)
	for i, r := range study.Readings {
		s := ReadingSummary{Name: r.Name, About: r.About}
		for _, c := range e.Claims {
			for _, o := range c.Readings {
				switch {
				case o.Reading != r.Name || len(c.Repeats) > 0:
				case o.beside() == sameVerdict:
					s.Same = append(s.Same, c.ID)
				case o.beside() == undecided:
					s.Undecided = append(s.Undecided, c.ID)
				default:
					s.Otherwise = append(s.Otherwise, c.ID)
				}
			}
		}
		v := newEvaluator(frames, e.Oracle, study.Variety)
		v.reading = r.Name
		hasWeights := false
		for _, p := range table1Designs {
			w := v.design(p).FinalWeights(ownMethod)
			t := TaskWeight{Task: p.Task}
			if optimal, _, ok := styleGroups(w.Groups); ok {
				t.Weight, _ = stats.Summarise(w.Alpha[optimal]) // weights are numbers
				hasWeights = hasWeights || t.Weight.Mean.Defined()
			}
			s.Optimal = append(s.Optimal, t)
		}
		if hasWeights && (i == 0 || len(s.Same)+len(s.Otherwise)+len(s.Undecided) > 0) {
			all = append(all, s)
		}
	}
	return all
}
