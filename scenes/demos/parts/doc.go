// Package parts tells by the names of a dataset's features which of them make up an action.
//
// Datasets of other robots name what they recorded as they like. Two things are stored among the components of an
// action that are none: marks, such as the end of the episode or which frames count, and further versions of the same
// action, such as positions of the joints beside a pose of the end effector. A policy that learned all of them side by
// side would predict the end of the episode, or each motion twice.
//
// A name decides by whole words of known lists. What no list knows is a component: leaving out a part of the robot is
// worse than keeping a mark. Readers say what they leave out, and the user may decide otherwise.
package parts
