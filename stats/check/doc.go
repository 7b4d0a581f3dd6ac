// Package check looks at results before they are compared: for repeated and missing starts, for starts that methods do
// not share, outcomes that go with the place in a batch, conditions that each method has to itself, settings of
// inference that are mixed, and checkpoints or copies of one training that look like several trainings. What it finds
// may be meant; it says where to look and what to do.
package check
