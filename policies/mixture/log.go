package mixture

// Log is the history of a training run with k groups: step t used the weights Alpha[t] and measured the losses Loss[t].
type Log struct {
	Groups  []string    // names of the groups
	Alpha   [][]float64 // [steps][k] weights
	Loss    [][]float64 // [steps][k] mean loss in the batch; the last known value for a group without a frame there
	HeldOut [][]float64 // [steps][k] mean loss in a batch of held-out frames; nil where nothing was held out

	// First is the log of the first stage where the mixture is Staged, with Reached; otherwise nil.
	First *Log
	// References are the logs of the reference runs that the mixture needed before this one, in order.
	References []*Log
	// Reached is set for reference runs and first stages only: the mean loss of each group under the policy at the end
	// of the run, over all its training frames, or over all held-out frames where some were held out.
	Reached []float64
}

// Weighing returns the log of the run in which the weights were found: the first stage, or else this run.
func (l *Log) Weighing() *Log {
	if l.First != nil {
		return l.First
	}
	return l
}

// Last returns the mean loss of each group over the last n steps, or over all steps if there are fewer.
func (l *Log) Last(n int) []float64 {
	mean := make([]float64, len(l.Groups))
	tail := l.Loss[max(0, len(l.Loss)-n):]
	for _, loss := range tail {
		for g, v := range loss {
			mean[g] += v / float64(len(tail))
		}
	}
	return mean
}
