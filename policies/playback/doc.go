// Package playback plays single episodes for people to watch. A scripted demonstrator or a trained policy acts, or a
// recorded episode of a dataset is shown. The result is a film.Film, or a trace with one line a control step (1/30 s).
//
// The key of an episode is made of the word "film" or "trace", the seed, the task, the behaviour and, for films, the
// take. The same call therefore plays the same episode, and none of the episodes of a benchmark run.
//
// A policy that takes pictures observes those of the pure-Go renderer, in films and in traces. Neither affects the
// episodes that a benchmark counts: package bench/runner rolls those out. This package writes no files.
package playback
