package mixture

import "slices"

// RunReferences makes the reference runs of a mixture in order and returns their logs; none for a mixture that is not
// Referenced. The function run makes the nth of them with mixture m. The Log that it returns must have Reached set:
// these losses are passed on to the mixture before it names the next run.
func RunReferences(mix Mixture, run func(n int, m Mixture) (*Log, error)) ([]*Log, error) {
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
