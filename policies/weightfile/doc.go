// Package weightfile reads the weights that another program has computed for the demonstrations of a run: a file of any
// tool, in any language, as CSV, JSON or Parquet.
//
// A run trains on other demonstrations in every trial, so a file has weights for several datasets, each named by the
// digest of its content (demos.Card.Hash; command demos pools writes datasets and digests). u is the weight of a
// demonstration's frames, one number for all of them or one for each frame, at least 0, on any scale:
//
//	J(θ) = sum_r u_r l_r(θ) / sum_r u_r      over all frames r of a dataset (balance.Given)
//
// CSV has a header and a row for each demonstration or frame; Parquet has the same columns:
//
//	method         the name of the weights, the same in every row; without the column the file's own name
//	digest         of the dataset
//	demonstration  its number in the dataset, from 0; also episode or episode_index
//	frame          its number in the demonstration, from 0; also frame_index. Without the column, several rows of one
//	               demonstration are its frames in order
//	weight         u; also frame_weight
//
// Other columns are ignored. JSON has the same as an object, with a number or a list of numbers a demonstration:
//
//	{"method": "mine", "datasets": {"DIGEST": [1, 0.5, [0.1, 0.2]]}}
//
// Its member meaning, a text that says what a weight means, is for people and changes nothing.
//
// The package computes no weights and trains nothing.
package weightfile
