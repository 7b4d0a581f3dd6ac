// Package render describes the tabletop's appearance and its cameras. The packages soft (pure Go) and opengl below it
// produce the pixels; both implement the interface Renderer.
//
// The scene is a list of objects. An Object is a mesh of triangles with materials, and the coordinate frame that it
// moves with: the world, a link of the arm, a finger, a mechanism or a block. All meshes are built in code from boxes
// and lofts, about 2,600 triangles. A renderer takes a scenes.Snapshot, which gives the poses of the frames,
// and a Camera.
//
// Frames and units: the world has z up, in metres. Camera coordinates follow OpenGL: x to the right, y up, z towards
// the viewer, so that visible points have negative z. Pictures are rows from the top, three bytes (RGB) a pixel.
//
// Every renderer computes the same colour: base colour times Brightness(n) times the triangle's shade. The base colour
// of wood and floor comes from a small texture with nearest-neighbour sampling. Soft contact shadows (Shadows) then
// darken the table, the shelf and the floor.
//
// The package contains CALVIN's cameras and the look of its scene D. It is independent of tasks and policies.
package render
