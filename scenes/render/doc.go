// Package render says what the tabletop looks like and from where it is seen; how pixels come about is for the packages
// soft (pure Go) and opengl below it, which implement its one interface, Renderer.
//
// The scene is a list of parts. A part is a mesh of triangles, a few materials, and the frame that it moves with: the
// world, a link of the arm, a finger, a mechanism, a block. Everything is built in code from boxes and lofts, about two
// thousand triangles. A renderer takes a scenes.Snapshot, which says where the frames are, and a Camera.
//
// Colour is the same sum in every renderer: base colour times Light(n), the base of wood and floor read from a small
// texture with nearest sampling, and then darkened by the Shadows: soft contact shadows on table, shelf and floor.
//
// The package knows CALVIN's cameras and scene D's look. It never knows tasks, policies or who asks for a picture.
package render
