package evals

import (
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// methodWords are words in the names of usual methods.
var methodWords = []string{"act", "dp", "diffusion", "bc", "rnn", "gmm", "mlp", "transformer", "pi", "vqbet", "smolvla",
	"tdmpc", "octo", "openvla", "vla", "policy", "baseline", "ours", "iql", "cql", "hbc", "sac", "ppo", "dagger"}

// usual reports whether some name has such a word.
func usual(names map[string]bool) bool {
	for name := range names {
		for _, w := range wording.NameWords(name) {
			if slices.Contains(methodWords, w) {
				return true
			}
		}
	}
	return false
}

// crossTasks takes the second of two parts that name the methods for a task where every first part has every second
// one, as in act/lift, act/can, dp/lift, dp/can, seeds are told, and nothing else tells tasks. Where the second parts
// alone have names of usual methods, the first are the tasks.
func crossTasks(found []source, labels []label) {
	methods, tasks, both := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for i, l := range labels {
		parts := strings.Split(l.method, "/")
		if len(parts) != 2 || l.trial == "" || l.task != "" || found[i].method != "" {
			return
		}
		methods[parts[0]], tasks[parts[1]], both[l.method] = true, true, true
	}
	if len(methods) < 2 || len(tasks) < 2 || len(both) < len(methods)*len(tasks) {
		return
	}
	swapped := usual(tasks) && !usual(methods)
	for i := range labels {
		l := &labels[i]
		if l.method, l.task, _ = strings.Cut(l.method, "/"); swapped {
			l.method, l.task = l.task, l.method
		}
		form := strings.Split(l.form, "/")
		if at := slices.Index(form, l.task); at >= 0 {
			form[at] = "{task}"
		}
		l.form = strings.Join(form, "/")
	}
}
