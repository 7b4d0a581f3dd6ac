package bench

// Margin is the number of percentage points within which two success rates count as equal: a tenth of all rollouts. It was
// chosen before any comparison was made, and it is the only one. That a difference is not significant never shows equality;
// that it lies within the margin does (two one-sided tests at 5 %, see stats.Equivalent).
const Margin = 10.0

// EqualityTrials is from how many trials on results ask each comparison for equality as well. Where the differences of pairs have
// a standard deviation of 15 points, which is what rates over some trials of 100 rollouts have, 30 trials show the equality of
// equals in 94 of 100 repetitions; 10 trials do in 28.
const EqualityTrials = 30
