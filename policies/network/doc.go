// Package network says what a policy observes, how it computes and what its outputs mean. Three registries hold one
// file an entry, and a policy names one of each:
//
//	Observers  what a policy takes from an observation: a list of features     state, vision
//	Networks   how it computes: parameters, initialisation, forward pass       mlp, transformer, cnn, vit, resnet18,
//	                                                                           spatial
//	Heads      what its outputs mean: loss in training, action in inference    squared, gaussian, bins, flow, diffusion
//
// A Model is one of each with parameters, and builds the graphs that training and inference compile:
//
//	observation --Observer--> features --Standardizer--> Network --> outputs --Head--> action, or loss of a row
//
// With a history a policy acts on several observations: their features stand side by side, the present one's first, and
// pictures are those of each observation, read with the same weights (Spec.History, Picture.Age).
//
// # Adding an architecture
//
// A network is one file: a type with the methods of Network and an init that adds it to Networks. Nothing else has to
// change: training, checkpoints, files, benchmarks and the conformance tests find it by name, and methods that observe
// gradients of groups work as well, at the cost of one gradient a group. A network that has a cheaper way implements
// Grammed. One that reads pictures itself, instead of the features of a frozen encoder, implements PictureReader, and
// EncoderTrainer if it starts from that encoder. One whose matrix products have several rows an observation implements
// Unbatched.
//
// A head whose policy samples its actions, such as flow matching or diffusion, implements Generative: its network reads
// noised actions and a time step besides the features.
//
// The package imports neither datasets nor groups nor optimisers.
package network
