// Package theory evaluates the four theorems of the study (Propositions and Eqs. 8, 12, 15 of arXiv:2508.06319) in
// closed form, on small models whose optimum is known.
//
// Each theorem is checked twice: where its assumptions hold, the deviation from the printed statement must be
// rounding error; where one assumption is dropped, a counterexample with numbers says by how much the statement
// fails. The package trains no policy and plays no rollout, and always gives the same numbers.
package theory
