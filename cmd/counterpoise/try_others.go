package main

import (
	"context"

	"counterpoise/policies/weigh/datasets"
)

// prepare writes what trains and tests the arms of a dataset of another robot.
func (p program) prepare(d *datasets.Set, t trial) error {
	return misused("%s is of another robot, on which try does not train", t.path)
}

// collectTrial reads the results of other programs.
func (p program) collectTrial(ctx context.Context, dir string) error {
	return misused("--collect is not there yet")
}
