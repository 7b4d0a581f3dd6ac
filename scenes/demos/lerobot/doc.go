// Package lerobot keeps datasets in LeRobot's format v3.0: a folder of Parquet tables.
//
//	meta/info.json                               features with their types and shapes, counts, paths
//	meta/stats.json                              mean, deviation, least and greatest of each feature
//	meta/tasks.parquet                           the texts of tasks
//	meta/episodes/chunk-000/file-000.parquet     a row an episode: lengths, places, tasks; and our labels behaviour, style,
//	                                             index, success
//	data/chunk-000/file-000.parquet              a row a frame: action (7), observation.state (15),
//	                                             observation.environment_state (24), observation.images.static and .ego (PNG)
//	meta/counterpoise.json                       our card
//
// Source: LeRobotDataset's code, version v3.0, and the Parquet format. Pictures are PNG inside the tables (LeRobot's type
// "image"), which loses nothing; film in mp4, which does, is neither written nor read.
//
// Other people's folders are read with any widths. Every plain column of the table of episodes is a label.
//
// Parquet itself is read by a library that trusts what lengths a file claims, so each file is walked before it is opened
// (guard.go), and what then still fails fails as an error.
//
// The package knows files and episodes; it never knows what the numbers mean.
package lerobot
