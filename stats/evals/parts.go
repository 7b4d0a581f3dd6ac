package evals

import (
	"regexp"
	"slices"
	"strings"
	"sync"
)

// kind is what a token of a path is.
type kind int

const (
	clearSeed  kind = iota // a training seed by its name: seed_1, seed=1
	maybeSeed              // one by a short or general name: s1, run1, trial1
	evalSeed               // of an evaluation: eval_seed_1
	checkpoint             // step_5000, epoch=100, ckpt-3, last
	placed                 // a task or scene: task_1, scene-2
	moment                 // a time or a date
	measured               // a score in a name: test_mean_score=0.750
	piece                  // of an evaluation that ran in pieces: shard_0, shard-1-of-4
)

// token is a token of one part of a path: part[from:to], with its value.
type token struct {
	kind
	from, to           int
	valueFrom, valueTo int
}

// letters of a word end where these begin, and begin where these end.
const (
	before = `(?i)(?:^|[^a-z0-9])(`
	after  = `)(?:$|[^a-z0-9])`
)

// training are the words for how long a policy was trained.
const training = `(?:(?:global|train|training|env|gradient)[-_. ]?)?(?:steps?|epochs?|iters?|iterations?|updates?)`

// tokens are the patterns of tokens, an earlier one before a later one: the first group is the token, the second its
// value.
var tokens = []struct {
	kind
	text string
}{
	// wandb/run-20251201_101011-a1b2c3d4
	{moment, before + `(?:offline-)?run-([0-9]{8}_[0-9]{6})-[a-z0-9]{8}` + after},
	// Dec01_10-10-11, of SummaryWriter
	{moment, before + `((?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[0-3][0-9]` +
		`_[0-2][0-9]-[0-5][0-9]-[0-5][0-9])` + after},
	// 20251201101011, 2025-12-01, 2025-12-01_10-10-11, 20251201_101011, 2025.12.01
	{moment,
		`(?:^|[^0-9])(((?:19|20)[0-9]{2}[-_.]?(?:0[1-9]|1[0-2])[-_.]?(?:0[1-9]|[12][0-9]|3[01])` +
			`(?:[-_T. ]*(?:[01][0-9]|2[0-3])[-_:.h]?[0-5][0-9](?:[-_:.m]?[0-5][0-9](?:[.,]?[0-9]{1,6})?)?s?Z?)?` +
			`))(?:$|[^0-9])`},
	// 10-10-11, 20.02.03
	{moment, `(?:^|[^0-9])(((?:[01][0-9]|2[0-3])[-_:.h][0-5][0-9][-_:.m][0-5][0-9](?:\.[0-9]+)?` +
		`))(?:$|[^0-9])`},
	// seconds and milliseconds since 1970, from 2017 on
	{moment, `(?:^|[^0-9])((1[5-9][0-9]{8}(?:[0-9]{3}|\.[0-9]+)?))(?:$|[^0-9])`},
	{measured, before + `(?:[a-z]+[-_.])*[a-z]*(?:loss|score|success|reward|return|acc|accuracy|` +
		`validation|val|metric)[-_=]+(-?[0-9]+\.[0-9]+)` + after},
	{evalSeed, before + `(?:eval|evaluation|env|environment|test|rollout|scene|init)[-_. ]?` +
		`seed[-_=. ]*([0-9]{1,19})` + after},
	{clearSeed, before + `(?:(?:train|training|random|global|torch|rng)[-_. ]?)?` +
		`seed[-_=. ]*([0-9]{1,19})` + after},
	{checkpoint, before + `(?:` + training + `|ep|ckpts?|chkpts?|chkpnts?|checkpoints?|snapshots?)` +
		`[-_=:. ]*([0-9]+(?:\.[0-9]+)?[km]?)` + after},
	{checkpoint, before + `([0-9]+(?:\.[0-9]+)?[km]?)[-_ ]?(?:` + training + `|ckpt|checkpoint)` +
		after},
	// of LIBERO's lifelong learning, the task that was trained last
	{checkpoint, `_(load([0-9]+))_on[0-9]+$`},
	{checkpoint, `(?i)^((?:(?:ckpt|checkpoint|model|epoch|weights|policy|step)[-_. ]?)?` +
		`(best|last|latest|final)(?:[-_. ]?(?:ckpt|checkpoint|model|weights|policy|step|epoch))?)$`},
	{piece, before + `(?:shard|rank|worker)[-_=# ]?([0-9]{1,5}(?:[-_ ]?of[-_ ]?[0-9]{1,5})?)` +
		after},
	{placed, before + `((?:task|env|scene|scenario|suite|room|level)[-_=# ]?[0-9]{1,4})` + after},
	{maybeSeed, before + `(?:s|run|trial|rep|replicate)[-_=. ]?([0-9]{1,9})` + after},
}

// patterns are those of tokens, compiled when they are first needed.
var patterns = sync.OnceValue(func() (all []*regexp.Regexp) {
	for _, t := range tokens {
		all = append(all, regexp.MustCompile(t.text))
	}
	return all
})

// tokensOf are the tokens of a part of a path, in its order.
func tokensOf(part string) (found []token) {
	for i, pattern := range patterns() {
		for _, m := range pattern.FindAllStringSubmatchIndex(part, -1) {
			one := token{tokens[i].kind, m[2], m[3], m[4], m[5]}
			overlaps := func(other token) bool { return one.from < other.to && other.from < one.to }
			if !slices.ContainsFunc(found, overlaps) {
				found = append(found, one)
			}
		}
	}
	slices.SortFunc(found, func(a, b token) int { return a.from - b.from })
	return found
}

// without is a part without some tokens, and without the separators that they leave.
func without(part string, tokens []token) string {
	var left []string
	from := 0
	keep := func(text string) {
		if text = strings.Trim(text, "-_=.,+ "); text != "" {
			left = append(left, text)
		}
	}
	for _, t := range tokens {
		keep(part[from:t.from])
		from = t.to
	}
	keep(part[from:])
	return strings.Join(left, "_")
}

// bare matches a part that is a number.
var bare = regexp.MustCompile(`^[0-9]{1,12}[kKmM]?$`)

// ending matches a part that ends in a number behind a separator: "act-1", not "resnet18".
var ending = regexp.MustCompile(`^(.*[^-_./ ])[-_./ ]+([0-9]{1,9})$`)

// holder matches the names of folders of checkpoints.
var holder = regexp.MustCompile(`(?i)^(?:checkpoints?|ckpts?|chkpts?|snapshots?|models?|weights|saved_models?|` +
	`pretrained_model|nn)$`)
