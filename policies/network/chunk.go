package network

import "counterpoise/scenes"

// ActionSize is the number of components of an action.
const ActionSize = len(scenes.Action{})

// MaxChunk is the greatest number of actions that are predicted at once: two seconds at 30 Hz, longer than any policy
// of the field plans ahead.
const MaxChunk = 64
