// Package robomimic keeps datasets in robomimic's format: one HDF5 file.
//
//	data                  attributes total, env_args (JSON), counterpoise (our card, JSON)
//	data/demo_N           attributes num_samples, and our labels task, behaviour, style, index, success
//	data/demo_N/actions   (T, 7), relative actions in [-1, 1]
//	data/demo_N/rewards   (T,), 1 in the last frame of a success, and dones (T,), 1 in the last frame
//	data/demo_N/obs/...   robot_obs (T, 15), scene_obs (T, 24), static_image (T, 200, 200, 3), ego_image (T, 84, 84, 3)
//	mask/BEHAVIOUR        names of the demonstrations of a behaviour, which robomimic calls a filter key
//
// Source: robomimic's documentation, "Dataset Structure". There are no simulator states (states), because nothing but our
// tabletop could load them.
//
// Other people's files are read with any widths: the state is all vectors of obs side by side in alphabetical order, but
// for "object", which is the scene; a demonstration's filter keys are its label "mask" (the operators "better", "okay" and
// "worse" of the multi-human sets), and the environment's name is its task.
//
// The package knows files and episodes; it never knows what the numbers mean.
package robomimic
