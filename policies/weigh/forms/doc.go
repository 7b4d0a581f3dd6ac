// Package forms writes weights of demonstrations into a folder, in the forms that training programs take:
//
//	weights.csv                  a row a demonstration and method: 1 is whole, 0 is left out
//	sampling-METHOD.json, .csv   a weight for every demonstration, for PyTorch's WeightedRandomSampler and others
//	weights-METHOD.parquet       of LeRobot's datasets: a row a frame, with lerobot_weights.py, which trains with it
//	robomimic-METHOD.json        train.data of robomimic 0.5, where groups are lists in its files
//	remix-METHOD.json            pairs of dataset and weight, as Re-Mix and Octo mix, where groups are datasets
//	run-METHOD.json              of datasets of our tabletop: what counterpoise run --weights reads
//
// Every file says what a weight in it means, and has digests of its datasets: weights of one dataset are not those of
// another of equal size.
package forms
