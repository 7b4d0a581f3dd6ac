// Command wasm is package play for a browser. It sets two functions on the global object of the page or worker that
// runs it, says so by calling counterpoiseReady, and waits:
//
//	counterpoiseCall(name, json, bytes or null, progress or null) -> {json, bytes or null} or {error}
//	counterpoiseDraw(episode, moment, json of a View, Uint8ClampedArray of RGBA pixels) -> "" or an error
//
// Built for any other system it answers one call on the command line, for tests that compare the two.
package main
