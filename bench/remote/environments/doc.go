// Package environments rolls policies out in environments of others behind a socket: any Gymnasium environment whose
// actions are vectors of numbers, served by counterpoise.environments of our Python package. PROTOCOL.md of package
// remote documents the messages. States and actions are rows of float32 of any widths; what they mean is told by names
// and bounds alone.
package environments
