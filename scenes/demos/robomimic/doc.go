// Package robomimic reads and writes datasets in the format of robomimic: one HDF5 file.
//
//	data                  attributes total (frames), env_args (JSON), counterpoise (demos.Card, JSON)
//	data/demo_N           attributes num_samples (T) and the labels task, behaviour, style, index, success
//	data/demo_N/actions   (T, 7) float32, relative actions; scenes/interface.go defines the numbers, robot_obs and
//	                      scene_obs too
//	data/demo_N/rewards   (T,) float64, 1 in the last frame of a successful demonstration, otherwise 0
//	data/demo_N/dones     (T,) int64, 1 in the last frame, otherwise 0
//	data/demo_N/obs       robot_obs (T, 15) float32, scene_obs (T, 24) float32,
//	                      static_image (T, 200, 200, 3) uint8, ego_image (T, 84, 84, 3) uint8
//	data/demo_N/next_obs  obs one frame later; the last frame is there twice
//	mask/train, valid     names of the demonstrations to train on and of those to validate on, a tenth of each
//	                      behaviour; robomimic calls such a list a filter key
//	mask/BEHAVIOUR        names of the demonstrations of one behaviour, and its split, BEHAVIOUR_train and
//	                      BEHAVIOUR_valid
//
// Sources: robomimic's documentation, "Dataset Structure", and its code, versions 0.3.0 and 0.5.0, which reads the type
// of the environment from env_args. With the type of Gym's environments robomimic trains; its rollouts stay off
// (experiment.rollout.enabled=false), because it cannot make this environment. Simulator states (data/demo_N/states)
// are not written, because only this program's tabletop could load them.
//
// Files of other programs are read with any widths, LIBERO's too, which have the same structure. The state is the
// concatenation of all vectors of obs in alphabetical order, those in groups of obs by their path, except "object",
// which is the scene; an obs that is one array is the state. Without obs the scene is the states of the simulator. The
// filter keys of a demonstration are its label "masks", and those of them that group demonstrations its label "mask":
// samples such as 20_percent, splits such as better_train and unions of other keys do not. Its attributes that are
// numbers, truth values or short texts are labels too. The task is LIBERO's instruction, or the name of the
// environment, unless it is an attribute.
//
// The package handles files and episodes. It does not interpret the numbers in them.
package robomimic
