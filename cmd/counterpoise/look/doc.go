// Package look is the commands that show scenes, demonstrations and policies as they move: trace, render, view, play,
// and simulate, which lets programs of others move them.
package look
