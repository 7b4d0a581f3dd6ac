// Package demos generates, stores, reads and counts datasets of demonstrations.
//
// A Recipe states how many demonstrations of which behaviour a dataset contains, for example
// "picking left=27,middle=9,right=27". Generate simulates them with the scripted experts. Demonstration i of a
// behaviour and style depends on the seed and i alone, not on the recipe: the 9 demonstrations of one recipe are the
// first 9 of the 27 of another, so two datasets of the same seed differ only in their counts.
//
// # Data types
//
// Episode is one demonstration of the simulated tabletop with fixed widths (action 7, robot state 15, scene state 24).
// Raw is one episode of any dataset with the widths found in its file. Raw.Episode converts a Raw into an Episode or
// returns the reason why it cannot. Dataset holds all episodes in memory; Stream, Source and Sink hold one at a time,
// so datasets may be larger than memory. Summarize counts demonstrations, frames and lengths per group.
//
// # File formats
//
// Formats is the registry of file formats. This package registers "counterpoise" (see folder_write.go for its layout);
// the packages calvin, lerobot, rlds and robomimic register theirs in their init functions. A new format is one such
// package: it implements FileFormat and calls Formats.Add. Detection, conversion, help texts and the conformance tests
// iterate over the registry, so the only other edit is the import in the program. Converting a dataset to any format
// and back restores the files byte for byte; the content hash on the card verifies it.
//
// Readers treat files as untrusted input: they check every length against the size of the file before they allocate,
// and report damage as errors that name the file.
//
// The package depends on the tabletop and its experts. It does not depend on networks or balancing methods.
package demos
