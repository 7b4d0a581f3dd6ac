package mixed

import (
	"encoding/binary"
	"math"
	"slices"

	"counterpoise/stats"
)

// arranger makes the block of one trial from its entries. The leaves of the block are kinds of leaves: those that agree
// in all that the likelihood looks at are one, which counts them.
type arranger struct {
	data      stats.Long
	cellIndex []int32
	terms     []term // the finest last

	b      block
	border map[[2]int64]int32 // term and level -> border effect
	kinds  map[string]int     // rows of a leaf (see kind) -> leaf
}

// block arranges the entries of a trial, sorted by the finest term.
func (a *arranger) block(entries []stats.Entry) block {
	a.b.nterms = len(a.terms) - 1
	a.border, a.kinds = map[[2]int64]int32{}, map[string]int{}
	finest := a.terms[a.b.nterms]
	for len(entries) > 0 {
		n := 1
		for n < len(entries) && finest.level(entries[n], a.data) == finest.level(entries[0], a.data) {
			n++
		}
		a.addLeaf(entries[:n])
		entries = entries[n:]
	}
	a.b.allocate()
	return a.b
}

// addLeaf adds the entries of one leaf. Those of the same method and group are one row.
func (a *arranger) addLeaf(entries []stats.Entry) {
	b := &a.b
	f := leaf{first: int32(len(b.rows)), couple: int32(len(b.coupled)), count: 1}
	for _, e := range entries {
		cell := a.cellIndex[ofCell.level(e, a.data)]
		if last := len(b.rows) - 1; last >= int(f.first) && b.rows[last].cell == cell {
			b.rows[last].k += e.Sum
			b.rows[last].n += float64(e.Rollouts)
			continue
		}
		r := row{k: e.Sum, n: float64(e.Rollouts), cell: cell}
		for t := range b.nterms {
			r.at[t] = a.effect(t, e)
			local := slices.Index(b.coupled[f.couple:], r.at[t])
			if local < 0 {
				local = len(b.coupled) - int(f.couple)
				b.coupled = append(b.coupled, r.at[t])
			}
			r.local[t] = int32(local)
		}
		b.rows = append(b.rows, r)
	}
	f.end, f.touched = int32(len(b.rows)), int32(len(b.coupled))-f.couple
	kind := b.kind(f)
	if known, ok := a.kinds[kind]; ok {
		b.leaves[known].count++
		b.rows, b.coupled = b.rows[:f.first], b.coupled[:f.couple]
		return
	}
	a.kinds[kind] = len(b.leaves)
	b.leaves = append(b.leaves, f)
}

// effect returns the border effect of an entry in a term of the border.
func (a *arranger) effect(t int, e stats.Entry) int32 {
	key := [2]int64{int64(t), a.terms[t].level(e, a.data)}
	at, known := a.border[key]
	if !known {
		at = int32(len(a.b.term))
		a.border[key], a.b.term = at, append(a.b.term, int8(t))
	}
	return at
}

// kind is the rows of a leaf as bytes: outcomes, cells and border effects.
func (b *block) kind(f leaf) string {
	var key []byte
	for _, r := range b.rows[f.first:f.end] {
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(r.k))
		key = binary.LittleEndian.AppendUint64(key, math.Float64bits(r.n))
		key = binary.LittleEndian.AppendUint32(key, uint32(r.cell))
		for _, at := range r.at[:b.nterms] {
			key = binary.LittleEndian.AppendUint32(key, uint32(at))
		}
	}
	return string(key)
}
