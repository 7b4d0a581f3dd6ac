// Package packed writes values of Go types as bytes and reads them again, within a budget of memory. It is for the
// files of this program alone: checkpoints and the cache of features. Unlike encoding/gob, whose files describe types
// of their own and can make a reader take 25 times their size, a file has values alone, in the order of the fields:
//
//	layout           8 bytes, a digest of the type: names and types of all fields
//	bool             1 byte, 0 or 1
//	int, uint        a varint, signed ones in zigzag order (encoding/binary)
//	float32, float64 IEEE 754 bits, little-endian, 4 or 8 bytes
//	string           length as a varint, bytes
//	slice            length + 1 as a varint, or 0 for nil; then the elements
//	array, struct    the elements or fields, one after the other
//	pointer          0 for nil, or 1 and the value
//
// A change of any field changes the layout, so a file of another version of the type is refused and never misread. A
// file has one encoding: what decodes encodes to the same bytes.
package packed
