// Package trainset makes training sets of demonstrations. It reads a dataset in any format, draws the pictures that a
// policy needs and the dataset lacks, and encodes them (Read, Encode). Then it collects the rows that a policy learns
// from: what it observes at each frame, the actions that the demonstrator took from there on, and the group that the
// frame counts for (Collect). It splits off held-out episodes and draws batches.
//
// The two pictures of a frame take 141 kB, their features about a thousandth of that. Pictures are therefore drawn and
// encoded one demonstration at a time and then dropped, unless the encoder is trained too (encoder.Extractor.Raw).
// Memory holds the pictures of one demonstration a worker, whatever the size of the dataset.
//
// Results do not depend on the number of workers: the random shifts of demonstration i come from a key of i.
//
// The package neither trains nor weighs groups.
package trainset
