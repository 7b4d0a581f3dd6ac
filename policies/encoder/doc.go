// Package encoder turns the pictures of both cameras into features that say where things are, and trains what does so.
//
// An Encoder is a pair of spatial encoders (see Spatial), one a camera. The embedded one (Frozen) was trained on random
// scenes, without demonstrations and tasks, and is never changed: the features of a demonstration are computed once
// (View.EncodeEpisode) and kept. The package never hears of behaviour cloning.
package encoder
