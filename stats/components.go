package stats

import "fmt"

// Components are the two parts of the variance of a difference of two methods, from a pilot: what varies between trials
// (training runs, with their data and seeds), and what varies between the rollouts of one trial. Rollouts reduce only
// the second part, trials both.
type Components struct {
	A          string `json:"a"`
	B          string `json:"b"`
	Paired     bool   `json:"paired"`     // else the methods have trials of their own
	Trials     int    `json:"trials"`     // of the pilot: pairs, or the smaller number of a method
	Groups     int    `json:"groups"`     // over whose means a trial's score is averaged
	Difference Maybe  `json:"difference"` // mean score of A - B in the pilot
	Observed   Maybe  `json:"observed_variance"`
	Between    Maybe  `json:"between_variance"` // τ²
	Within     Maybe  `json:"within_variance"`  // ω², of one rollout in each group; undefined where nothing tells it
	Rollouts   Maybe  `json:"pilot_rollouts"`   // in each group and trial of the pilot, harmonic mean
	Starts     bool   `json:"paired_starts"`    // both methods were run from the same starts, so ω² is of differences
	// Careful is the factor of Observed that gives its one-sided 80 % upper limit (Browne, Statist. Med. 14 (1995)
	// 1933): a pilot of few trials may have had a small spread by luck.
	Careful  Maybe    `json:"careful_factor"`
	Warnings Warnings `json:"warnings"`

	// What rollouts explain of Observed at least, and Within at least: by the rates, as they are or, where all rollouts
	// of a method ended alike, one half of a rollout away.
	leastNoise, leastWithin float64
}

// ComponentsOf estimates the components from a pilot's rollouts, of methods a and b (indices into data.Methods). With
// the scores x_mt (means over groups of means of rollouts) of trial t, differences d_t = x_at - x_bt and the variance
// v_mg of single rollouts within a trial, pooled over trials,
//
//	ω² = 1/G² Σ_g (v_ag + v_bg),  S² = Var d_t,  τ² = max(0, S² - mean_t 1/G² Σ_g (v_ag/R_atg + v_bg/R_btg))
//
// so that R rollouts in each group give differences of variance τ² + ω²/R. Where both methods were run from the
// same starts, v is the variance of the differences on a start. Without pairing S², what is subtracted from it, and
// ω² are each the mean of those of both methods, and S² has the degrees of freedom
//
//	ν = 4 (n_a - 1)(n_b - 1)/(n_a + n_b - 2)
//
// of a mean of two estimates of one variance (Satterthwaite, Biometrics Bull. 2 (1946) 110). It returns an error for no
// group, fewer than two trials, more than two million groups x trials, and infinities.
func ComponentsOf(data Long, a, b int, paired bool) (Components, error) {
	c := Components{A: data.Methods[a], B: data.Methods[b], Paired: paired, Groups: len(data.Groups)}
	p, err := pilotOf(data, a, b)
	if err != nil {
		return c, err
	}
	c.Starts = paired && p.sameStarts()
	variances, within, known := p.variances(c.Starts)
	s := p.scores(variances, paired)
	c.Trials = min(len(s.of[0]), len(s.of[1]))
	if c.Trials < 2 {
		return c, fmt.Errorf("stats: a pilot needs two complete trials of both methods, there are %d", c.Trials)
	}
	first, err := Summarise(s.of[0])
	if err != nil {
		return c, err
	}
	second, err := Summarise(s.of[1])
	if err != nil {
		return c, err
	}
	na, nb := float64(len(s.of[0])), float64(len(s.of[1]))
	variance, freedom := first.SD.Or(0)*first.SD.Or(0), na-1
	noise := s.noise[0]/na + s.noise[1]/nb
	floors, floor, alike := p.floors(variances, c.Starts)
	least := p.scores(floors, paired).noise
	c.leastNoise, c.leastWithin = least[0]/na+least[1]/nb, floor
	c.Difference = first.Mean
	if !paired {
		c.Difference = Some(first.Mean.Or(0) - second.Mean.Or(0))
		variance = (variance + second.SD.Or(0)*second.SD.Or(0)) / 2
		freedom = 4 * (na - 1) * (nb - 1) / (na + nb - 2)
		noise, within = noise/2, within/2
		c.leastNoise, c.leastWithin = c.leastNoise/2, c.leastWithin/2
	}
	c.Observed, c.Rollouts = Some(variance), Some(s.cells/s.inverse)
	c.Careful = Some(freedom / QuantileChi2(0.2, freedom))
	c.separate(variance, noise, within, known)
	if known && alike {
		c.Warnings.add("all rollouts of a method in a group ended alike, which is no spread: the careful plan takes " +
			"their rate for half a rollout less sure")
	}
	return c, nil
}

// separate sets Between and Within from the observed variance of the scores, the part noise of it that rollouts
// explain, and the variance within of one rollout in each group, if that is known. It warns where they tell little.
func (c *Components) separate(variance, noise, within float64, known bool) {
	if !known {
		c.Between = c.Observed
		c.Warnings.add("nothing tells the variance of single rollouts (each trial has one score): plans are for as " +
			"many rollouts a trial as the pilot had")
		return
	}
	c.Within, c.Between = Some(within), Some(max(0, variance-noise))
	if variance < noise {
		c.Warnings.add("trials vary no more than their rollouts explain: the variance between trials is taken for 0, " +
			"and the careful plan is the safer one")
	}
	if c.Trials < 5 {
		c.Warnings.add("a pilot of %d trials tells their variance within a factor of %.2g only", c.Trials,
			c.Careful.Or(1))
	}
}
