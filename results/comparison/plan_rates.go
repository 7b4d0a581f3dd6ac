package comparison

import (
	"fmt"
	"math"

	"counterpoise/results/apa"
	"counterpoise/results/document"
	"counterpoise/stats"
)

// RatesPlan is how many rollouts show a difference of the success rates of two policies.
type RatesPlan struct {
	A          string      `json:"a"`
	B          string      `json:"b"`
	Rates      [2]float64  `json:"rates"` // that are planned for
	Pilot      [2]float64  `json:"pilot_rates"`
	Had        [2]int      `json:"pilot_rollouts"`     // of each; 0 where there was no pilot
	HadPower   stats.Maybe `json:"pilot_power"`        // of the fewer of these rollouts of each
	Share      stats.Maybe `json:"share_of_one_alone"` // of starts in which one policy alone succeeds; paired alone
	Rollouts   int         `json:"rollouts"`           // of each policy
	Difference float64     `json:"difference"`
	Power      float64     `json:"power"`
	Alpha      float64     `json:"alpha"`
	Taken      []string    `json:"taken"`
}

// PlanRates plans rollouts of two policies: of starts of their own, or, where Share is defined, each from the same
// starts. A difference above 0 is planned for in place of that of the pilot's rates, with rates about their mean.
func PlanRates(p RatesPlan, difference float64) (RatesPlan, error) {
	p.Rates = p.Pilot
	if difference > 0 {
		high, low := stats.RatesAbout((p.Pilot[0]+p.Pilot[1])/2, difference)
		if p.Rates = [2]float64{high, low}; p.Pilot[0] < p.Pilot[1] {
			p.Rates = [2]float64{low, high}
		}
	}
	p.Difference = p.Rates[0] - p.Rates[1]
	share, paired := p.Share.Get()
	var err error
	if paired {
		p.Rollouts, err = stats.PairedStarts(p.Difference, max(share, math.Abs(p.Difference)), p.Power, p.Alpha)
		return p, err
	}
	if p.Rollouts, err = stats.UnpairedRollouts(p.Rates[0], p.Rates[1], p.Power, p.Alpha); err != nil {
		return p, err
	}
	if n := min(p.Had[0], p.Had[1]); n > 0 {
		power, err := stats.UnpairedPower(p.Rates[0], p.Rates[1], n, p.Alpha)
		if err != nil {
			return p, err
		}
		p.HadPower = stats.Some(power)
	}
	return p, nil
}

// Lines are the plan in words, the number first.
func (p RatesPlan) Lines() []string {
	of := func(rate float64) string { return fmt.Sprintf("%.3g %%", 100*rate) }
	what := fmt.Sprintf("%d rollouts of each policy", p.Rollouts)
	test := "the exact test of two rates" // of one group; stats compare has another of several
	if p.Share.Defined() {
		what = fmt.Sprintf("%d starts, one rollout of each policy from each,", p.Rollouts)
		test = "the exact test of pairs that stats compare decides by"
	}
	lines := []string{fmt.Sprintf("%s show %s %s against %s %s with probability %g, by %s.", what, p.A, of(p.Rates[0]),
		p.B, of(p.Rates[1]), p.Power, test)}
	if share, ok := p.Share.Get(); ok {
		lines = append(lines, fmt.Sprintf("In %s of the %d starts of the pilot one policy alone succeeds: the fewer "+
			"these are, the fewer starts it takes.", of(share), p.Had[0]))
	}
	if power, ok := p.HadPower.Get(); ok {
		had := fmt.Sprintf("The %d of each that there are show", p.Had[0])
		if p.Had[0] != p.Had[1] {
			had = fmt.Sprintf("%d of each, the fewer that there are, show", min(p.Had[0], p.Had[1]))
		}
		lines = append(lines, fmt.Sprintf("%s such a difference with probability %s.", had,
			apa.Fraction(stats.Some(power))))
	}
	if p.Had[0] > 0 && p.Rates == p.Pilot {
		lines = append(lines, "The difference is the pilot's, and as uncertain as it: --difference 10% plans for one "+
			"that matters.")
	}
	return append(lines, fmt.Sprintf("This is about these two policies. Trainings vary besides, and counts of one "+
		"policy each tell no spread between them: plan --rates %.3g%%,%.3g%% --between-sd 5%% plans trainings, with "+
		"the SD that you assume.", 100*p.Rates[0], 100*p.Rates[1]))
}

