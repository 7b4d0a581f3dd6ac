package skills

// adjustedRand returns how well two groupings of the same things agree, the adjusted Rand index of Hubert and Arabie
// 1985, "Comparing partitions": with n_ij things in group i of one and j of the other, a_i and b_j the sizes of groups,
// and C(n) = n(n-1)/2,
//
//	ARI = (sum C(n_ij) - E) / ((sum C(a_i) + sum C(b_j))/2 - E),   E = sum C(a_i) sum C(b_j) / C(n)
//
// It is 1 where they are the same but for names, 0 on average by chance, and may be below. Groupings that both have one
// group, or both as many as things, agree: 1.
func adjustedRand[A, B comparable](one []A, other []B) float64 {
	type pair struct {
		a A
		b B
	}
	both, as, bs := map[pair]int{}, map[A]int{}, map[B]int{}
	for i, a := range one {
		both[pair{a, other[i]}]++
		as[a]++
		bs[other[i]]++
	}
	var index, inA, inB int // numbers of pairs, whose sums are exact whatever the order of a map
	for _, n := range both {
		index += n * (n - 1) / 2
	}
	for _, n := range as {
		inA += n * (n - 1) / 2
	}
	for _, n := range bs {
		inB += n * (n - 1) / 2
	}
	all := float64(len(one)) * float64(len(one)-1) / 2
	expected := float64(inA) * float64(inB) / all
	most := float64(inA+inB) / 2
	if most == expected || all == 0 {
		return 1
	}
	return (float64(index) - expected) / (most - expected)
}
