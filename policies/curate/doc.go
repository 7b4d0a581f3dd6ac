// Package curate scores single demonstrations: how much each should be worth to a policy, by one published idea a file.
//
// A Scorer returns a number for every demonstration of a Pool; higher is better. Scores is the registry, and a file
// registers its score in an init function. Each says its equation, its source, what it needs and what it costs:
//
//	trajectories   length, random, jerk, sal, psd, ted, hold, worst
//	objects        outcome, rabc: the states of objects, in the scene of a dataset
//	a policy       policyloss, scizor, and actionvar, deminf, diversity, duplicates: all demonstrations together
//	groups         transfer
//	known ones     resemblance, datamil: some demonstrations are known to be good
//	rollouts       demoscore, successsim, cupid: rollouts of a policy cloned from all, with their success
//
// A Rule turns scores into the weight of a frame: Rules is its registry. AUROC says how well a score finds what a label
// says, and AUROCAtLength the same among demonstrations of like length, since many scores measure length.
//
// A pool has numbers alone: states, actions, states of objects. The package never learns the name of a group, of a
// style or of a task, whether a demonstration succeeded, or how a policy of the benchmark is trained. The policies here
// are kernel ridges and ridges on random features (policy.go, influence.go), for data of any robot.
//
// Scores do not depend on the order of the demonstrations: a pool sorts them by content, and so draws random numbers
// in that order.
//
// # Adding a score
//
// A new score is one file with a type and an init that calls Scores.Add. All of one:
//
//	func init() { Scores.Add("length", length{}) }
//
//	// length is minus the number of frames.
//	type length struct{}
//
//	func (length) About() Description {
//		return Description{Summary: "shorter is better", Source: "control", Cost: "none"}
//	}
//
//	func (length) Score(p *Pool, _ seed.Key) ([]float64, error) {
//		return p.Each(func(d *Demo) (float64, error) { return -float64(d.Frames()), nil })
//	}
//
// TestScoresConform ranges over the registry, so it tests the new score too.
package curate
