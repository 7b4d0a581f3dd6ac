// Package policies is the commands on single policies: train, eval, export and serve. Training, rollouts and the
// policies behind a socket are in the packages policies/train, bench/runner and bench/remote.
package policies
