// Package yaw compares the success of two arms by the turn of the block at the start of a rollout, for tasks that turn
// one (scenes.StartTurner): the knob Yaw is the main difficulty of "picking".
//
// Records hold no initial states: they follow from the cell, whose start key draws them again, without physics or a
// policy. Rollout r of a trial starts from the same state under every arm, so a bin compares the same starts.
package yaw
