package advice

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"counterpoise/internal/catalog"
	"counterpoise/internal/wording"
	"counterpoise/stats"
)

// The thresholds of the rule, fixed on 2026-11-22 before a recipe of the list on which the regret of the advice is
// measured was run (study.RegretRecipes). The evidence for each is on the page of the package. That a kind must have
// enough demonstrations at the upper limit of their spread (upperSE) was added on the same day, when the first two of
// the recipes had run and none had been looked at; the advice on the first nine is the same without it.
const (
	// harder is the ratio of held-out losses above which a kind counts as harder to fit: the whole interval lies above
	// it. It is that of the two-by-two (twobytwo.Harder).
	harder = 1.1
	// conflicting is the conflict from which on a kind does not help to predict the reference.
	conflicting = 1.0
	// typical is the median difficulty of the styles of bench/style_axes.json that are harder to fit than optimal
	// demonstrations, from 1.23 to 2.57 in the five trials that had been measured then. A kind has enough
	// demonstrations for advice where the interval of its difficulty could tell such a kind from one at the threshold.
	typical = 1.9
	// keptShare is the least share of a skill's demonstrations that leaving kinds out may leave. What leaving out is
	// worth was measured where half of them remained.
	keptShare = 0.5
)

// mostNeeded bounds the number of demonstrations that advice asks for.
const mostNeeded = 10_000

// Axis is where a kind lies on one axis of the two-by-two.
type Axis string

// Places on the axes.
const (
	Hard        Axis = "hard to fit"
	Easy        Axis = "easy to fit"
	Costly      Axis = "costly"
	LikelyCost  Axis = "likely costly"
	Unknown     Axis = "unknown"
	TooFew      Axis = "too few to tell"
	NoFit       Axis = "no fit to tell by" // no loss on it, or on the reference, is above 0
	NotObserved Axis = "not seen in the data"
	NotCostly   Axis = "not shown to be costly"
)

// Verdict is the advice on a kind.
type Verdict struct {
	Kind
	Fit  Axis `json:"fit"`  // Hard, Easy, Unknown where the interval has the threshold inside, or TooFew
	Cost Axis `json:"cost"` // Costly by the user's word, LikelyCost by conflict, or NotObserved
	// Named says that the user named the kind, or all of its groups, as suboptimal.
	Named bool `json:"named_suboptimal"`
	// Enough says that the demonstrations suffice to tell a typical kind that is harder to fit. Needed is the number of
	// demonstrations of the kind that would tell on which side of the threshold this one lies, at the spread that these
	// have, where they do not: Fit is Unknown or TooFew. It is 0 where there is no spread to compute it from.
	Enough   bool `json:"enough"`
	Needed   int  `json:"needed,omitempty"`
	LeaveOut bool `json:"leave_out"`
	// Open says that the data do not tell whether leaving it out would help. It is kept then.
	Open bool `json:"open"`
	// Undirected says that neither labels nor measurements say which is better, the kind or what it is compared with,
	// which has more demonstrations. Most may be the worse ones, so that it is never left out on the data's word.
	Undirected bool   `json:"undirected,omitempty"`
	Why        string `json:"why"`
}

// Advice is what to do with a dataset.
type Advice struct {
	Measurement `json:"measurement"`
	Imbalance   float64         `json:"imbalance"` // demonstrations of the largest skill over the smallest's
	Failures    []FailedVerdict `json:"failures"`  // one a group of failed demonstrations
	Verdicts    []Verdict       `json:"kinds"`     // one a kind
	LeftOut     []string        `json:"left_out"`  // names of the groups that get no weight
	Weights     []float64       `json:"weights"`   // of the groups, of sum 1: shares of frames of those that are kept
	Changes     bool            `json:"changes"`   // whether the weights differ from plain cloning's
}

