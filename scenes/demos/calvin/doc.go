// Package calvin keeps datasets as CALVIN does: a folder with one NumPy archive a frame.
//
//	episode_0000000.npz ...   actions (7), rel_actions (7), robot_obs (15), scene_obs (24), rgb_static (200, 200, 3),
//	                          rgb_gripper (84, 84, 3)
//	ep_start_end_ids.npy      (N, 2), first and last frame of each episode; ep_lens.npy (N,)
//	statistics.yaml           mean and deviation of the observations, bounds of the actions
//	lang_annotations/auto_lang_ann.npy   a pickled dictionary: for each episode a sentence, a task and its frames
//	counterpoise.json         our card and labels, which have no place in CALVIN's own files
//
// Source: the dataset's README and datarenderer.py in CALVIN's repository. The folder is one split: write one as
// "training" and one as "validation" into a folder of their own, and CALVIN's loaders find both. rel_actions are our
// actions; actions, the absolute pose to go to, is made as CALVIN makes it, from what the next frame measures. Depth and
// touch are not drawn here. No sentence embeddings are written (language.emb), because no language model is at hand.
//
// Other people's folders are read with any widths. Where there are language annotations, each annotated window is an
// episode with the labels task and annotation; otherwise each episode of ep_start_end_ids is one, without labels.
//
// The package knows files and episodes; it never knows what the numbers mean.
package calvin
