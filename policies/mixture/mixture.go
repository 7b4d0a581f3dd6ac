package mixture

// Mixture holds the group weights of one training run. Each run needs a Mixture of its own.
type Mixture interface {
	// Alpha returns the weights of the next step: one a group, alpha_g >= 0, summing to 1 (see CheckSimplex). The
	// slice belongs to the mixture; callers must neither keep nor change it.
	Alpha() []float64
	// Observe receives the mean loss of each group in the batch of a step. A group without a frame in the batch keeps
	// its last value. The slice belongs to the mixture from then on.
	Observe(loss []float64)
}

// Resampler is a Mixture whose weights may act by drawing frames in proportion to alpha instead of multiplying their
// losses. The objective is the same in expectation; the variance of its estimate differs.
type Resampler interface{ Resample() bool }

// Initializer is a Mixture that needs to know the number of steps before the first one, or needs random numbers. The
// function uniform returns a number in [0, 1) that depends on the run and the words alone.
type Initializer interface {
	Begin(steps int, uniform func(words ...any) float64)
}

// GradientObserver is a Mixture that uses inner products of the gradients of the groups. With θ the parameters and α
// the weights of a step, it receives after that step
//
//	gram[i][j] = <∇L_i(θ'), ∇L_j(θ)>,   θ' = θ - β ∇L_α(θ),   L_α = sum_j α_j L_j
//
// where β is LookAhead. Under a generative head both gradients are estimates from noise of their own, so that
// gram[i][i] may be negative also where θ' = θ. By the chain rule d L_i(θ')/d α_j = -β gram[i][j], so a meta-gradient
// with respect to the weights needs no second derivative.
type GradientObserver interface {
	// LookAhead returns β >= 0. At 0, θ' = θ.
	LookAhead() float64
	// ObserveGradients receives gram, k rows of k numbers.
	ObserveGradients(gram [][]float64)
}

// Mover is a GradientObserver that decides how the parameters move in its run. Those of any other mixture move by Adam.
type Mover interface {
	// Move is how the parameters move after a step, counted from 0.
	Move(step int) Move
}

// Move is how the parameters θ move after a step.
type Move int

const (
	ByAdam  Move = iota // by a step of Adam on ∇L_α(θ)
	Stay                // not at all
	ToAhead             // to θ' of GradientObserver
)

// Unroller is a GradientObserver whose θ' lies m steps of gradient descent ahead, in place of one:
//
//	θ^0 = θ,   θ^s = θ^(s-1) - β ∇L_α(θ^(s-1)),   θ' = θ^m
//	gram[i][j] = -1/β d L_i(θ')/d α_j = sum_s <v_i^(s+1), ∇L_j(θ^s)>,   s = 0, ..., m - 1
//	v_i^m = ∇L_i(θ^m),   v_i^s = v_i^(s+1) - β H v_i^(s+1),   H the second derivative of L_α at θ^s
type Unroller interface {
	// Unroll returns m >= 1.
	Unroll() int
}

// ExampleObserver is a Mixture that uses the loss of every frame of a batch. Row r of the batch belongs to group[r];
// ref[r] is its loss under the policy of the reference run before this one. ref is nil where there was none. Slices
// are valid during the call only. A mixture cannot observe gradients as well (see Check).
type ExampleObserver interface {
	ObserveExamples(group []int32, loss, ref []float32)
}

// FrameWeigher is a Mixture that weighs the frames within each group too. With u_r >= 0 the weight of frame r, the loss
// of a group is a weighted mean in place of the plain one:
//
//	L_g = sum_r v_r l_r,   v_r = u_r / sum_r' u_r',   r and r' over the frames of group g
//
// The losses that such a mixture observes stay plain means. A mixture cannot observe gradients, resample or hold
// episodes out as well (see Check).
type FrameWeigher interface {
	// FrameWeights returns u of each episode of the dataset, in order: one number for each frame, or a single one that
	// all frames of the episode have. A group whose weights are all 0 has v of the plain mean. An error ends the
	// training before its first step.
	FrameWeights() ([][]float64, error)
}

// HoldOut is a Mixture that keeps a share of the episodes of each group out of training, in [0, 1). The gradients
// L_i(θ') of a GradientObserver are then those of held-out frames, and so are the losses that a reference run ends
// with. A group of one episode cannot be divided: its held-out frames are its training frames.
type HoldOut interface{ HoldOut() (share float64) }

// HeldOutObserver is a Mixture that receives the mean held-out loss of each group, once a step, after Observe, where
// episodes are held out.
type HeldOutObserver interface{ ObserveHeldOut(loss []float64) }

// Referenced is a Mixture that needs other training runs over the same data before its own: reference policies,
// proxies. They are made one after another, each from an initialisation of its own. Their mixtures may not be
// Referenced.
type Referenced interface {
	// Reference returns the mixture of the next run to make, or nil when there is none left.
	Reference() Mixture
	// Refer receives the mean loss of each group under the policy that this run ended with: over all training frames,
	// or over all held-out frames where the run held some out.
	Refer(loss []float64)
}

// Staged is the Mixture of the second of two stages, a run under constant weights that the first stage found. The first
// stage is a run with the mixture First over the same data, from the same initial weights and with the same batches;
// reference runs that First needs are made before it. Weigh receives the log of the first stage after its last step.
// From then on Alpha returns the weights of the second stage; before, it returns nil. A Staged mixture is not
// Referenced.
type Staged interface {
	First() Mixture
	Weigh(first *Log)
}

// Budgeted is the Mixture of a reference run that takes another number of steps than the run that it prepares.
type Budgeted interface{ Steps(main int) int }

// Headed is the Mixture of a reference run, or of a first stage, whose policy has another head, by name. The empty name
// is the head of the main run.
type Headed interface{ Head() string }

// Search is how a search for weights ended.
type Search struct {
	Tolerance float64 // of the residual, in (0, 1)
	// Residual says how far the last weights α are from a minimum,
	//
	//	|Π(α - g/|g|) - α|
	//
	// with g the mean gradient of the loss by α over the last tenth of the steps and Π the projection onto the
	// simplex. It is in [0, 1], since Π does not widen distances, and 0 where no other weights near α have a lower
	// loss, which is the condition of Karush, Kuhn and Tucker. g is taken by its direction, because the gradients of a
	// policy that learns vanish whether or not the weights have come to rest.
	Residual float64
	// Idle says that the policy does not depend on the weights that are searched, so that these decide no loss.
	Idle bool
}

// Converged reports whether the residual is within the tolerance.
func (s Search) Converged() bool { return s.Residual <= s.Tolerance }

// Searching is a Mixture whose reference runs are searches that test whether they have converged.
type Searching interface {
	// Searches returns how the first reference runs have ended, in their order; none where nothing was tested. All
	// reference runs must be made.
	Searches() []Search
}

// Searches returns Searching.Searches of a mixture, or of its first stage, and nothing for one that does not search.
func Searches(m Mixture) []Search {
	if s, ok := m.(Staged); ok {
		m = s.First()
	}
	if s, ok := m.(Searching); ok {
		return s.Searches()
	}
	return nil
}

// Resumable is a Mixture with state besides what Begin sets. Memory returns a pointer to each part of that state,
// always in the same order, so that a checkpoint can save and restore it.
type Resumable interface{ Memory() []*[]float64 }
