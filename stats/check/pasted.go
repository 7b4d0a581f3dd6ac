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
// order of the rows, or by group, trial and start. That m agree in all rows by chance has the probability Π q_i to the
// power m - 1: of successes of n rollouts with rate p, q = Σ_k P(k; n, p)²; of scores see chances; of single
// successes as in alike. It must be at most alpha over the number of ways to choose m.
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
	if len(blocks) < 2 {
		return nil, ""
	}
	looked = "copies of outcomes in other methods or trainings"
	agree, all := d.agreements()
	classes, order := map[string][]int{}, []string{}
	for _, sorted := range []bool{false, true} {
		for at, b := range blocks {
			key := fmt.Sprint(sorted, b.training, " ", d.outcomes(b.entries, sorted))
			if classes[key] == nil {
				order = append(order, key)
			}
			classes[key] = append(classes[key], at)
		}
	}
	reported := map[[2]int]bool{}
	same := map[[2]int32]bool{} // methods that are copies
	var parts []string
	var lines []int
	for _, key := range order {
		class := classes[key]
		first, n := blocks[class[0]], float64(len(blocks[class[0]].entries))
		if len(class) < 2 {
			continue
		}
		alpha, least := pastedAlpha, 0.0
		if d.allSingle(first.entries) {
			if alpha = startsAlpha; all > n { // the pair itself is no other
				least = (agree - n) / (all - n)
			}
		}
		log := 0.0
		for _, q := range d.chances(blocks, class) {
			log += math.Log(max(q, least))
		}
		if float64(len(class)-1)*log > math.Log(alpha)-logChoose(len(blocks), len(class)) {
			continue
		}
		for i, at := range class[1:] {
			before, b := blocks[class[i]], blocks[at]
			of := [2]int32{before.method, b.method}
			switch {
			case reported[[2]int{class[i], at}], b.training && same[of]:
				continue
			case !b.training:
				same[of] = true
			}
			reported[[2]int{class[i], at}] = true
			parts = append(parts, fmt.Sprintf("%s and %s, all %s", before.name, b.name,
				wording.Plural(len(b.entries), "row")))
			lines = append(lines, d.line(before.entries[0]), d.line(b.entries[0]))
		}
	}
	if len(parts) == 0 {
		return nil, looked
	}
	return []Finding{{"copied outcomes", "the same outcomes to the digit: " + few(parts), lines[:min(len(lines),
		maxNames)],
		"look whether one was pasted from the other"}}, looked
}

// logChoose is the logarithm of n over m.
func logChoose(n, m int) float64 {
	all, _ := math.Lgamma(float64(n) + 1)
	some, _ := math.Lgamma(float64(m) + 1)
	others, _ := math.Lgamma(float64(n-m) + 1)
	return all - some - others
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

// chances are the probabilities by entry of the first block of a class of blocks with the same outcomes that another
// outcome is the same by chance. Those of scores are estimated without the copies, which would explain themselves: of P
// pairs of other scores of which T are equal, (T + 1)/(P + 1); at least the share of the score outside the class, and
// one of as many values as fit between the least and the greatest score in steps of the least difference of two.
func (d *data) chances(blocks []block, class []int) []float64 {
	type value struct {
		sum      float64
		rollouts int32
	}
	copies, first := map[int]bool{}, map[int]bool{}
	for _, at := range class[1:] {
		for _, i := range blocks[at].entries {
			copies[i] = true
		}
	}
	for _, i := range blocks[class[0]].entries {
		first[i] = true
	}
	counts, outside, rate := map[value]float64{}, map[value]float64{}, 0.0
	n, others := 0.0, 0.0
	binary := true
	var means []float64
	for i, e := range d.Long.Entries {
		binary = binary && e.Rollouts == 1 && (e.Sum == 0 || e.Sum == 1)
		rate += e.Sum / float64(len(d.Long.Entries))
		if copies[i] {
			continue
		}
		v := value{e.Sum, e.Rollouts}
		counts[v]++
		n++
		means = append(means, e.Sum/float64(e.Rollouts))
		if !first[i] {
			outside[v]++
			others++
		}
	}
	equal := 1.0
	for _, c := range counts {
		equal += c * (c - 1) / 2
	}
	equal /= n*(n-1)/2 + 1
	slices.Sort(means)
	step, extent := math.Inf(1), means[len(means)-1]-means[0]
	for i, m := range means[1:] {
		if by := m - means[i]; by > 1e-9*extent {
			step = min(step, by)
		}
	}
	equal = max(equal, 1/(extent/step+1))
	var out []float64
	for _, i := range blocks[class[0]].entries {
		e := d.Long.Entries[i]
		q := max(equal, outside[value{e.Sum, e.Rollouts}]/max(1, others))
		switch {
		case binary:
			q = rate*rate + (1-rate)*(1-rate)
		case e.Rollouts > 1 && e.Sum >= 0 && e.Sum <= float64(e.Rollouts):
			q = sameCount(e.Sum, float64(e.Rollouts))
		}
		out = append(out, q)
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
	for j := 0.0; j <= n; j++ {
		f := math.Exp(logChoose(int(n), int(j)) + j*math.Log(p) + (n-j)*math.Log(1-p))
		sum += f * f
	}
	return sum
}
