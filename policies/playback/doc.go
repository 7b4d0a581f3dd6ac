// Package playback plays one episode for a person to look at: a scripted demonstrator acts, or a trained policy, or a
// dataset's recording is shown. The result is a film.Film, or a trace of what happened in each control step.
//
// An episode is drawn from a key of its own ("film" or "trace", the seed, the task, the behaviour and the take), so
// it is none of the episodes of a run, and the same call plays the same episode.
//
// The package writes no files and counts no successes: benchmarks roll policies out in package bench.
package playback
