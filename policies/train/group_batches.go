package train

import (
	"counterpoise/internal/seed"
	"counterpoise/policies/trainset"
)

// groupBatches are batches of the rows of one group each, of those that the k groups share in turn in a larger batch.
type groupBatches []*batch

// newGroupBatches returns the batches of each of k groups for θ and for θ'. Where they are padded, all have the size
// of the largest, and the rows that pad have weight 0.
func newGroupBatches(t *trainer, k int, padded bool, key seed.Key) (inside, outside groupBatches) {
	for j := range k {
		for side, of := range []*groupBatches{&inside, &outside} {
			own := trainset.DealtTo(t.cfg.Batch, j, k)
			n := own
			if padded {
				n = trainset.DealtTo(t.cfg.Batch, 0, k)
			}
			b := newBatch(n, t.model, t.data, key.With(side, j))
			for i := range own {
				b.weight[i] = 1 / float32(own)
			}
			*of = append(*of, b)
		}
	}
	return inside, outside
}

// load loads group j's rows of b into its batch. A row that pads is the group's last one.
func (g groupBatches) load(j int, s *trainset.Set, b *batch) {
	k, last := len(g), trainset.DealtTo(len(b.rows), j, len(g))-1
	for i := range g[j].rows {
		g[j].rows[i] = b.rows[j+min(i, last)*k]
	}
	g[j].load(s)
}

// copyLosses copies the losses of group j's batch to its rows of b.
func (g groupBatches) copyLosses(j int, b *batch) {
	for i, r := 0, j; r < len(b.rows); i, r = i+1, r+len(g) {
		b.losses[r] = g[j].losses[i]
	}
}

// release frees the tensors of every batch.
func (g groupBatches) release() {
	for _, b := range g {
		b.release()
	}
}

// skip counts a load of every batch, which is all that their noise depends on.
func (g groupBatches) skip() {
	for _, b := range g {
		b.loads++
	}
}
