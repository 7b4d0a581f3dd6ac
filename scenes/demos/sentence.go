package demos

import "counterpoise/scenes"

// sentences are the instructions of the tasks in words, as policies that read language take them. They do not tell the
// behaviour, which an observation shows: a policy that is told need not look. That of picking is CALVIN's; CALVIN has
// none for a choice between two mechanisms.
var sentences = map[string]string{
	"picking": "grasp and lift the red block",
	"opening": "open the drawer or the sliding door",
}

// Sentence returns the instruction of the episode's task, the same for all of its behaviours.
func (e *Episode) Sentence() string {
	name := scenes.TaskName(e.Task)
	if s, ok := sentences[name]; ok {
		return s
	}
	return "solve the task " + name
}
