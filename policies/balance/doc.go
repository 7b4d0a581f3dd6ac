// Package balance holds the methods that weigh groups of demonstrations, one per file, each with its equations above
// the code that implements them.
//
// A training run minimises J(θ) = sum_g α_g L_g(θ), where L_g is the mean loss over the frames (state-action pairs)
// of group g. A Method determines α: Start receives the groups and their sizes, and the Mixture that it returns gives
// α before every step and receives the losses of the groups after it. A share ρ_g of the data in the study counts
// frames, because its samples are state-action pairs; a method that counts demonstrations says so.
//
// The package does not depend on how a policy is built or trained; it imports no trainer and no network. Package
// mixture declares the interfaces between methods and trainers.
//
// # What a method can use besides losses
//
// A mixture that needs more than losses implements further interfaces of package mixture: inner products of gradients
// (GradientObserver), losses of single examples (ExampleObserver), held-out episodes (HoldOut, HeldOutObserver), runs
// before its own (Referenced), frames drawn instead of losses multiplied (Resampler). The trainer checks for these
// interfaces and supplies what they need.
//
// # When the weights change
//
//	natural, equal, upsample, temperature,      constant from the start
//	effective, random, drop, fixed
//	zero, groupdro, famo, excessmtl, cagrad     weights move while the policy is trained
//	remix-paper, ours                           the same, after runs that find reference losses
//	the same with Stages=2, and always remix,   constant, found by a first stage; the policy is trained anew
//	doremi, autolambda, ours:HeldOut=.2
//
// The additive ascent of zero, remix-paper and ours moves weights by at most η·T times a difference of losses. The
// study's table fits η·T = 2.25 at losses of 1.5 to 2; where losses are squared errors of .01 to .03, as with head
// "squared", the same η·T moves nothing, and these methods equal "equal". Set it in proportion, and report it: on 27,
// 9 and 27 demonstrations of picking a ridge under ours gives the middle .338 at 2.25, .378 at 25, .468 at 100 and
// .558 at 400; the exact equilibrium is .56.
//
// # Adding a method
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
// The conformance tests range over Methods, so they test the new method too: weights lie on the simplex at every
// step, a permutation of the groups permutes the weights, equal groups keep equal weights, runs share no state, and
// Memory points to all state of a mixture.
package balance
