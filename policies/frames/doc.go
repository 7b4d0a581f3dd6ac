// Package frames turns demonstrations into training rows: what the policy observes at each frame, the actions that the
// demonstrator took from there on, and the group that the frame counts for. It splits off held-out episodes and draws
// batches. It neither fits rows nor weighs groups.
package frames
