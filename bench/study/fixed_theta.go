package study

import (
	"fmt"
	"slices"
	"strings"

	"counterpoise/bench"
)

// The experiments fixed-theta ask what the study's method does where the policy of its searches stays as it was
// initialised (balance.Ours, Theta=fixed), beside the searches that train it by Adam. The study's text allows both.
// With a fixed policy the reference losses are E|a|² of the groups, so that the method follows how much
// demonstrations move, and styles that fail alike but move more or less than optimal ones (hasty, slow) are weighed
// in opposite ways.
//
// ηT is read off the study's Table 1 (StudyComponents times 2.25, see balance.Drift): it is an input and fitted to
// nothing here. So are the rows of Table 1 for the study's method, which suggested this reading and the style hasty.
//
// The styles are in two experiments, in the order in which they are run; the shares of bad demonstrations and the
// start of the weights are a third, from the state. E5 and E6 in this reading follow, E5 with hasty demonstrations
// too, on the seed of the confirmatory run: their plain cloning and Re-Mix are the cells of E5 and E6.
//
//	counterpoise run confirm-fixed-theta        the styles, on the seed of the seventh freeze
//	counterpoise run confirm-shares             the shares, on the same seed
//	counterpoise run confirm-fixed-theta-main   E5 and E6, on the seed of the first
var (
	_ = register(fixedTheta(FixedTheta, 0, "hasty", "biased", "noisy"))
	_ = register(fixedTheta(FixedThetaMore, 3, "slow", "early", "erratic"))
	_ = register(bench.Experiment{
		Name: SharesAndStart,
		Question: "What does it cost to start at equal weights, by the share of bad demonstrations, and where do the " +
			"study's methods get from there?",
		Source: "what E5 leaves open",
		Designs: []bench.Design{
			sharesAndStart("picking", 5, "left", "middle", "right"), sharesAndStart("opening", 3, "slider", "drawer"),
		},
	})
	_ = register(fixedThetaReading.ofFixedTheta(written["E5"]))
	_ = register(fixedThetaReading.ofFixedTheta(hastyE5()))
	_ = register(fixedThetaReading.ofFixedTheta(written["E6"]))
	_ = register(fixedThetaAdditive.ofFixedTheta(written["E5"]))
	_ = register(fixedThetaAdditive.ofFixedTheta(hastyE5()))
)

// Names of the experiments fixed-theta.
const (
	FixedTheta     = "fixed-theta"
	FixedThetaMore = "fixed-theta-more"
	SharesAndStart = "shares-and-start"
)

// fixedThetaReading are the study's methods as the experiments fixed-theta have them. It is none of Readings: it was
// run after all of those had been seen.
var fixedThetaReading = Reading{
	Name: "fixed-theta", About: "the policy of a search is fixed; run after all else was seen",
	Zero: FixedThetaMethods["zero"], Remix: Primary.Remix, Ours: FixedThetaMethods["fixed"],
}

// fixedThetaAdditive is fixedThetaReading with Remix in the study's additive form. No profile runs it: the cells of the
// seventh freeze have its methods.
var fixedThetaAdditive = Reading{
	Name:  "fixed-theta-additive",
	About: "the policy of a search is fixed, Remix is additive; run after all else was seen",
	Zero:  FixedThetaMethods["zero"], Remix: FixedThetaMethods["remix additive"], Ours: FixedThetaMethods["fixed"],
}

// ofFixedTheta is an experiment of the study in one of these readings.
func (r Reading) ofFixedTheta(e bench.Experiment) bench.Experiment {
	x := r.in(e)
	x.Of, _, _ = strings.Cut(e.Name, "-")
	x.Source = "arXiv:2508.06319, Experiments with Our Method, Table 1 and appendix"
	x.GivenFit = true
	return x
}

// hastyE5 is E5 with suboptimal demonstrations that hurry.
func hastyE5() bench.Experiment {
	e := written["E5"]
	e.Name, e.Question = "E5-hasty", "Which reference loss weighs suboptimal demonstrations that hurry best?"
	e.Designs = slices.Clone(e.Designs)
	for i, d := range e.Designs {
		e.Designs[i].Arms = slices.Clone(d.Arms)
		for j := range d.Arms {
			e.Designs[i].Arms[j].Recipe = styled(d.Task, "hasty")
		}
	}
	return e
}

