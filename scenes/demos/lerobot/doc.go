// Package lerobot writes datasets in LeRobot's format v3.0, a folder of Parquet tables, and reads v2.0, v2.1 and v3.0.
//
//	meta/info.json                             version, counts, path templates, types, shapes and names of the features
//	meta/stats.json                            of each feature mean, std, min, max, count and five quantiles
//	meta/tasks.parquet                         task_index, and the text of the task as the pandas index
//	meta/episodes/chunk-000/file-000.parquet   one row per episode: index, tasks, length, range of frames, data file,
//	                                           statistics of each feature, places in the videos; and the labels task,
//	                                           behaviour, style, index, success
//	data/chunk-000/file-000.parquet            one row per frame: action (7), observation.state (15), scene_state (24),
//	                                           observation.images.static and .ego (PNG), timestamp (s), frame_index,
//	                                           episode_index, index, task_index, behaviour_index, style_index,
//	                                           next.success
//	videos/observation.images.static/...       the pictures instead, where they are asked for as videos
//	meta/counterpoise.json                     the card (demos.Card); counterpoise_source.json where pictures were left
//	                                           out or changed, which is the card of the dataset that they come from
//
// features.go names the features, and scenes/interface.go defines the numbers of action, observation.state and
// scene_state. Version 2, with a data file an episode, is in read_v2.go.
//
// Sources: the code of LeRobotDataset, versions 0.3.3 (format v2.1), 0.4.4 and 0.6.1 (v3.0), and the specification of
// Apache Parquet. Pictures are PNG files inside the tables (LeRobot's feature type "image"), which are lossless. Videos
// (type "video") are lossy: ffmpeg writes them, and decodes them where their pictures are asked for (demos.Film).
//
// Folders of other programs are read with any widths, under the names that roles.go knows. Every scalar column of the
// table of episodes is a label, and so is every scalar of a line of version 2's list. Where LeRobot's tools have lost
// labels, the frames say them: the task (tasks.go), success, behaviour and style. A text, a whole number or a truth
// value that all frames of an episode have, such as an operator's name, is a label too (labels.go). A file of the table
// of episodes that is missing is an error, and so are rows of a data file that no episode has.
//
// The Parquet library allocates memory for the lengths that a file claims. validate.go therefore checks the metadata of
// each file before the library opens it, and panics of the library on damaged files are returned as errors.
//
// WriteFrameWeights writes a table of weights, and ReadRows reads any table; both are for other packages. None of this
// interprets the numbers of a dataset.
package lerobot
