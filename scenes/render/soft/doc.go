// Package soft draws the tabletop on the processor, in pure Go. It is the renderer wherever there is no graphics card.
//
// A picture is made part by part: parts outside the view are left out whole, the others' points are projected and their
// triangles filled row by row with a depth buffer of 1/w, which is linear on the screen. Coordinates are rounded to 1/256
// pixel and edges follow the top-left rule, as in hardware, so that the two renderers cover the same pixels. What never
// moves is drawn once for a camera that stands still, and copied from then on.
//
// All arithmetic is float64 with explicit rounding of products, in one fixed order: the same bytes on every processor.
package soft
