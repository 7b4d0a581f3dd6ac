// Package soft draws the tabletop on the CPU, in pure Go. All pictures of demonstrations, policies and films come
// from here, on machines with a graphics card too; package opengl draws the window of viewer.
//
// It draws object by object. Objects outside the view volume are skipped. The points of the others are projected, and
// their triangles filled row by row (scanline rasterization) with a depth buffer. The buffer holds 1/w, where w is the
// depth in metres, because 1/w is linear on the screen. Values that are linear in space, such as texture coordinates,
// are interpolated as value/w and divided by 1/w at each pixel (perspective-correct interpolation).
//
// Coordinates are rounded to 1/256 pixel, and coverage follows the top-left rule in integer arithmetic, as on graphics
// hardware. Two triangles that share a side therefore cover each pixel along it exactly once, and package opengl covers
// nearly the same pixels. For a camera with Stationary set, the fixed objects are drawn once and copied afterwards, and
// so are the mechanisms in each of their latest states.
//
// The work on many points, rows or pixels is there twice, in plain Go and in vector instructions (files *_simd.go,
// built with GOEXPERIMENT=simd, for processors with AVX2), to the same bits.
//
// Floating-point arithmetic is float64 with an explicit rounding of each product and a fixed order of operations, so
// that a picture has the same bytes on every processor.
package soft
