package policies

import "counterpoise/policies/network"

// blocks are the numbers of rows that inference computes at once, with the number of waiting observations from which a
// block is faster than several of the next smaller. The last block of a call is filled up with zeros.
//
// The kernels of gomlx's Go backend for small matrix products work on three rows at a time, alike on every row. A
// fourth row, or a product of network.KernelSwitch multiplications or more, takes another path with another order of
// summation. Within these blocks the result of a row has the same bits wherever it stands and whatever stands beside
// it. Measured on one AVX-512 core at 256 hidden units: 57, 108 and 397 µs for 3, 12 and 48 rows, that is 19, 9 and 8
// µs an observation.
var blocks = []struct{ rows, from int }{
	{48, 37},
	{12, 5},
	{network.MinBlock, 0},
}

// block returns the number of rows of the next block for n waiting observations, where a row takes product
// multiplications in the largest matrix product, or 0 if blocks have one row (network.Unbatched). A graphics card takes
// blocks of one size only, for every network: which of its kernels computes a product, and in what order it sums,
// depends on the size, and on an H100 blocks of 12 and 48 rows gave a row other bits.
func block(n, product int, card bool) int {
	switch {
	case card:
		return blocks[0].rows
	case product == 0:
		return 1
	}
	for _, b := range blocks {
		if n >= b.from && b.rows*product < network.KernelSwitch {
			return b.rows
		}
	}
	return network.MinBlock
}
