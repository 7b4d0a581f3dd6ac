// Package opengl draws the tabletop with OpenGL 3.3, offscreen and in a window. On a graphics card it draws many
// environments at once into one large picture (an atlas), which it reads back once. On Mesa's llvmpipe it draws one
// environment at a time and caches the picture of the fixed objects. The program opens the window (package viewer) and
// takes no other picture from here, because those of devices differ in a few bytes; drawing offscreen, and many
// environments at once, is for programs that import the package.
//
// The build tag gl includes it, on Linux; it then needs cgo and the OpenGL headers. Without the tag New and
// OpenWindow exist and return ErrNotBuilt, so that callers need no build tags. Offscreen rendering needs no display:
// libEGL is loaded at run time, and devices with hardware are tried before Mesa's software devices.
//
// The shaders compute what package soft computes, from the same meshes, textures, lights and shadows; a test bounds the
// difference.
//
// Threads: an OpenGL context is current on one operating system thread. Every renderer and window owns a locked thread
// and runs all OpenGL calls on it, so its methods may be called from any goroutine, by one goroutine at a time.
//
// Lifetime: Close of a renderer destroys its context, and with it all buffers and textures. Shaders, meshes and
// textures are made once per context; framebuffers are kept for each size that was drawn.
package opengl
