// Package encoder computes the picture features of policies: for each of two cameras a few dozen image positions and
// presence values.
//
// An Encoder holds the weights of two spatial encoders (Spatial), one for the static camera and one for the camera
// at the gripper. A spatial encoder applies the same small network to every patch of a picture, which gives K
// activation maps, and returns the centroid and the squashed mass of each map: soft-argmax features in the manner
// of Levine et al. (2016), "End-to-end training of deep visuomotor policies", without the softmax.
//
// The embedded encoder (Frozen) is trained on random scenes with known object positions (Train), before and apart
// from any policy. Because its weights are fixed, the features of a demonstration are computed once
// (Extractor.EncodeEpisode) and cached in the episode; with random shifts of the pictures they are computed several
// times, once for each variant.
//
// Encode runs on hand-written kernels (dense). Train, and policies that continue to train the encoder, use the same
// function as a gomlx graph (Spatial.Forward). A test compares the two.
//
// The package never depends on tasks, demonstrations' labels or behaviour cloning.
package encoder
