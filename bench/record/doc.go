// Package record has what is recorded of a benchmark's runs, as plain data: the cell that names a trained and evaluated
// policy, its record with data, training and outcomes, the evaluation of a single policy, the device, and the size of a
// run. The file record.go documents the schema of the records.
//
// The package stands on the ground floor: it imports no other package of the module but those of internal, so a
// program that reads records links neither the simulator nor a tensor library. What must be known of tasks, methods or
// networks is handed in, or is checked by package bench and package policies/train.
package record
