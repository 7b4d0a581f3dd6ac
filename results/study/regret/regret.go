package regret

import (
	"math"
	"slices"

	"counterpoise/bench"
	"counterpoise/bench/study"
	"counterpoise/results/decide"
	"counterpoise/results/frame"
	"counterpoise/stats"
)

// Knowledge is what an advice had to go by.
type Knowledge int

// The knowledges.
const (
	DataAlone Knowledge = iota // the demonstrations
	UsersWord                  // the demonstrations, and which styles are suboptimal
)

// String is the knowledge in words.
func (k Knowledge) String() string { return []string{"from the data alone", "with the user's word"}[k] }

// Recipe is what the records of one recipe show.
type Recipe struct {
	study.RegretRecipe
	Number  int
	Success map[string][]float64 // arm -> percent by trial, mean over behaviours
	Worth   [2]Worth             // by Knowledge
}

// Worth is what an advice is worth on a recipe, in percentage points of success, mean over trials.
type Worth struct {
	Arms     []string // advised, by trial
	Regret   float64  // success of the best arm, chosen on the other half of the trials, minus that of the advised one
	RegretSE float64  // standard error over trials
	Gain     float64  // success of the advised arm minus that of plain cloning
	Changes  bool     // whether it advises anything but plain cloning in some trial
}

// Summary is what an advice is worth over recipes.
type Summary struct {
	Knowledge
	Recipes      int
	Regret, Gain stats.Test  // over recipes, against 0: percentage points
	Worst        stats.Maybe // mean of the worst tenth of the regrets, at least one, after shrinkage
	Changing     int         // recipes in which the advice changes anything
}

// Of returns the recipes of a frame that have all their records and advice, in the order of the list, and the number of
// recipes that have all their records and no advice for some of their trials, or advice on other demonstrations.
func Of(f frame.Frame, a Advices) (all []Recipe, without int) {
	for i, r := range study.RegretRecipes() {
		for _, d := range f.Designs {
			if d.Experiment.Name != study.RegretExperiment || d.Task != r.Task {
				continue
			}
			recipe := Recipe{RegretRecipe: r, Number: i, Success: map[string][]float64{}}
			arms := recipe.read(d)
			if arms == nil {
				continue
			}
			if recipe.weigh(d, arms, a) {
				all = append(all, recipe)
			} else {
				without++
			}
		}
	}
	return all, without
}

// read reads the success of the recipe's arms and returns their names in the order of the design; nil unless all have
// all their records.
func (r *Recipe) read(d frame.Design) (arms []string) {
	total := float64(len(d.Behaviours()) * d.Plan.Size.Rollouts)
	for _, arm := range d.Arms {
		if arm.Block != r.Number {
			continue
		}
		s := d.Successes(arm, bench.AllBehaviours)
		for t := range s {
			if s[t] = 100 * s[t] / total; math.IsNaN(s[t]) {
				return nil
			}
		}
		arms, r.Success[arm.Name] = append(arms, arm.Name), s
	}
	return arms
}

// weigh fills in what the advice is worth; false where some trial has none, or one on other demonstrations.
func (r *Recipe) weigh(d frame.Design, arms []string, a Advices) bool {
	plain := study.RegretArm(r.Number)
	for t := range d.Plan.Size.Trials {
		e, ok := a.of(r.Number, t)
		if len(r.Styles) > 0 {
			if r := d.Row(d.Arm(plain), t); !ok || e.Hash != r.Data.Hash {
				return false
			}
		}
		r.Worth[DataAlone].Arms = append(r.Worth[DataAlone].Arms, study.RegretArm(r.Number, e.Alone...))
		r.Worth[UsersWord].Arms = append(r.Worth[UsersWord].Arms, study.RegretArm(r.Number, e.Word...))
	}
	for k := range r.Worth {
		w := &r.Worth[k]
		w.Changes = slices.ContainsFunc(w.Arms, func(arm string) bool { return arm != plain })
		advised, natural := make([]float64, len(w.Arms)), r.Success[plain]
		for t, arm := range w.Arms {
			advised[t] = r.Success[arm][t]
		}
		w.Regret, w.RegretSE = decide.MeanDifference(decide.CrossScored(r.Success, arms, len(advised)), advised)
		w.Gain, _ = decide.MeanDifference(advised, natural)
	}
	return true
}

// Summarise returns what an advice is worth over recipes.
func Summarise(all []Recipe, k Knowledge) Summary {
	s := Summary{Knowledge: k, Recipes: len(all)}
	var regret, se, gain []float64
	for _, r := range all {
		w := r.Worth[k]
		regret, se, gain = append(regret, w.Regret), append(se, w.RegretSE), append(gain, w.Gain)
		if w.Changes {
			s.Changing++
		}
	}
	zeros := make([]float64, len(all))
	s.Regret, _ = stats.PairedT(regret, zeros, frame.Level)
	s.Gain, _ = stats.PairedT(gain, zeros, frame.Level)
	if len(all) > 0 {
		s.Worst = stats.Some(worstTenth(shrunk(regret, se)))
	}
	return s
}

// shrunk moves estimates towards their mean by the share of their spread that is noise: with x_i of standard error s_i,
// mean m and variance v over i,
//
//	τ² = max(0, v - mean s_i²),   x_i ← m + (x_i - m) τ²/(τ² + s_i²)
//
// the empirical Bayes estimate under normal distributions (Efron & Morris 1975, "Data analysis using Stein's estimator
// and its generalizations"), with τ² by the method of moments. Without it the worst tenth would be the unluckiest.
func shrunk(x, se []float64) []float64 {
	n := float64(len(x))
	mean, variance, noise := 0.0, 0.0, 0.0
	for i := range x {
		mean, noise = mean+x[i]/n, noise+se[i]*se[i]/n
	}
	for i := range x {
		variance += (x[i] - mean) * (x[i] - mean) / max(1, n-1)
	}
	between := max(0, variance-noise)
	out := make([]float64, len(x))
	for i := range x {
		out[i] = mean
		if between > 0 {
			out[i] += (x[i] - mean) * between / (between + se[i]*se[i])
		}
	}
	return out
}

// worstTenth returns the mean of the greatest tenth of numbers, rounded up.
func worstTenth(x []float64) float64 {
	sorted := slices.Sorted(slices.Values(x))
	worst := sorted[len(sorted)-(len(sorted)+9)/10:]
	sum := 0.0
	for _, v := range worst {
		sum += v
	}
	return sum / float64(len(worst))
}
