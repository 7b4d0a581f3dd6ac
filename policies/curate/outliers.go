package curate

import "math"

func init() { Rules.Add("outliers", Outliers{Rate: 0.01}) }

// Outliers drops what is far below the others of its group. With m the median of the group's scores and d the median of
// |s - m|, 0.6745 of a standard deviation of normal numbers (Hampel 1974),
//
//	v_e = 1 if (s_e - m)/(d/0.6745) >= -z_{1-p}, else 0
//
// z the normal quantile: of good demonstrations whose scores are normal the share p is dropped. A group of fewer than
// eight, and one whose d is 0, keeps all.
type Outliers struct {
	// Rate is the share of good demonstrations that are dropped.
	Rate float64 `range:"[1e-6, 0.2]" help:"share of good demonstrations dropped where scores are normal"`
}

// outliersLeast is the size of a group below which a median says little of what is usual.
const outliersLeast = 8

func (Outliers) About() RuleDescription {
	return RuleDescription{Summary: "all but those far below the median of their group",
		Source: "Hampel 1974", FalseAlarm: "drops Rate of good ones where scores are normal; of a group half of " +
			"whose scores are the same it drops none"}
}

func (o Outliers) Values(scores []float64, group []int32) []float64 {
	out := make([]float64, len(scores))
	threshold := math.Sqrt2 * math.Erfinv(1-2*o.Rate)
	for _, list := range ranked(scores, group) {
		var own, off []float64
		for _, e := range list {
			own = append(own, scores[e])
		}
		m := median(own)
		for _, s := range own {
			off = append(off, math.Abs(s-m))
		}
		d := median(off) / 0.6744897501960817
		for _, e := range list {
			if len(list) < outliersLeast || d == 0 || (scores[e]-m)/d >= -threshold {
				out[e] = 1
			}
		}
	}
	return out
}
