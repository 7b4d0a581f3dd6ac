// Package elsewhere trains policies on demonstrations of environments other than the tabletop: rows of states and
// actions of any widths, by the same trainer and networks (train.Rows).
package elsewhere
