package bench

import "counterpoise/bench/record"

// The policies that the benchmark is calibrated for.
var (
	// StatePolicy observes joints, gripper, the position of the red block and the bulb.
	StatePolicy = record.Policy{Observer: "state", Network: record.DefaultNetwork, Head: record.DefaultHead}
	// VisionPolicy observes the pictures of both cameras, joints and gripper.
	VisionPolicy = record.Policy{Observer: "vision", Network: record.DefaultNetwork, Head: record.DefaultHead}
)

// ResidualPolicy learns from both pictures end to end, by residual networks, in steps of 64 frames.
var ResidualPolicy = record.Policy{
	Observer: "vision", Network: "resnet18", Head: record.DefaultHead, Settings: record.PolicySettings{Batch: 64},
}
