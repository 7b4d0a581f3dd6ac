// Package simulator steps environments for another program, such as a learner in Python, which reaches it through a
// pair of pipes. The Gymnasium package in bench/remote/python is its client.
//
// # Environments
//
// A Vector holds environments of one task, each a tabletop of its own (environment.go, vector.go). Rollouts are those
// of package bench/runner: the same initial states by behaviour, rollout, trial and seed, the same observations and
// pictures to the bit, the same verdicts at the same control steps. Environments advance in parallel over the cores,
// and no number depends on how many there are or how many cores serve them.
//
// # Protocol
//
// The client starts the process, writes requests to its standard input and reads replies from its standard output, one
// reply for each request. A message is a frame: its length in bytes as 4 little-endian bytes, then a map in the form of
// package wire (msgpack with NumPy arrays). The first frame is the process's, a greeting with the protocol's number.
// Requests and replies stand in protocol.go.
//
// Pipes are chosen over a socket: nothing listens, no port can collide or be reached by others, the client's death
// closes them, and they are faster (README.md of bench/remote/python has the measurement).
//
// # Trust
//
// A client is not trusted to be right. A frame is bounded in bytes and in the time from its first byte to its last, its
// arrays must have the shapes and types that the request needs, and numbers must be in range. A request that is wrong
// changes no environment, and is answered by an error that says why. What is no frame or no map ends the process with
// an error, since nothing that follows could be understood. The process also ends when its input ends, and when its
// parent does (Watch).
//
// The package does not depend on policies or records.
package simulator
