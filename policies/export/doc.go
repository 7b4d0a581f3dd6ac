// Package export writes trained policies as ONNX models of the signature of package onnx: observations in, a chunk of
// actions out. Observer, standardizer, network and the decoding of the head are all in the model.
//
// Every network is exported, with every observer and head. Under a head that samples the model has an input of noise.
// The model of a policy that acts on a history has that many observations in each input, the present one first.
package export
