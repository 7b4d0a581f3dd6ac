package bench

// Margin is the number of percentage points within which two success rates count as equal: a tenth of all rollouts.
// It was chosen before any comparison was made, and it is the only one. That a difference is not significant never
// shows equality; that it lies within the margin does (two one-sided tests at 5 %, see stats.Equivalent).
const Margin = 10.0

// EqualityTrials is the number of trials from which on each comparison is tested for equality as well. Where the
// differences of pairs have a standard deviation of 15 points, as success rates over 100 rollouts have, 30 trials
// show that equal rates are equal with a probability of 94 %, 10 trials with 28 %.
const EqualityTrials = 30
