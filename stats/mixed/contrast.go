package mixed

import (
	"math"

	"counterpoise/stats"
)

// Contrast is the difference of two methods' logits, a log odds ratio, averaged over the groups or in one group.
type Contrast struct {
	A         string         `json:"a"`
	B         string         `json:"b"`
	Group     string         `json:"group"` // empty for the average over the groups
	LogOdds   stats.Maybe    `json:"log_odds_ratio"`
	SE        stats.Maybe    `json:"se"`
	Z         stats.Maybe    `json:"z"`
	P         stats.Maybe    `json:"p"`             // of this contrast alone
	PAdjusted stats.Maybe    `json:"p_single_step"` // within its family
	CI        stats.Interval `json:"ci"`            // of the log odds ratio, simultaneous in its family
	OddsRatio stats.Maybe    `json:"odds_ratio"`

	weights []float64 // of the cells with a β
}

// addContrasts compares the methods in two families: averaged over the groups, each group with the same weight, and
// within each group. Each family has its own single-step correction with the correlations of its estimates (Hothorn,
// Bretz & Westfall 2008; emmeans: adjust = "mvt"; see [stats.MaxNormal]). With one group there is one family.
func (f *Fit) addContrasts(data stats.Long, against string, stop stats.Watch) error {
	var average, within []Contrast
	for j, b := range data.Methods {
		for i := range data.Methods {
			if against == "" && i >= j || against != "" && (b != against || i == j) {
				continue
			}
			mean := f.difference(i, j, 0, len(data.Groups))
			if len(data.Groups) == 1 {
				mean.Group = data.Groups[0]
			}
			average = append(average, mean)
			for g := range data.Groups {
				c := f.difference(i, j, g, g+1)
				c.Group = data.Groups[g]
				within = append(within, c)
			}
		}
	}
	families := [][]Contrast{average}
	if len(data.Groups) > 1 {
		families = append(families, within)
	}
	for _, family := range families {
		if err := f.estimate(family, stop); err != nil {
			return err
		}
		f.Contrasts = append(f.Contrasts, family...)
	}
	return nil
}

// difference is the contrast of methods a and b, averaged over the groups [first, end). A cell without β makes it
// undefined.
func (f *Fit) difference(a, b, first, end int) Contrast {
	groups := len(f.Cells) / f.methods
	cells := func(m int) []Cell { return f.Cells[m*groups+first : m*groups+end] }
	ca, cb := cells(a), cells(b)
	c := Contrast{A: ca[0].Method, B: cb[0].Method, weights: make([]float64, len(f.Cells))}
	sum, share := 0.0, 1/float64(end-first)
	for g := range ca {
		if ca[g].index < 0 || cb[g].index < 0 {
			return c
		}
		c.weights[ca[g].index] += share
		c.weights[cb[g].index] -= share
		sum += share * (ca[g].Logit.Or(0) - cb[g].Logit.Or(0))
	}
	c.LogOdds = stats.Some(sum)
	return c
}

// estimate computes standard errors, tests and intervals of a family of contrasts. It ends with an error of stop, which
// it calls between parts: thousands of contrasts take minutes.
func (f *Fit) estimate(family []Contrast, stop stats.Watch) error {
	if f.covariance == nil {
		return nil
	}
	var defined []*Contrast
	for i := range family {
		if family[i].LogOdds.Defined() {
			defined = append(defined, &family[i])
		}
	}
	covariance := make([][]float64, len(defined))
	n, _ := f.covariance.Dims()
	for i, a := range defined {
		if err := stop(i, len(defined)); err != nil {
			return err
		}
		covariance[i] = make([]float64, len(defined))
		spread := make([]float64, n) // V w_a
		for r := range n {
			for c, w := range a.weights[:n] {
				spread[r] += f.covariance.At(r, c) * w
			}
		}
		for j, b := range defined {
			for r, v := range spread {
				covariance[i][j] += v * b.weights[r]
			}
		}
	}
	most, err := stats.NewMaxNormal(covariance, stop)
	if err != nil {
		return err
	}
	critical := most.Critical(1 - f.Level)
	for i, c := range defined {
		if err := stop(i, len(defined)); err != nil {
			return err
		}
		estimate, se := c.LogOdds.Or(0), math.Sqrt(covariance[i][i])
		z := estimate / se
		c.SE, c.Z = stats.Some(se), stats.Some(z)
		c.P, c.PAdjusted = stats.Some(math.Erfc(math.Abs(z)/math.Sqrt2)), stats.Some(most.P(math.Abs(z)))
		c.CI, c.OddsRatio = interval(estimate, critical*se, f.Level), stats.Some(math.Exp(estimate))
	}
	return nil
}
