// Package elsewhere trains policies on demonstrations of environments other than the tabletop: rows of states and
// actions of any widths, by the same trainer and networks (train.Rows). Pictures become numbers of the state, through
// the frozen encoder (SeePicture), where demonstrations are read and where a policy is rolled out.
package elsewhere
