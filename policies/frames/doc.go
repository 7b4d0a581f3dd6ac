// Package frames turns demonstrations into training rows: what the policy sees at each frame, the actions that the
// demonstrator took from there on, and the group that the frame counts for. It splits off held-out episodes and draws
// batches. It knows neither how rows are fitted nor how groups are weighed.
package frames
