// Package balance holds the methods that weigh groups of demonstrations, one a file, each with its equations above the
// code that is them.
//
// A training run minimises J(θ) = sum_g α_g L_g(θ), where L_g is the mean loss over the frames (state-action pairs)
// of group g. A Method decides α: Start gives it the groups and their sizes, the Mixture that it returns says α
// before every step and is told the groups' losses after it. Where the study speaks of a share ρ_g of the data,
// frames are counted (its samples are state-action pairs); a method that counts demonstrations says so.
//
// The package never knows how a policy is built or trained; it imports no trainer and no network.
//
// # What a method may ask for
//
// A mixture that needs more than losses says so by having more methods: gradients' inner products (GradientObserver),
// losses of single examples (ExampleObserver), held-out episodes (HoldOut, HeldOutObserver), runs made before its own
// (Referenced), frames drawn instead of losses multiplied (Resampler). Whoever trains finds out and supplies it.
//
// # What acts when
//
//	natural, equal, upsample, temperature,      constant from the start
//	effective, random, drop, fixed
//	zero, groupdro, famo, excessmtl, cagrad     weights move while the policy is trained
//	remix-paper, ours                           the same, after runs that find reference losses
//	remix, doremi, autolambda, ours:HeldOut=.2  constant, found by runs before
//
// The additive ascent of zero, remix-paper and ours moves weights by at most η·T times a difference of losses. The
// study's table fits η·T = 2.25 at losses of 1.5 to 2; where losses are squared errors of .01 to .03, as with head
// "squared", the same η·T moves nothing, and these methods equal "equal". Set it in proportion, and report it: on 27,
// 9 and 27 demonstrations of picking a ridge under ours gives the middle .338 at 2.25, .378 at 25, .468 at 100 and
// .558 at 400; the exact equilibrium is .56.
//
// # A method of one's own
//
// A new method is one file: a type with Start, its equations, and an init that calls Methods.Add. All of one:
//
//	func init() { Methods.Add("proportional", proportional{}) }
//
//	// proportional weighs a group by its part in the losses of the step before: α_i = L_i / sum_j L_j.
//	type proportional struct{}
//
//	func (proportional) About() Description {
//		return Description{Summary: "weights in proportion to losses", Source: "an example"}
//	}
//
//	func (proportional) Start(g demos.Groups) mixture.Mixture {
//		p := make(parts, len(g.Names))
//		p.Observe(make([]float64, len(p)))
//		return &p
//	}
//
//	type parts []float64
//
//	func (p *parts) Alpha() []float64     { return *p }
//	func (p *parts) Memory() []*[]float64 { return []*[]float64{(*[]float64)(p)} }
//
//	func (p *parts) Observe(loss []float64) {
//		sum := 1e-9 * float64(len(loss)) // losses of 0 weigh the same
//		for _, l := range loss {
//			sum += l
//		}
//		for i, l := range loss {
//			(*p)[i] = (l + 1e-9) / sum
//		}
//	}
//
// The conformance tests range over Methods, so it is held to the laws that hold for all: weights on the simplex at
// every step, a permutation of groups permutes weights, equal groups stay equal, runs share nothing, what Memory
// points to is all that it remembers.
package balance
