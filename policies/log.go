package policies

// Log is what happened in a training run, step by step: step t used the weights Alpha[t] and saw the losses Loss[t].
type Log struct {
	Groups  []string    // k names
	Alpha   [][]float64 // [steps][k] weights
	Loss    [][]float64 // [steps][k] mean loss of each group in the batch; the last known one where it had no frame
	HeldOut [][]float64 // [steps][k] the same for a batch of held-out frames; nil where nothing was held out

	// References are the runs that the mixture asked for before this one, in order.
	References []*Log
	// Reached is what the mixture was told of a reference run at its end: the mean loss of each group under its policy,
	// over all its training frames, or over all held-out ones. For other runs it is nil.
	Reached []float64
}

// Last is the mean loss of each group over the last n steps, or over all if there are fewer.
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
