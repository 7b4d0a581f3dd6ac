package main

import "fmt"

// exitStatus is the finding of a command that has printed its answer, as an exit code. 1 and 2 stay errors.
type exitStatus int

// Error implements error.
func (e exitStatus) Error() string { return fmt.Sprintf("exit status %d", int(e)) }
