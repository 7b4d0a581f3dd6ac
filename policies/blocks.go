package policies

// Inference runs in blocks of 48, 12 or 3 observations, each with a graph of its own, the last one filled up with zeros.
//
// The backend's kernels for small matrix products work on three rows at a time, alike on every row; a fourth row, or a
// product of more than kernelSwitch multiplications, goes another way with another order of summation. Within these
// blocks a row's result is the same bits wherever it stands and whatever stands beside it, so a rollout does not depend
// on how many others were asked in the same call. Measured on one AVX-512 core at 256 hidden units: 57, 108 and 397 µs
// a block, that is 19, 9 and 8 µs an observation.
var blocks = []struct{ rows, from int }{
	{48, 37}, // from so many observations on it is faster than several of the next smaller
	{12, 5},
	{3, 0},
}

// kernelSwitch is the backend's threshold (noSIMDSmallMatMulSizeThreshold of gomlx/compute v0.1.2).
const kernelSwitch = 1 << 22

// block is the number of rows in the next block for n waiting observations.
func (s shape) block(n int) int {
	for _, b := range blocks {
		if n >= b.from && b.rows*s.product() < kernelSwitch {
			return b.rows
		}
	}
	return blocks[len(blocks)-1].rows
}
