// Package fixedtheta holds what the seventh freeze predicted of the study's method against the records of its run
// (results/freeze.md, experiments "fixed-theta" and "fixed-theta-more").
//
// Where the policy of a search for a reference loss is fixed, the reference is E|a|², the mean square of a group's
// actions, and the weights drift by how much the groups move (balance.Drift):
//
//	alpha_opt = 1/2 + ηT/2 ((L_opt - E_opt) - (L_bad - E_bad))
//
// The freeze predicted that weight for six styles of bad demonstrations in two tasks, and what the method does to
// success beside plain cloning. A style is looked at once, when all of its trials are there; before, it has no rows. So
// are the shares of bad demonstrations (experiment "shares-and-start"), of which nothing was predicted.
package fixedtheta
