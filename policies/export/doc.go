// Package export writes trained policies as ONNX models of the signature of package onnx: observations in, a chunk of
// actions out. Observer, standardizer, network and the decoding of the head are all in the model.
//
// Exported are policies with networks "mlp", "spatial", which deploys as one, and "transformer", with every observer
// and head. Under a head that samples the model has an input of noise. Not exported are networks that read pictures
// themselves (cnn, vit, resnet18), and policies that act on a history: the model of a policy sees one observation.
package export