// Advise applies the rule to a measurement. suboptimal names the groups or kinds that the user knows to be worse than
// the others; a name that the dataset does not have is an error, and so is naming all demonstrations of a skill.
func Advise(m Measurement, suboptimal []string) (Advice, error) {
	a := Advice{Measurement: m, Imbalance: m.imbalance()}
	named, err := m.named(suboptimal)
	if err != nil {
		return a, err
	}
	out := make([]bool, len(m.Groups))
	a.Failures = m.judgeFailures()
	for i := range a.Failures {
		f := &a.Failures[i]
		if named[f.Group] {
			f.LeaveOut, f.Why = true, "you named them suboptimal"
		}
		out[f.Group] = f.LeaveOut
	}
	kinds := m.kindsWith(named)
	place := func(k Kind) float64 { // what the user knows comes first, of that the worst by its name
		if !m.groupsAreNamed(k.Groups, named) {
			return 2
		}
		grade, _ := wordGrade(wording.NameWords(k.Name))
		return grade
	}
	slices.SortStableFunc(kinds, func(x, y Kind) int { return cmp.Compare(place(x), place(y)) })
	for _, k := range kinds {
		v := judge(k, m.groupsAreNamed(k.Groups, named))
		if v.LeaveOut && !v.Named && m.referenceIsNamed(k.Groups, named) {
			v.LeaveOut, v.Why = false, "kept: it is compared with demonstrations that you named suboptimal"
		}
		v = m.heed(v)
		if v.LeaveOut {
			if v.LeaveOut, v.Why = m.affordable(k.Groups, out, v.Named, v.Why); !v.LeaveOut {
				v.Open = !v.Named
			}
		}
		if v.LeaveOut {
			for _, i := range k.Groups {
				out[i] = true
			}
		}
		a.Verdicts = append(a.Verdicts, v)
	}
	a.closeOne(out)
	a.weigh(out)
	return a, nil
}

// closeOne keeps the open kind of most demonstrations where everything that is kept belongs to an open kind, as with
// skills that have different references: nobody can ask whether to leave out all.
func (a *Advice) closeOne(out []bool) {
	n, most := make([]int, len(a.Verdicts)), -1
	for i, g := range a.Groups {
		if out[i] {
			continue
		}
		k := slices.IndexFunc(a.Verdicts, func(v Verdict) bool { return v.Open && v.Name == g.Kind })
		if k < 0 || a.Verdicts[k].Undirected { // it is asked which is better, not whether to leave it out
			return
		}
		if n[k] += g.Demonstrations; most < 0 || n[k] > n[most] {
			most = k
		}
	}
	if most >= 0 {
		a.Verdicts[most].Open, a.Verdicts[most].Why = false, "kept: it has most of what is kept, and the others are "+
			"compared with it"
	}
}

// heed reconciles a verdict with what the labels say: a kind that they say to be good is never left out on the data's
// word alone, and of one that they say to be worse the user learns how to leave it out.
func (m Measurement) heed(v Verdict) Verdict {
	v.Undirected = !v.Named && v.Measured == nil && m.undirected(v.Kind)
	switch {
	case v.Named:
	case v.LeaveOut && m.markedGood(v.Groups) > 0:
		v.LeaveOut, v.Open, v.Cost = false, true, NotObserved
		v.Why = fmt.Sprintf("kept: %d of them are marked good, and the data say the opposite: %s",
			m.markedGood(v.Groups), v.Why)
	case v.Measured != nil:
	case v.LeaveOut && m.saysGood(v.Groups):
		v.LeaveOut, v.Open, v.Cost = false, true, NotObserved
		v.Why = "kept: the label says that it is good, and the data the opposite: " + v.Why
	case v.LeaveOut && v.Undirected:
		v.LeaveOut, v.Open, v.Cost = false, true, NotObserved
		v.Why = "kept: " + v.Why + "; but no label says that these are better"
	case v.Open && m.allGood(v.Groups):
		v.Open, v.Why = false, "kept: its label says that it is good"
	case v.Open && m.saysWorse(v.Kind):
		v.Why += "; its label says that it is worse, and --suboptimal leaves it out"
	}
	return v
}

// undirected reports whether neither the labels nor what styles were measured to cost say whether a kind is better or
// worse than the references that it is compared with.
func (m Measurement) undirected(k Kind) bool {
	return !slices.ContainsFunc(k.Groups, func(i int) bool {
		reference := m.skillOf(i).Reference
		_, known := m.compared(i, reference)
		return known || m.Groups[reference].Cost != nil || m.Groups[i].Cost != nil
	})
}

// markedGood is the number of demonstrations of groups that are marked good.
func (m Measurement) markedGood(groups []int) (n int) {
	for _, i := range groups {
		n += m.Groups[i].Good
	}
	return n
}

// referenceIsNamed reports whether the user named the reference of a skill of these groups.
func (m Measurement) referenceIsNamed(groups []int, named []bool) bool {
	return slices.ContainsFunc(groups, func(i int) bool { return named[m.skillOf(i).Reference] })
}

