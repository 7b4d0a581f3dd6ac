// Package play is what the page of the command play computes, in a browser as WebAssembly and anywhere else as Go: the
// same functions give the same bits in both, where gonum computes without assembly (build tag noasm).
//
//	setting.go   demonstrations, bad ones among them, named good ones; the recipe of a dataset
//	arms.go      one policy for each way of weighing the demonstrations: ridges (policies/ridge) from the state
//	rollouts.go  rollouts from the starts of an evaluation, and their count by behaviour
//	episode.go   one rollout or demonstration, kept to be shown at any step, and pictures of it
//	gallery.go   rollouts of trained policies, kept as their actions; gallery_file.go how these are written
//	drive.go     an episode that a person drives, by what is held in each control step; datasets of these
//	ghost.go     a ring where the hand should take hold, in the pictures of an episode that is driven
//	look.go      a dataset that somebody looks at: groups, scores, strips of pictures, labels
//	calls.go     what a page may ask, as JSON; gallery_calls.go, drive_calls.go and look_calls.go what it asks of the
//	             gallery, and while somebody drives or looks at a dataset
//
// A ridge's policy file is the same that the command line reads, and rollout r of a behaviour starts where rollout r of
// "counterpoise eval" with the same seed does. The package knows no page and no browser. Files of policies that take a
// tensor library are left out where the system is js, so that its WebAssembly has none.
package play
