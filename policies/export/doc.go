// Package export writes trained policies as ONNX models, the exchange format of neural networks (onnx.ai, onnx.proto of
// version 1.17): observations in, a chunk of actions out. Observer, standardizer, network and the decoding of the head
// are all in the model.
//
// Inputs, as far as the policy observes them, each with a first dimension for the batch:
//
//	observation.state          float32 [batch, 15]          robot_obs of CALVIN
//	scene_state                float32 [batch, 24]          privileged: scene_obs of CALVIN
//	observation.images.static  uint8 [batch, 200, 200, 3]
//	observation.images.ego     uint8 [batch, 84, 84, 3]
//	noise                      float32 [batch, 7 chunk]     for policies that sample: N(0, 1)
//
// The output is float32 [batch, chunk, 7], CALVIN's relative actions (scenes/interface.go). The metadata hold
// counterpoise.execute, the number of actions to execute before the next observation, and counterpoise.task, the task
// of the demonstrations. The program computes no models: counterpoise.serve_onnx of the Python package serves them by
// ONNX Runtime, which the tests hold them to.
//
// Every network is exported, with every observer and head. Under a head that samples the model has an input of noise.
// The model of a policy that acts on a history has that many observations in each input, the present one first.
package export
