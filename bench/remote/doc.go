// Package remote connects policies through a socket, by openpi's websocket protocol: Client asks a policy that another
// program serves, and Server serves a policy of this program.
//
// # A conversation
//
// The server speaks first, with a map of metadata. Then each question, one message, has one answer. A question is a map
// of what the policy observes, under the keys of a Mapping; an answer is a map with the array "actions", [chunk, 7], in
// the components of scenes.Action. After an exception the server sends its text and closes the connection (package
// wire).
//
// The metadata of openpi's servers have nothing that this program needs. It adds four members of its own:
//
//	batch    the most observations of a question: every array then has one more axis in front, and so have the actions
//	history  observations that an answer depends on; a question has that many for each answer, the present one first
//	execute  actions of a chunk to execute before the next question
//	observes what the policy observes, as assignments of a Mapping
//
// The protocol does not say when an episode begins. An answer must therefore depend on its question alone, unless the
// mapping has the keys episode and step.
//
// # Faults
//
// A client goes on after its server dies and comes back: it waits, connects anew, and asks the same question again
// (link.go). A server that comes back with other metadata is an error, because one result would have two policies. What
// a peer sends is checked by type and shape before it is used, and every way to fail has an error by name (package
// wire). Nothing is unpickled, and nothing listens beyond the loopback address unless asked.
//
// The package knows neither rollouts nor records.
package remote
