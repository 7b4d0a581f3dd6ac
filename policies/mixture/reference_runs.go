package mixture

import "slices"

// runReferences makes the reference runs of a mixture in order and returns their logs; none for a mixture that is not
// Referenced. The function run makes the nth of them with mixture m. The Log that it returns must have Reached set:
// these losses are passed on to the mixture before it names the next run.
func runReferences(mix Mixture, run func(n int, m Mixture) (*Log, error)) ([]*Log, error) {
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

// RunBefore makes all runs before the main run of a mixture: its reference runs, or those of its first stage and then
// the first stage, where it is Staged. The function run makes the nth run with mixture m; first says that it is the
// first stage, which has the initial weights and batches of the main run. The logs are for Log.References and Log.First
// of the main run.
func RunBefore(mix Mixture, run func(n int, m Mixture, first bool) (*Log, error)) (references []*Log, first *Log,
	err error) {
	reference := func(n int, m Mixture) (*Log, error) { return run(n, m, false) }
	s, ok := mix.(Staged)
	if !ok {
		references, err = runReferences(mix, reference)
		return references, nil, err
	}
	if references, err = runReferences(s.First(), reference); err != nil {
		return nil, nil, err
	}
	if first, err = run(len(references), s.First(), true); err != nil {
		return nil, nil, err
	}
	s.Weigh(first)
	return references, first, nil
}