// Settings of the experiments fixed-theta.
const (
	// tableEta is ηT by the study's Table 1, for losses that are means over components.
	tableEta = 15.75
	// fixedSteps is the number of steps of a search whose policy is fixed. Its loss does not depend on it; at 20
	// steps the search's weights have moved.
	fixedSteps = 20
	// searchTolerance is that of the convergence test of searches, which the records keep: less than a hundredth of the
	// weight from a minimum.
	searchTolerance = 1e-2
)

// FixedThetaMethods are the methods of the experiments fixed-theta, by the names of their arms.
var FixedThetaMethods = map[string]string{
	"plain": "natural",
	"zero":  fmt.Sprintf("zero:EtaT=%g,Stages=2", tableEta),
	"fixed": fmt.Sprintf("ours:EtaT=%g,MetaSteps=%d,Stages=2,Theta=fixed,Tolerance=%g", tableEta, fixedSteps,
		searchTolerance),
	"adam": fmt.Sprintf("ours:EtaT=%g,MetaSteps=%d,Stages=2,Tolerance=%g", tableEta, fittedSteps, searchTolerance),
	// What the weights that the study prints are worth.
	"printed":        "fixed:0.94,0.06",
	"remix":          "remix",
	"remix additive": fmt.Sprintf("remix-paper:EtaT=%g,Stages=2", tableEta),
}

// FixedThetaArm is the name of the arm of a style and a method.
func FixedThetaArm(style, method string) string { return style + ", " + method }

// fixedTheta is one of the experiments on styles. Each style has five arms; hasty and biased have Remix in both
// forms besides. Success is compared with plain cloning of the same data. The styles are run one after the other, from
// block first on.
func fixedTheta(name string, first int, styles ...string) bench.Experiment {
	e := bench.Experiment{
		Name: name,
		Question: "What does the study's method do with demonstrations that move more or less, where the policy of " +
			"its searches is fixed, and where it is trained?",
		Source: "arXiv:2508.06319, Eq. 16-19 and Table 1: what the study leaves open",
	}
	for _, task := range []string{"picking", "opening"} {
		d := bench.Design{
			Task: task, Compared: "The worst behaviour, each method against plain cloning",
			Sides: [2]string{"the method", "plain cloning"},
		}
		for i, style := range styles {
			methods := []string{"plain", "zero", "fixed", "adam", "printed"}
			if style == "hasty" || style == "biased" {
				methods = append(methods, "remix", "remix additive")
			}
			for _, m := range methods {
				a := onStyles(styled(task, style), FixedThetaArm(style, m), FixedThetaMethods[m])
				a.Block = first + i
				d.Arms = append(d.Arms, a)
				if m != "plain" {
					d.Comparisons = append(d.Comparisons, compare(bench.Worst, a.Name, FixedThetaArm(style, "plain")))
				}
			}
		}
		e.Designs = append(e.Designs, d)
	}
	return e
}

// badOfSix are the numbers of bad demonstrations among six: shares of 1/6, 1/3, 1/2 and 2/3.
var badOfSix = []int{1, 2, 3, 4}

// sharesAndStart has, for each share of bad demonstrations, plain cloning, which starts and stays at the shares,
// equal weights, which start and stay at 1/k, and the two methods of the study that move from either. A behaviour
// has six times sixth demonstrations: for picking as many as in E5, for opening 18 in place of 15, which six does
// not divide.
func sharesAndStart(task string, sixth int, behaviours ...string) bench.Design {
	d := bench.Design{Task: task, Factor: "bad demonstrations of six"}
	for _, bad := range badOfSix {
		recipe := ""
		for _, b := range behaviours {
			recipe += fmt.Sprintf("%s=%d,", b, sixth*(6-bad))
		}
		for _, b := range behaviours {
			recipe += fmt.Sprintf("%s:biased=%d,", b, sixth*bad)
		}
		recipe = recipe[:len(recipe)-1]
		for _, m := range []struct{ line, method string }{
			{"plain cloning (stays at the shares)", "natural"}, {"equal weights (stay at 1/k)", "equal"},
			{"zero from 1/k", FixedThetaMethods["zero"]},
			{"zero from the shares", FixedThetaMethods["zero"] + ",From=shares"},
			{"fixed theta from 1/k", FixedThetaMethods["fixed"]},
			{"fixed theta from the shares", FixedThetaMethods["fixed"] + ",From=shares"},
		} {
			a := onStyles(recipe, fmt.Sprintf("%d of 6 bad, %s", bad, m.line), m.method)
			d.Arms = append(d.Arms, a.At(float64(bad), m.line))
		}
	}
	return d
}
