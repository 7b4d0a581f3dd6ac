// Package opengl draws the tabletop with OpenGL 3.3: on a graphics card many environments at a time into one large
// picture that is read back once, on Mesa's llvmpipe one at a time with what never moves kept; and it opens the window.
//
// It is built in with the tag gl, on Linux, and needs cgo and OpenGL's headers then. Without the tag the same functions are
// there and answer ErrNotBuilt, so that callers choose by what they get and never by build tags. It starts without a
// display: EGL is looked up at run time, on a device with hardware first, then on whatever Mesa offers.
//
// The shaders compute what package soft computes, from the same meshes, textures, lights and shadows; a test holds the two
// together. Contexts are bound to threads: every renderer has a thread of its own and may be called from any goroutine.
package opengl
