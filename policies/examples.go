package policies

import "counterpoise/policies/mixture"

// examples tells the mixture the loss of each frame of the batch, if it asks.
func (t *trainer) examples() {
	o, ok := t.mix.(mixture.ExampleObserver)
	if !ok {
		return
	}
	b := t.batch
	group, loss := make([]int32, len(b.rows)), append([]float32(nil), b.losses...)
	var ref []float32
	for r, row := range b.rows {
		row = t.s.frame(row)
		group[r] = t.s.group[row]
		if t.ref != nil {
			ref = append(ref, t.ref[row])
		}
	}
	o.ObserveExamples(group, loss, ref)
}
