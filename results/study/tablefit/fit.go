package tablefit

import (
	"math"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Fit is what the records of one design of the experiment "fit" say about ηT and search steps on its task.
type Fit struct {
	Printed study.TableOne
	// Zero and Likelihood have the weight of the optimal demonstrations under Zero at each ηT, by squared error and by
	// likelihood; Search has the reference losses of the study's method over those of plain cloning at each number of
	// search steps. All are in the order of the design.
	Zero, Likelihood []Weight
	Search           []Ratio
}

// Weight is the weight of the optimal demonstrations at the end of the ascent with one ηT.
type Weight struct {
	Eta     float64
	Optimal stats.Summary // over trials
	Fits    bool          // the mean lies within study.FitWeight of the printed weight
}

// Ratio is the ratio of reference losses, those of searches of so many steps over those of plain cloning, by group:
// optimal, suboptimal. It is the geometric mean over trials, because ratios multiply.
type Ratio struct {
	Steps  int
	Groups [2]float64
	Trials int
	Fits   bool // the geometric mean of both lies in the printed range, widened by study.FitRange
}

// Both is the geometric mean of the ratios of both groups.
func (r Ratio) Both() float64 { return math.Sqrt(r.Groups[0] * r.Groups[1]) }

// All returns the fits of a frame that has the experiment "fit", one for each of its tasks with records.
func All(f frame.Frame) (all []Fit) {
	for _, d := range f.Designs {
		if f, ok := of(d); ok {
			all = append(all, f)
		}
	}
	return all
}

// of is false for designs of other experiments, and without records of plain cloning.
func of(d frame.Design) (f Fit, ok bool) {
	if d.Experiment.Name != study.FitExperiment {
		return f, false
	}
	for _, printed := range study.TableOnes {
		if printed.Task == d.Task {
			f.Printed = printed
		}
	}
	plain := map[int][]float64{} // trial -> losses of plain cloning: optimal, suboptimal
	for r := range d.Rows() {
		if r.Arm.Line == study.FitPlain {
			plain[r.Cell.Trial] = frame.ReferenceLosses(r.Record)
		}
	}
	for _, a := range d.Arms {
		w := d.FinalWeights(a.Name)
		if w.Groups == nil {
			continue
		}
		switch a.Line {
		case study.FitEta, study.FitLikelihood:
			s, _ := stats.Summarise(w.Alpha[0])
			p := Weight{a.Level, s, math.Abs(s.Mean.Or(math.Inf(1))-f.Printed.ZeroOptimal) <= study.FitWeight}
			if a.Line == study.FitEta {
				f.Zero = append(f.Zero, p)
			} else {
				f.Likelihood = append(f.Likelihood, p)
			}
		case study.FitSearch:
			if p, ok := ratio(d, a, plain, f.Printed); ok {
				f.Search = append(f.Search, p)
			}
		}
	}
	return f, len(plain) > 0
}

// ratio compares the reference losses of an arm with those of plain cloning, trial by trial.
func ratio(d frame.Design, a bench.Arm, plain map[int][]float64, printed study.TableOne) (p Ratio, ok bool) {
	p = Ratio{Steps: int(a.Level)}
	for r := range d.Of(a) {
		beside := plain[r.Cell.Trial]
		if beside == nil {
			continue
		}
		for g, reached := range frame.ReferenceLosses(r.Record) {
			p.Groups[g] += math.Log(reached / beside[g])
		}
		p.Trials++
	}
	for g := range p.Groups {
		p.Groups[g] = math.Exp(p.Groups[g] / float64(p.Trials))
	}
	low, high := printed.Range()
	p.Fits = p.Both() >= low/study.FitRange && p.Both() <= high*study.FitRange
	return p, p.Trials > 0
}

// Eta returns the fitted ηT: the greatest of the grid with which Zero keeps its printed weight, as it does with all
// below. It is false where the least does not.
func (f Fit) Eta() (eta float64, ok bool) { return greatest(f.Zero) }

// LikelihoodEta is the same where losses are negative log-likelihoods.
func (f Fit) LikelihoodEta() (eta float64, ok bool) { return greatest(f.Likelihood) }

func greatest(ws []Weight) (eta float64, ok bool) {
	for _, w := range ws {
		if !w.Fits {
			break
		}
		eta, ok = w.Eta, true
	}
	return eta, ok
}

// Steps returns the fitted number of search steps: the one whose ratio is nearest to the middle of the printed range,
// both in logarithms. It is false where that one does not fit either.
func (f Fit) Steps() (steps int, ok bool) {
	low, high := f.Printed.Range()
	middle, nearest := math.Log(low*high)/2, math.Inf(1)
	for _, r := range f.Search {
		if off := math.Abs(math.Log(r.Both()) - middle); off < nearest {
			steps, ok, nearest = r.Steps, r.Fits, off
		}
	}
	return steps, ok
}

// At returns what a fit's task has at the settings that were fitted on another: whether Zero keeps its weight with that
// ηT, and whether searches of so many steps have the printed ratio.
func (f Fit) At(eta float64, steps int) (w Weight, r Ratio) {
	for _, o := range f.Zero {
		if o.Eta == eta {
			w = o
		}
	}
	for _, o := range f.Search {
		if o.Steps == steps {
			r = o
		}
	}
	return w, r
}
