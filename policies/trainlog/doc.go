// Package trainlog writes the history of a training into a folder: log.csv for people and their tools, and a file of
// events that TensorBoard reads while the training is under way.
//
// # log.csv
//
// One line a step of each run, under the header
//
//	run,step,loss G...,weight G...[,held-out loss G...]
//
// with one column a group G of each kind. Runs that the method needed before the policy's own come first and are
// numbered from 1; the policy's own run is called policy. A run without held-out losses has empty fields there.
//
// # Events
//
// The file events.out.tfevents.0.counterpoise has the same numbers as scalars named loss/G, weight/G and held-out
// loss/G. The names of earlier runs begin with "run N before ".
//
// The package depends on neither networks nor optimizers: it reads a mixture.Log.
package trainlog
