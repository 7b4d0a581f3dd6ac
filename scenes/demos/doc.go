// Package demos makes, keeps and counts demonstrations.
//
// A Recipe says how many demonstrations of which behaviour a dataset has ("picking left=27,middle=9,right=27").
// Generate acts them out with the experts. Demonstration i of a behaviour is the same in every recipe of the same seed: all
// recipes draw from one pool, so that the 9 of left are the first 9 of the 27, and two datasets differ in nothing but
// their counts. Save and Load keep a dataset in a folder: card.json, and one NumPy archive an episode.
//
// Stream makes datasets of any size, one demonstration in memory at a time, into any of the Formats: our folder, and those
// of CALVIN, LeRobot and robomimic, each a package below that adds itself. What was written in one comes back the same from
// every other. Raw is an episode of anybody's dataset, Episode the strict view of one of ours; Summarize surveys either. Readers
// trust nothing that they read.
//
// The package knows the tabletop and its experts; it never knows networks or balancing methods.
package demos
