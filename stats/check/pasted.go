package check

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"counterpoise/internal/wording"
)

// pastedAlpha bounds the probability that pasted reports outcomes that are no copies, over all pairs that it compares;
// startsAlpha that of single successes, which two policies share where starts differ in difficulty.
const pastedAlpha, startsAlpha = 0.01, 1e-6

// block are the outcomes of a method, or of one training of it.
type block struct {
	name     string
	method   int32
	training bool
	entries  []int
}

// pasted finds methods whose outcomes are the same in every row, to the digit, and trainings whose scores are: in the
// order of the rows, or by group, trial and start. That two agree in all rows by chance has the probability Π q_i: of
// successes of n rollouts with rate p, q = Σ_k P(k; n, p)²; of a score, the greater of the chance that two scores of
// the table are equal and the share of this score among them; of single successes as in alike.
func pasted(d *data) (found []Finding, looked string) {
	var blocks []block
	trainings := map[cell]int{}
	for m, name := range d.Long.Methods {
		blocks = append(blocks, block{name: name, method: int32(m)})
	}
	for i, e := range d.Long.Entries {
		blocks[e.Method].entries = append(blocks[e.Method].entries, i)
		if !d.Paired || d.Starts || d.Policies {
			continue
		}
		c := cell{e.Method, e.Trial, 0}
		at, known := trainings[c]
		if !known {
			at = len(blocks)
			trainings[c] = at
			blocks = append(blocks, block{fmt.Sprintf("%s %s of %s", d.Unit, d.Long.Trials[e.Trial],
				d.Long.Methods[e.Method]), e.Method, true, nil})
		}
		blocks[at].entries = append(blocks[at].entries, i)
	}
	blocks = slices.DeleteFunc(blocks, func(b block) bool {
		return len(b.entries) < 2 || b.training && d.allSingle(b.entries) // which alike looks at
	})
	pairs := len(blocks) * (len(blocks) - 1) / 2
	if pairs == 0 {
		return nil, ""
	}
	looked = "copies of outcomes in other methods or trainings"
	chances := d.chances()
	agree, all := d.agreements()
	seen := map[string]int{}
	same := map[[2]int32]bool{} // methods that are copies
	var parts []string
	var lines []int
	for at, b := range blocks {
		log, alpha, n := 0.0, pastedAlpha, float64(len(b.entries))
		least := 0.0
		if d.allSingle(b.entries) {
			if alpha = startsAlpha; all > n { // the pair itself is no other
				least = (agree - n) / (all - n)
			}
		}
		for _, i := range b.entries {
			log += math.Log(max(chances[i], least))
		}
		if log > math.Log(alpha/float64(pairs)) {
			continue
		}
		before := -1
		for _, key := range []string{"rows " + d.outcomes(b.entries, false), "keys " + d.outcomes(b.entries, true)} {
			if first, known := seen[key]; !known {
				seen[key] = at
			} else if before < 0 {
				before = first
			}
		}
		if before < 0 || blocks[before].training != b.training {
			continue
		}
		of := [2]int32{blocks[before].method, b.method}
		if !b.training {
			same[of] = true
		} else if same[of] {
			continue
		}
		parts = append(parts, fmt.Sprintf("%s and %s, all %s", blocks[before].name, b.name,
			wording.Plural(len(b.entries), "row")))
		lines = append(lines, d.line(blocks[before].entries[0]), d.line(b.entries[0]))
	}
	if len(parts) == 0 {
		return nil, looked
	}
	return []Finding{{"copied outcomes", "the same outcomes to the digit: " + few(parts), lines[:min(len(lines),
		maxNames)],
		"look whether one was pasted from the other"}}, looked
}

// agreements counts the pairs of rollouts of different trainings of the same start, and those that end alike.
func (d *data) agreements() (agree, all float64) {
	trainings := map[cell]*training{}
	for i := range d.Long.Entries {
		c := d.cell(i)
		c.group = 0
		if trainings[c] == nil {
			trainings[c] = &training{}
		}
		trainings[c].add(d, i)
	}
	return agreement(trainings)
}

// allSingle reports whether all entries are single successes or failures.
func (d *data) allSingle(entries []int) bool {
	return !slices.ContainsFunc(entries, func(i int) bool {
		e := d.Long.Entries[i]
		return e.Rollouts != 1 || e.Sum != 0 && e.Sum != 1
	})
}

// outcomes are the outcomes of entries as a text: in their order, or sorted by group, trial and start.
func (d *data) outcomes(entries []int, sorted bool) string {
	texts := make([]string, len(entries))
	for j, i := range entries {
		e := d.Long.Entries[i]
		texts[j] = strconv.FormatFloat(e.Sum, 'g', -1, 64) + "/" + strconv.Itoa(int(e.Rollouts))
		if sorted {
			texts[j] = fmt.Sprintf("%d %d %s %s", e.Group, e.Trial, d.start(i), texts[j])
		}
	}
	if sorted {
		slices.Sort(texts)
	}
	return strings.Join(texts, ",")
}

// chances are the probabilities by entry that another outcome is the same by chance.
func (d *data) chances() []float64 {
	type value struct {
		sum      float64
		rollouts int32
	}
	counts, rate := map[value]float64{}, 0.0
	for _, e := range d.Long.Entries {
		counts[value{e.Sum, e.Rollouts}]++
		rate += e.Sum / float64(len(d.Long.Entries))
	}
	n := float64(len(d.Long.Entries))
	equal := 0.0
	for _, c := range counts {
		equal += c / n * c / n
	}
	all := make([]int, len(d.Long.Entries))
	for i := range all {
		all[i] = i
	}
	out := make([]float64, len(d.Long.Entries))
	binary := d.allSingle(all)
	known := map[value]float64{}
	for i, e := range d.Long.Entries {
		v := value{e.Sum, e.Rollouts}
		if q, ok := known[v]; ok {
			out[i] = q
			continue
		}
		q := max(equal, counts[v]/n)
		switch {
		case binary:
			q = rate*rate + (1-rate)*(1-rate)
		case e.Rollouts > 1 && e.Sum >= 0 && e.Sum <= float64(e.Rollouts):
			q = sameCount(e.Sum, float64(e.Rollouts))
		}
		known[v], out[i] = q, q
	}
	return out
}

// sameCount is the probability that two numbers of successes of n rollouts at the rate of k are equal: Σ_j P(j; n,
// p)². Beyond a thousand rollouts it is that of the normal distribution, 1/(2 √(π n p (1 - p))).
func sameCount(k, n float64) float64 {
	p := (k + 0.5) / (n + 1)
	if n > 1000 {
		return min(1, 1/(2*math.Sqrt(math.Pi*n*p*(1-p))))
	}
	sum := 0.0
	whole, _ := math.Lgamma(n + 1)
	for j := 0.0; j <= n; j++ {
		a, _ := math.Lgamma(j + 1)
		b, _ := math.Lgamma(n - j + 1)
		f := math.Exp(whole - a - b + j*math.Log(p) + (n-j)*math.Log(1-p))
		sum += f * f
	}
	return sum
}
