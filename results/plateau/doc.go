// Package plateau finds the number of gradient steps after which success no longer rises, from records of designs that
// vary the number of steps on balanced data: the rule by which the lines of bench.Calibrations are chosen.
//
// The number is the least one whose success, mean over the behaviours and over trials, lies within Tolerance points of
// the best on the grid. More steps can succeed less, so neither "until the loss is flat" nor "the more the better"
// would do. How far each number stays behind the best has an interval of Level, because the best of several means is
// not known exactly.
package plateau
