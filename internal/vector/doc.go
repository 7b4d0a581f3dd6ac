// Package vector has the operations of simd/archsimd whose names differ between Go 1.26 and Go 1.27, with a file for
// each release, so that what computes with vectors is written once. archsimd is an experiment (GOEXPERIMENT=simd), and
// each release of Go may change it. All else that Counterpoise takes from it is the same in both releases. The package
// is empty in builds without the experiment, and for processors other than amd64.
//
//   - LoadT and StoreT read and write all elements of a vector of type archsimd.T.
//   - StorePartT writes as many as there is room for.
//   - Even takes elements 0 and 2 of two vectors in turn: x0 y0 x2 y2. Odd takes x1 y1 x3 y3, and EvenOdd x0 y1 x2 y3.
//   - Low takes the lower halves, x0 x1 y0 y1, and High the upper ones, x2 x3 y2 y3.
//   - AddPairs adds elements 0 and 1, and 2 and 3: x0+x1 y0+y1 x2+x3 y2+y3.
//   - BroadcastFirst has element 0 in all eight.
package vector
