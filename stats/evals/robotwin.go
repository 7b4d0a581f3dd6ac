package evals

import (
	"fmt"
	"math"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"counterpoise/internal/budget"
)

func init() {
	Formats.Add("robotwin", Format{
		About:      "_result.txt of RoboTwin's eval_policy.py",
		Recognises: func(path string) bool { return filepath.Base(path) == "_result.txt" && !isDir(path) },
		Read:       readRoboTwin,
		Label:      labelRoboTwin,
	})
}

// roboTwinRollouts is the number of episodes that eval_policy.py runs (test_num); its file has the rate alone.
const roboTwinRollouts = 100

// roboTwinPath is where eval_policy.py writes: task, policy, configuration of the scenes, setting of the training and
// time.
var roboTwinPath = regexp.MustCompile(
	`(?:^|/)([^/]+)/([^/]+)/([^/]+)/([^/]+)/([0-9]{4}-[0-9]{2}-[0-9]{2}[ _T][0-9:._-]+)/_result$`)

// labelRoboTwin reads the path of a result. One of a later time is another evaluation of the same training: nothing in
// it says otherwise.
func labelRoboTwin(path string) (label, bool) {
	m := roboTwinPath.FindStringSubmatch(path)
	if m == nil {
		return label{}, false
	}
	l := label{task: m[1], setting: m[3], method: m[2] + " " + m[4], when: m[5], again: true,
		form: "{task}/{method}/{task}/{method}/*"}
	if seed := roboTwinSeed.FindStringSubmatch(m[4]); seed != nil {
		l.method, l.trial, l.form = strings.TrimSpace(m[2]+" "+seed[1]), seed[2], "{task}/{method}/{task}/{seed}/*"
	}
	return l, true
}

// roboTwinSeed is a setting of the training that tells its seed.
var roboTwinSeed = regexp.MustCompile(`^(?:(.*)[_-])?seed[_=-]?([0-9]+)$`)

// readRoboTwin reads the last line, the rate of successes.
func readRoboTwin(path, field string, room *budget.Budget) (Results, error) {
	if field != "" && field != "success_rate" {
		return Results{}, fieldError(path, field, []string{"success_rate"})
	}
	raw, err := room.ReadFile(path)
	if err != nil {
		return Results{}, err
	}
	lines := strings.Split(strings.TrimSpace(string(raw)), "\n")
	rate, err := strconv.ParseFloat(strings.TrimSpace(lines[len(lines)-1]), 64)
	k := rate * roboTwinRollouts
	if err != nil || !strings.HasPrefix(lines[0], "Timestamp:") || !(rate >= 0 && rate <= 1) ||
		math.Abs(k-math.Round(k)) > 1e-6 {
		return Results{}, fmt.Errorf("%s is no _result.txt of RoboTwin: it begins with Timestamp: and ends with the "+
			"share of %d episodes that succeeded", path, roboTwinRollouts)
	}
	o := Outcome{Rollouts: roboTwinRollouts, Sum: math.Round(k)}
	what := fmt.Sprintf("success_rate of %d episodes, as eval_policy.py runs", roboTwinRollouts)
	for _, line := range lines {
		if kind, ok := strings.CutPrefix(line, "Instruction Type:"); ok {
			o.Group = strings.TrimSpace(kind) // of sentences that the policy has seen, or not
			what += ", instructions " + o.Group
		}
	}
	return Results{Outcomes: []Outcome{o}, What: what}, nil
}
