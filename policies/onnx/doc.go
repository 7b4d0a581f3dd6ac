// Package onnx reads and writes policies as ONNX models, the exchange format of neural networks (onnx.ai, onnx.proto of
// version 1.17), and computes them.
//
// # Signature
//
// A model is a policy if its inputs are among these, by name, with a first dimension for the batch:
//
//	observation.state          float32 [1, 15]          robot_obs of CALVIN
//	scene_state                float32 [1, 24]          privileged: scene_obs of CALVIN
//	observation.images.static  uint8 [1, 200, 200, 3], or float32 [1, 3, 200, 200] in [0, 1] as LeRobot has pictures
//	observation.images.ego     uint8 [1, 84, 84, 3], or float32 [1, 3, 84, 84]
//	noise                      float32 [1, 7 chunk]     for policies that sample: N(0, 1), derived from the observation
//
// A policy that acts on H observations of a rollout has a second dimension for them in all inputs but noise, such as
// float32 [1, H, 15]: the present observation first, then those of the calls before in the order of age. At the start
// of a rollout its first observation stands in for those that there are not.
//
// Its first output is a chunk of CALVIN's relative actions: float32 [1, chunk, 7], [1, 7 chunk], or [1, 7].
// scenes/interface.go defines the numbers. Two entries of the model's metadata are read: counterpoise.execute, the
// number of actions to execute before the next observation (default 4, at most the chunk), and counterpoise.task, the
// task of the demonstrations.
//
// # How it is computed
//
// By an interpreter in plain Go of the operators in operators.go, in float32, one observation at a time: an answer does
// not depend on what else is asked. Other routes were considered: ONNX Runtime takes cgo and a shared library, which
// the default build does without, and github.com/gomlx/onnx-gomlx v0.3.4 is made for gomlx v0.26, whose packages v0.28
// moved. The interpreter is held to ONNX Runtime's outputs. It is for networks of the size that this program trains;
// larger ones are served by their own program, behind eval --remote.
//
// A model is untrusted: memory for its parameters and for its intermediate values is bounded by the size of the file,
// and the work of an answer by maxWork.
//
// The package does not know how policies are trained.
package onnx