// judge applies the rule to one kind.
func judge(k Kind, named bool) Verdict {
	v := Verdict{Kind: k, Fit: Unknown, Cost: NotObserved, Named: named}
	v.Enough, v.Needed = enough(k.Difficulty)
	low, high := k.Difficulty.Low.Or(0), k.Difficulty.High.Or(math.Inf(1))
	switch {
	case !v.Enough && k.Difficulty.N == 0:
		v.Fit = NoFit
	case !v.Enough:
		v.Fit = TooFew
	case low > harder:
		v.Fit = Hard
	case high <= harder:
		v.Fit = Easy
	default:
		v.Needed = k.Difficulty.needed(math.Abs(math.Log(k.Difficulty.Value.Or(1) / harder)))
	}
	least, most := k.conflict()
	if v.Fit == Hard && least >= conflicting {
		v.Cost = LikelyCost
	}
	switch {
	case named:
		v.Cost, v.LeaveOut, v.Why = Costly, true, "you named it suboptimal"
	case k.Measured.Harms():
		v.Cost, v.LeaveOut, v.Why = Costly, true, fmt.Sprintf("its style cost %s points where that was measured",
			k.Measured)
	case k.Measured != nil:
		v.Cost, v.Why = NotCostly, fmt.Sprintf("kept: its style cost %s points where that was measured", k.Measured)
	case v.Cost == LikelyCost:
		v.LeaveOut, v.Why = true, "harder to fit, and it does not help to predict the others"
	case v.Fit == NoFit:
		v.Open, v.Why = true, "kept: it cannot be compared, as no fit predicts it, or the others, with an error"
	case !v.Enough:
		v.Open, v.Why = true, "kept: too few demonstrations for advice"
	case v.Fit == Unknown:
		v.Open, v.Why = true, "kept: the demonstrations do not tell whether it is harder to fit"
	case v.Fit == Hard && most < conflicting:
		v.Why = "kept: harder to fit, but it helps to predict the others"
	case v.Fit == Hard:
		v.Open, v.Why = true, "kept: harder to fit, and the demonstrations do not tell whether it helps to predict "+
			"the others"
	case high < 1/harder:
		v.Open, v.Why = true, "kept: it is easier to fit than the others, which does not tell which are worse"
	default:
		v.Open, v.Why = true, "kept: it fits as well as the others, which does not tell whether it is worse"
	}
	return v
}

// conflict returns the interval of the conflict that the rule goes by: what lies in the interval over demonstrations or
// in that over fits, so that the same dataset drawn anew seldom gives another decision. It is unbounded where there is
// no interval.
func (k Kind) conflict() (low, high float64) {
	inf := math.Inf(1)
	return min(k.Conflict.Low.Or(-inf), k.ConflictFits.Low.Or(-inf)),
		max(k.Conflict.High.Or(inf), k.ConflictFits.High.Or(inf))
}

// enough reports whether the demonstrations suffice to tell a typical kind that is harder to fit from one at the
// threshold: half the width of the interval would be at most log(typical/harder) at the upper limit of the spread. It
// returns the number that would suffice where they do not.
func enough(d Estimate) (ok bool, needed int) {
	room := math.Log(typical / harder)
	if d.df > 0 && d.se > 0 && stats.CriticalT(1-level, d.df)*d.upperSE() <= room {
		return true, 0
	}
	return false, d.needed(room)
}

// upperSE returns the upper 80 % limit of the standard error,
//
//	s = se sqrt(df/χ²_.2(df)),
//
// because the spread of few demonstrations is uncertain itself, and one that happens to be small would make three
// demonstrations seem enough (Browne 1995, "On the use of a pilot sample for sample size determination").
func (e Estimate) upperSE() float64 { return e.se * math.Sqrt(e.df/stats.QuantileChi2(.2, e.df)) }

// needed returns the least number n of demonstrations, more than there are, with which half the width of the interval
// would be at most room, if the upper limit s of the standard error falls with the square root of n:
//
//	t(n - 1) s sqrt(n_now/n) <= room
//
// The number is at most mostNeeded, and 0 where the demonstrations have no standard error.
func (e Estimate) needed(room float64) int {
	if !(e.se > 0) || !(e.df > 0) {
		return 0
	}
	s := e.upperSE()
	half := func(n int) float64 {
		return stats.CriticalT(1-level, float64(n-1)) * s * math.Sqrt(float64(e.N)/float64(n))
	}
	n := max(2, e.N+1)
	return n + sort.Search(mostNeeded-n, func(i int) bool { return half(n+i) <= room })
}

