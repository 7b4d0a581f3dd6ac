// Package submission checks records that were made elsewhere, and makes a leaderboard of methods of records that pass.
//
// Check looks at what the records say: versions, seeds, digests of the demonstrations, policies, and whether the
// experiments that they answer are complete. What a record says may still be invented: one success that was changed,
// with the checksum of its line, fits everything else. Remake therefore makes a random sample of the cells again and
// compares them to the byte, which a change in a remade cell does not survive. Of c changed records among n, a sample
// of k misses all with probability
//
//	C(n-c, k)/C(n, k), about (1 - k/n)^c
//
// The submitter cannot know the sample, as long as its seed is chosen after the submission. Cells of another device
// than the one at hand cannot be compared to the byte and are not remade.
//
// The leaderboard compares every method with plain cloning on the same demonstrations, paired by trial, under one
// correction of Holm over all tests of the table. The package reads no files and prints nothing.
package submission
