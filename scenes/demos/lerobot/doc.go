// Package lerobot reads and writes datasets in LeRobot's format v3.0: a folder of Parquet tables.
//
//	meta/info.json                             version, counts, path templates, types and shapes of the features
//	meta/stats.json                            mean, std, min, max and count of each feature
//	meta/tasks.parquet                         task_index, and the text of the task as the pandas index
//	meta/episodes/chunk-000/file-000.parquet   one row per episode: index, tasks, length, range of frames, data file;
//	                                           and the labels task, behaviour, style, index, success
//	data/chunk-000/file-000.parquet            one row per frame: action (7), observation.state (15),
//	                                           observation.environment_state (24), observation.images.static and .ego
//	                                           (PNG), timestamp (s), frame_index, episode_index, index, task_index
//	meta/counterpoise.json                     the card (demos.Card)
//
// scenes/interface.go defines the numbers of action, observation.state and observation.environment_state.
//
// Sources: the code of LeRobotDataset, codebase version v3.0, and the specification of Apache Parquet. Pictures are
// PNG files inside the tables (LeRobot's feature type "image"), which are lossless. Videos (type "video") are lossy and
// are neither written nor read.
//
// Folders of other programs are read with any widths. Every scalar column of the table of episodes is a label.
//
// The Parquet library allocates memory for the lengths that a file claims. validate.go therefore checks the metadata of
// each file before the library opens it, and panics of the library on damaged files are returned as errors.
//
// The package handles files and episodes. It does not interpret the numbers in them.
package lerobot