// affordable reports whether a kind can be left out beside those that are: each skill keeps keptShare of its
// demonstrations or, where the user named the kind, leastLeft at least.
func (m Measurement) affordable(groups []int, out []bool, named bool, why string) (bool, string) {
	for _, s := range m.Skills {
		kept := 0
		for _, i := range s.Groups {
			if !out[i] && !slices.Contains(groups, i) {
				kept += m.Groups[i].Demonstrations
			}
		}
		few := float64(kept) < keptShare*float64(s.Demonstrations)
		switch {
		case named && few && kept < leastLeft:
			return false, fmt.Sprintf("kept: %s, but only %d of %d demonstrations%s would remain", why, kept,
				s.Demonstrations, of(s.Name))
		case named && few:
			why += fmt.Sprintf("; %d of %d demonstrations%s remain, and leaving out more than half was never measured",
				kept, s.Demonstrations, of(s.Name))
		case few:
			return false, fmt.Sprintf("kept: %s, but only %d of %d demonstrations%s would remain, and leaving out "+
				"more than half was never measured", why, kept, s.Demonstrations, of(s.Name))
		}
	}
	return true, "left out: " + why
}

// of names a skill after a number of demonstrations.
func of(skill string) string {
	if skill == "" {
		return ""
	}
	return " of " + skill
}

// weigh sets the weights: every frame that is kept counts the same, as in plain cloning.
func (a *Advice) weigh(out []bool) {
	kept := 0.0
	for i, g := range a.Groups {
		if out[i] {
			a.LeftOut = append(a.LeftOut, g.Name)
		} else {
			kept += float64(g.Frames)
		}
	}
	a.Weights, a.Changes = make([]float64, len(a.Groups)), len(a.LeftOut) > 0
	for i, g := range a.Groups {
		if !out[i] {
			a.Weights[i] = float64(g.Frames) / kept
		}
	}
}

// imbalance is the ratio of the most to the fewest demonstrations of a skill.
func (m Measurement) imbalance() float64 {
	least, most := math.MaxInt, 0
	for _, s := range m.Skills {
		least, most = min(least, s.Demonstrations), max(most, s.Demonstrations)
	}
	return float64(most) / float64(max(1, least))
}

// named returns which groups the user's names mean: groups by their names, or all of a kind.
func (m Measurement) named(names []string) ([]bool, error) {
	out := make([]bool, len(m.Groups))
	for _, name := range names {
		met := false
		var known []string
		for i, g := range m.Groups {
			if g.Name == name || g.Kind != "" && g.Kind == name || g.Bad && name == badMark {
				out[i], met = true, true
			}
			known = append(known, g.Name)
			if g.Kind != "" && !slices.Contains(known, g.Kind) {
				known = append(known, g.Kind)
			}
		}
		if !met {
			return nil, fmt.Errorf("--suboptimal names %q, which is no group%sthere is %s", name,
				catalog.DidYouMean(name, known), list(known))
		}
	}
	for _, s := range m.Skills {
		if !slices.ContainsFunc(s.Groups, func(i int) bool { return !out[i] }) {
			return nil, fmt.Errorf("--suboptimal names every demonstration%s, so that nothing would be left to learn "+
				"it from; name the worse ones alone", of(s.Name))
		}
	}
	return out, nil
}

// kindsWith returns the kinds, and one for each named group that is the reference of its skill or belongs to a kind of
// which other groups are not named.
func (m Measurement) kindsWith(named []bool) []Kind {
	var all []Kind
	left := slices.Clone(named)
	for _, k := range m.Kinds {
		all = append(all, k)
		if m.groupsAreNamed(k.Groups, named) {
			for _, i := range k.Groups {
				left[i] = false
			}
		}
	}
	for i, is := range left {
		if is && !m.Groups[i].apart() { // what failed or is marked bad has a verdict already
			all = append(all, Kind{Name: m.Groups[i].Name, Groups: []int{i}})
		}
	}
	return all
}

// groupsAreNamed reports whether the user named all of these groups.
func (m Measurement) groupsAreNamed(groups []int, named []bool) bool {
	return !slices.ContainsFunc(groups, func(i int) bool { return !named[i] })
}

// list joins names for an error, the first ones of many.
func list(names []string) string {
	const most = 12
	if len(names) > most {
		names = append(slices.Clip(names[:most]), fmt.Sprintf("%d more", len(names)-most))
	}
	return strings.Join(names, ", ")
}
