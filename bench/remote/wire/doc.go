// Package wire is openpi's websocket protocol below policies: values in msgpack with NumPy arrays, and connections that
// carry one value a message.
//
// # Values
//
// A message is one value of msgpack (github.com/msgpack/msgpack/blob/master/spec.md) with the extension of
// openpi_client.msgpack_numpy (openpi-client 0.1.2): an array is a map with the four binary keys
//
//	__ndarray__  true
//	data         binary: the elements in C order
//	dtype        text: "<f4", "|u1", ...
//	shape        list of whole numbers
//
// and a NumPy scalar a map with __npgeneric__, data (the number) and dtype. Arrays and scalars of PyPI's msgpack-numpy
// (keys nd, type, kind, shape and data) are read too, and never written (numpy.go). The Go values are
//
//	nil, bool, int64, uint64 (above MaxInt64), float64, string, []byte, []any, map[string]any, Array
//
// Append writes a map's keys in the order of their bytes, so equal values give equal messages.
//
// # Trust
//
// A peer is not trusted. Decode reads a message that is in memory already, and arrays and binary values refer to it
// without a copy, so a length allocates nothing: it is compared with the bytes that there are. The numbers of values
// and levels of a message are bounded (Limits), a map has a key once, the data of an array have the length that its
// shape and type say, and types that hold Python objects are refused. Nothing is ever unpickled. A connection bounds
// the bytes of a message and the time that it takes, and every way in which a peer can fail has an error of its own
// (errors.go).
package wire
