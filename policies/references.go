package policies

import "slices"

// rehearse makes the runs that a mixture asks for before its own, in order. run makes the nth, and returns its log with the losses that
// it reached.
func rehearse(mix Mixture, run func(n int, m Mixture) (*Log, error)) ([]*Log, error) {
	r, ok := mix.(Referenced)
	if !ok {
		return nil, nil
	}
	var logs []*Log
	for m := r.Reference(); m != nil; m = r.Reference() {
		log, err := run(len(logs), m)
		if err != nil {
			return nil, err
		}
		r.Refer(slices.Clone(log.Reached))
		logs = append(logs, log)
	}
	return logs, nil
}

// reached averages rows' losses by group: of the held-out frames, or of all training frames where nothing is held out.
func reached(s *samples, loss []float32) []float64 {
	rows := s.frames
	if s.held != nil {
		rows = s.held
	}
	mean := make([]float64, len(rows))
	for g, of := range rows {
		for _, row := range of {
			mean[g] += float64(loss[row]) / float64(len(of))
		}
	}
	return mean
}

// paced is the number of steps of a run whose main run takes so many.
func paced(m Mixture, main int) int {
	if p, ok := m.(Paced); ok {
		return p.Steps(main)
	}
	return main
}
