// Package weigh runs balancing methods on anybody's dataset and reports how much each group of demonstrations should
// count.
//
// It works in three steps. ReadGroups reads the labels and lengths of all demonstrations and groups them. A Learner
// is made of the dataset: it trains a policy under a mixture, ridge regression for data of any robot
// (NewRidgeLearner), or a neural policy for data of the tabletop (NewPolicyLearner). Run trains once for each
// method and seed and returns the weights that the methods ended with.
//
// A group's weight α_g is turned into weights of demonstrations by Sampling, for other people's trainers.
//
// The spread over seeds is that of the learner's features or initial weights, of what is held out, and of what a
// method draws itself. It says nothing about other demonstrations.
//
// The package prints nothing and knows no file format.
package weigh
