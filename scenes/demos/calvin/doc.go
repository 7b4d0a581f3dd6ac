// Package calvin reads and writes datasets in the format of CALVIN: a folder with one NumPy archive per frame.
//
//	episode_0001000.npz       one frame: actions (7), rel_actions (7), robot_obs (15), scene_obs (24) as <f4,
//	                          rgb_static (200, 200, 3), rgb_gripper (84, 84, 3) as |u1
//	ep_start_end_ids.npy      (N, 2) <i8, first and last frame of each episode, both inclusive
//	ep_lens.npy               (N,) <i8, number of frames of each episode
//	statistics.yaml           mean and standard deviation of the observations, bounds of the actions
//	lang_annotations/auto_lang_ann.npy   a pickled dictionary: sentence, its embedding, task and frames of each
//	                                     annotated window; sentence and task are CALVIN's
//	lang_annotations/embeddings.npy      a pickled dictionary: sentence and embedding of each task
//	counterpoise.json         the card and the labels of the episodes, for which CALVIN's files have no place
//
// Source: the README of CALVIN's dataset and datarenderer.py in its repository. The folder is one split; CALVIN's
// loaders expect one named "training" and one named "validation" in a common folder. What the numbers of rel_actions,
// actions, robot_obs and scene_obs mean is defined in scenes/interface.go. rel_actions are the actions of
// demos.Episode. actions are absolute poses (demos.Raw.Absolute), computed as CALVIN computes them, from the pose that
// the next frame measures. Depth and tactile pictures are not written, nor .hydra/merged_config.yaml, which describes a
// scene of PyBullet. The embeddings come from no language model (see embedding).
//
// Folders of other programs are read with any widths, and with other names of frames (findNames). If there are language
// annotations, each annotated window is an episode with the labels task and annotation. Otherwise each row of
// ep_start_end_ids.npy is an episode. Where scene_info.npy says in which scene its frames were recorded, that is the
// label scene.
//
// The package handles files and episodes. It does not interpret the numbers in them.
package calvin
