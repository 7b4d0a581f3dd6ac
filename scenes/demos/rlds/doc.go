// Package rlds reads and writes datasets in the form of RLDS and Open X-Embodiment, as TensorFlow Datasets (TFDS) keeps
// them: a folder of one version, such as bridge/1.0.0.
//
//	dataset_info.json                          name, version, splits, lengths of the shards
//	features.json                              types and shapes of the features, nested
//	NAME-SPLIT.tfrecord-00000-of-00003         shards: a record an episode (internal/tfrecord), a tf.train.Example
//	FEATURE-PATH.labels.txt                    names of a ClassLabel, a line each
//	counterpoise.json                          the card (demos.Card), in datasets of this program
//
// An Example is a map from the path of a feature to the values of all steps, one after another. What is written:
//
//	steps/observation/image, wrist_image       pictures of the static and of the gripper camera, PNG
//	steps/observation/state                    float32 (15)
//	steps/scene_state                          float32 (24), privileged: no policy should take it
//	steps/action                               float32 (7)
//	steps/reward, discount                     float32: 1 in the last step after a success, else 0; and 1
//	steps/is_first, is_last, is_terminal       bool; terminal is the last step of a demonstration that succeeded
//	steps/language_instruction                 the sentence of the task
//	episode_metadata/task, behaviour, style, index, success
//
// scenes/interface.go defines the numbers of action, state and scene_state.
//
// Datasets of other programs are read with any widths, see roles.go. Every scalar of episode_metadata is a label.
//
// Sources: tensorflow_datasets 4.9 (core/example_serializer.py, core/features, core/naming.py), the protocol buffers
// example.proto and feature.proto of TensorFlow, and the description of RLDS (github.com/google-research/rlds).
//
// The package handles files and episodes. It does not interpret the numbers in them.
package rlds
