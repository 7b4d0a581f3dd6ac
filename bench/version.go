package bench

import "counterpoise/scenes/demos"

// Version names what decides a result besides the cell: records of different versions are never compared. The first
// number is raised when a policy's defaults, the trainer or the protocol of rollouts changes the outcome of a cell;
// the second number is the version of the simulator and its demonstrators.
const Version = "3." + demos.Version
