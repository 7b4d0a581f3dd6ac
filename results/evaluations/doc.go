// Package evaluations says whether two policies differ that were evaluated one by one (record.Evaluation): of this
// program or of others, on the same task and from the same initial states.
//
// Rollout r of a behaviour starts from the same state in both, so the rollouts are pairs: both policies succeed, one of
// them, or none. The test is McNemar's, which is exact, and the interval of the difference Newcombe's for paired rates.
// They are about these two policies. What a method of training is worth takes several trainings of it; stats compare
// reads their evaluations by outcomes.go.
package evaluations
