// Package viewer plays films in a window, in real time, with what the policy's two cameras show beside the scene.
//
// It has three parts. A player holds which film and which moment are shown, and from where; keys and the mouse
// change it, and it needs no window. Overlays are pictures and text over the scene, drawn in pure Go. Play runs the
// loop that connects both with a window of package opengl.
//
// The package does not depend on what made a film.
package viewer
