// Package artifact reads and writes the file container of policies, encoders and checkpoints:
//
//	magic    a line of text that names the kind of file
//	length   of the header in bytes, uint32 little-endian
//	header   JSON
//	payload  numbers, in an order that the kind of file defines
//	digest   SHA-256 of everything before it, 32 bytes
//
// Equal headers and payloads give equal files. The digest detects damage, such as a download that was cut off; it
// is not a signature. The package never depends on what header and payload mean.
package artifact