// Document is the plan as a document.
func (p RatesPlan) Document() document.Document {
	rate := func(title, field string, m int) document.Column[RatesPlan] {
		return document.Numbers(title, func(p RatesPlan) document.Cell {
			return document.Entry(fmt.Sprintf("%.1f", 100*p.Rates[m]), fmt.Sprint(p.Rates[m]))
		}, field)
	}
	t := document.TableOf("plan", fmt.Sprintf("To show a difference with probability %g at alpha %g", p.Power, p.Alpha),
		[]RatesPlan{p}, document.Words("a", "a", func(p RatesPlan) string { return p.A }),
		document.Words("b", "b", func(p RatesPlan) string { return p.B }), rate("a, %", "rate_a", 0),
		rate("b, %", "rate_b", 1),
		document.Counts("rollouts of each", "rollouts", func(p RatesPlan) int { return p.Rollouts }))
	return document.Document{Title: "Plan of rollouts", Sections: []document.Section{{Title: "How many rollouts",
		Lines: append(p.Lines(), p.Taken...), Tables: []document.Table{t}}}}
}

// PilotOfCounts are the rates of two policies, one a method, over all their rollouts; without rollouts where a method
// has several policies, unless singles says that each entry is one rollout, or outcomes that are no numbers of
// successes.
func PilotOfCounts(data stats.Long, singles bool, power, alpha float64) RatesPlan {
	p := RatesPlan{A: data.Methods[0], B: data.Methods[1], Power: power, Alpha: alpha}
	successes, policy, trial := [2]float64{}, [2]bool{}, [2]int32{}
	for _, e := range data.Entries {
		m := e.Method
		one := e.Rollouts == 1 && (e.Sum == 0 || e.Sum == 1)
		whole := e.Sum == math.Trunc(e.Sum) && e.Sum >= 0 && e.Sum <= float64(e.Rollouts)
		if !singles && policy[m] && trial[m] != e.Trial || singles && !one || !whole {
			return RatesPlan{}
		}
		policy[m], trial[m] = true, e.Trial
		p.Had[m], successes[m] = p.Had[m]+int(e.Rollouts), successes[m]+e.Sum
	}
	for m, n := range p.Had {
		if n < 2 {
			return RatesPlan{}
		}
		p.Pilot[m] = successes[m] / float64(n)
	}
	return p
}

// PilotOfStarts are the rates of two policies from the same starts, one rollout each, and the share of starts in which
// one alone succeeds; the share is undefined for other data.
func PilotOfStarts(data stats.Long, power, alpha float64) RatesPlan {
	p := RatesPlan{A: data.Methods[0], B: data.Methods[1], Power: power, Alpha: alpha}
	seen := map[int32][2]int{} // by start, 1 for a failure, 2 for a success of each policy
	for _, e := range data.Entries {
		pair := seen[e.Trial]
		if pair[e.Method] != 0 || e.Rollouts != 1 || e.Sum != 0 && e.Sum != 1 {
			return p
		}
		pair[e.Method] = 1 + int(e.Sum)
		seen[e.Trial] = pair
	}
	n, alone, successes := 0, 0, [2]int{}
	for _, pair := range seen {
		if pair[0] == 0 || pair[1] == 0 {
			continue
		}
		n++
		successes[0], successes[1] = successes[0]+pair[0]-1, successes[1]+pair[1]-1
		if pair[0] != pair[1] {
			alone++
		}
	}
	if n == 0 {
		return p
	}
	p.Had = [2]int{n, n}
	p.Pilot = [2]float64{float64(successes[0]) / float64(n), float64(successes[1]) / float64(n)}
	p.Share = stats.Some(float64(alone) / float64(n))
	return p
}
