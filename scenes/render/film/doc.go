// Package film draws episodes as pictures for people: one moment, a strip of six, a contact sheet, an animated GIF,
// an MP4.
//
// A [Film] is a list of moments, 30 a second, each with the positions of everything in the scene. A [View] says
// from where it is drawn and how large. Drawing is done by the renderer in pure Go, so the same film gives the same
// bytes on every machine; only MP4 needs another program, ffmpeg.
//
// GIF and the stills of a report have at most 256 colours, which median cut chooses per film (Heckbert 1982).
//
// The package does not depend on where a film comes from: it imports neither demonstrators nor policies nor
// datasets. Package policies/playback makes films of those.
package film
