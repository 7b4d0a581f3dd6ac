package table

import (
	"slices"
	"strings"

	"counterpoise/internal/wording"
)

// foreign are names of columns in other languages than English, with the English one, in small letters.
var foreign = map[string]string{
	"methode": "method", "verfahren": "method", "ansatz": "approach", "méthode": "method", "método": "method",
	"metodo": "method", "方法": "method", "手法": "method", "算法": "algorithm", "策略": "policy",
	"erfolg": "success", "erfolge": "successes", "erfolgreich": "successes", "erfolgsrate": "success_rate",
	"erfolgsquote": "success_rate", "succès": "successes", "réussites": "successes", "taux_de_succès": "success_rate",
	"taux_de_réussite": "success_rate", "éxito": "success", "éxitos": "successes", "exitos": "successes",
	"tasa_de_éxito": "success_rate", "成功": "success", "成功数": "successes", "成功次数": "successes",
	"成功率":     "success_rate",
	"aufgabe": "task", "tâche": "task", "tarea": "task", "任务": "task", "任務": "task", "タスク": "task",
	"versuche": "trials", "anzahl_versuche": "n_trials", "essais": "trials", "intentos": "trials", "ensayos": "trials",
	"次数": "trials", "试验次数": "n_trials", "総数": "total", "总数": "total", "episoden": "episodes",
}

// english is the name of a column in English where it is a known one of another language, else the name.
func english(name string) string {
	if of, ok := foreign[strings.ReplaceAll(strings.ToLower(strings.TrimSpace(name)), " ", "_")]; ok {
		return of
	}
	return name
}

// Words that say in a name that a number of something follows or stands before.
var (
	numberFirst = []string{"n", "num", "number", "nr", "nb", "count", "anzahl", "anz", "nombre", "número", "numero"}
	numberLast  = []string{"count", "counts", "number", "num"}
)

// rolloutNouns are what a row has several of in its number of rollouts; ratherRollouts may also be something else, and are
// taken for rollouts where the outcome counts successes.
var (
	rolloutNouns = []string{"rollouts", "rollout", "trials", "episodes", "attempts", "evaluations", "evals", "executions",
		"tries", "tests", "versuche", "essais", "intentos", "eval", "evaluation", "test"}
	ratherRollouts = []string{"", "samples", "sample", "runs", "tests", "observations", "repetitions", "repeats", "reps"}
)

// settings are plurals in the names of columns that say how much of something a method had, and tell no trainings apart.
var settings = []string{"seeds", "demos", "demonstrations", "samples", "steps", "epochs", "params", "parameters", "frames",
	"trajectories", "trajs", "hours", "minutes", "gpus", "iterations", "iters", "updates", "trainings", "policies",
	"checkpoints", "layers", "runs", "repeats", "reps", "repetitions", "transitions", "examples", "observations", "objects",
	"tasks", "demonstrationen", "beispiele"}

// quantity reports whether a column has numbers of something by its name, and of what: "# trials", "n seeds",
// "num_demos", "count", "demos". What is empty where the name does not say.
func quantity(name string) (of []string, ok bool) {
	name = strings.TrimSpace(english(name))
	words := wording.NameWords(name)
	sign := strings.HasPrefix(name, "#")
	switch {
	case sign && len(words) == 0:
		return nil, false // which often numbers the rows
	case sign:
		return words, true
	case len(words) == 0:
		return nil, false
	case slices.Contains(numberFirst, words[0]), words[0] == "no" && len(words) > 1 && words[1] == "of": // not no_aug
		of = words[1:]
		for len(of) > 0 && slices.Contains([]string{"of", "de", "der", "d"}, of[0]) {
			of = of[1:]
		}
		return of, true
	case slices.Contains(numberLast, words[len(words)-1]):
		return words[:len(words)-1], true
	case slices.Contains(settings, words[len(words)-1]):
		return words, true
	}
	return nil, false
}

// last is the last word, which says what a compound is.
func last(words []string) string {
	if len(words) == 0 {
		return ""
	}
	return words[len(words)-1]
}

// countsRollouts reports whether a name says that a column has numbers of rollouts; rather says that it may.
func countsRollouts(name string) (is, rather bool) {
	if slices.Contains(usual["rollouts"], plain(strings.TrimSpace(name))) {
		return true, false
	}
	of, ok := quantity(name)
	if !ok {
		return false, false
	}
	if of != nil && slices.Contains(rolloutNouns, last(of)) {
		return true, false
	}
	return false, len(of) < 2 && slices.Contains(ratherRollouts, last(of))
}

// trainingNouns are the words for trainings in the names of columns that count these.
var trainingNouns = []string{"seeds", "seed", "trainings", "policies", "runs", "replicates", "checkpoints"}

// severalTrainings is the column that says that rows are of several trainings each, -1 where none does.
func (d *detector) severalTrainings() int {
	for at, name := range d.Names {
		of, ok := quantity(name)
		if !ok || d.role(at) != "" || !slices.Contains(trainingNouns, last(of)) || d.columns[at].kind != whole {
			continue
		}
		for _, row := range d.Rows {
			if n, ok := wholeNumber(row[at]); ok && n > 1 {
				return at
			}
		}
	}
	return -1
}
