// Package weigh runs balancing methods on a dataset of any robot and returns the weight α_g that each method gives to
// each group of demonstrations.
//
// Three steps lead there:
//
//	ReadGroups   groups all demonstrations by their labels, and counts frames
//	Learner      trains a policy under a mixture: for data of any robot ridge regression (Corpus.Learner) or a
//	             network (Corpus.NetworkLearner), for data of the tabletop a policy (NewPolicyLearner)
//	Run          trains once for each method and seed; the result is the weights at the end
//
// Several datasets are weighed as one, each in units of its own actions and states (layout.go).
//
// Resemble needs no groups: it weighs single demonstrations by how well a few that are known to be good predict them.
//
// Groups.Sampling turns the weights of groups into weights of demonstrations or frames, for use by another trainer.
//
// The spread over seeds comes from the learner's random features or initial weights, from the choice of held-out
// episodes, and from the random numbers of a method. It does not estimate how the weights would vary with other
// demonstrations.
//
// The package prints nothing and reads datasets through demos.Reader, so it depends on no file format. Package datasets
// opens files, several together, and package forms writes weights for other trainers.
package weigh
