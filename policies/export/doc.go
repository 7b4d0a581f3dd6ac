// Package export writes trained policies as ONNX models of the signature of package onnx: observations in, a chunk of
// actions out. Observer, standardizer, network and the decoding of the head are all in the model.
//
// Exported are policies with network "mlp", and "spatial", which deploys as one, with every observer and head. Under a
// head that samples the model has an input of noise. Networks that read pictures themselves and transformers are not.
package export
