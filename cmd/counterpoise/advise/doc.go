// Package advise is the commands that judge the demonstrations of a dataset: advise, weigh, try and arena, and below
// dev what measures them (agreement, elsewhere, known, regret). Weights are made in policies/weigh, advice and its
// tests in results/advice and results/decide.
package advise
