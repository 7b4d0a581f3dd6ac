package stats

import (
	"fmt"
	"math"
	"slices"
)

// OneWay is a test of whether independent groups differ.
type OneWay struct {
	Name     string   `json:"test"` // "Welch's ANOVA" or "Kruskal-Wallis"
	Stat     Maybe    `json:"statistic"`
	DF1      Maybe    `json:"df1"`
	DF2      Maybe    `json:"df2"` // undefined for Kruskal and Wallis's χ²
	P        Maybe    `json:"p"`
	Effect   Maybe    `json:"effect"` // η² of Welch's test, ε² of Kruskal and Wallis's
	N        Counts   `json:"n"`      // values of each group
	Warnings Warnings `json:"warnings"`
}

// groupsOf returns the groups without NaNs, with the number of NaNs. It returns an error for infinities, fewer than two
// groups, and a group of fewer than least values.
func groupsOf(groups [][]float64, least int) (kept [][]float64, left int, err error) {
	if len(groups) < 2 {
		return nil, 0, fmt.Errorf("stats: %s can't be compared, there must be two", counted(len(groups), "group"))
	}
	for i, g := range groups {
		k, err := withoutNaN(fmt.Sprintf("group %d", i+1), g)
		if err != nil {
			return nil, 0, err
		}
		if len(k) < least {
			return nil, 0, fmt.Errorf("stats: group %d has %s, and needs %d", i+1, counted(len(k), "value"), least)
		}
		kept, left = append(kept, k), left+len(g)-len(k)
	}
	return kept, left, nil
}

// WelchANOVA asks whether the means of independent normal groups differ, each with a variance of its own (Welch,
// Biometrika 38 (1951) 330). With k groups, weights w_i = n_i/s_i², W = Σ w_i and x̃ = Σ w_i x̄_i/W,
//
//	h = Σ (1 - w_i/W)²/(n_i - 1),  F = Σ w_i (x̄_i - x̃)²/(k - 1) / (1 + 2(k - 2)h/(k² - 1))
//	df = k - 1, (k² - 1)/(3h)
//
// R: oneway.test. The effect is η² = SS_between/SS_total. Where a group is constant F is undefined, with a warning.
// NaNs are left out, with a warning. It returns an error for infinities, fewer than two groups, and a group of one
// value.
func WelchANOVA(groups [][]float64) (OneWay, error) {
	out := OneWay{Name: "Welch's ANOVA"}
	kept, left, err := groupsOf(groups, 2)
	if err != nil {
		return out, err
	}
	if left > 0 {
		out.Warnings.add("%s left out", counted(left, "missing value"))
	}
	e := exponent(kept...)
	of, means, constant := make([]moments, len(kept)), make([]float64, len(kept)), false
	for i, g := range kept {
		of[i] = momentsOf(scaledDown(g, e))
		// Counted from the first group's mean, so that values that agree in most digits lose none of the others.
		means[i] = of[i].mean.minus(of[0].mean).float()
		constant = constant || of[i].ss == 0
		out.N = append(out.N, len(g))
	}
	out.Effect = etaSquared(of, means)
	if constant {
		out.Warnings.add("a group is constant: Welch's F is undefined (its weight would be infinite)")
		return out, nil
	}
	f, df1, df2 := welchF(of, means)
	out.Stat, out.DF1, out.DF2, out.P = Some(f), Some(df1), Some(df2), Some(UpperF(f, df1, df2))
	return out, nil
}

// etaSquared is SS_between/SS_total of groups with means that are counted from any one number; undefined where all
// values are equal.
//
//	SS_between = Σ n_i (x̄_i - x̄)², x̄ = Σ n_i x̄_i/N,  SS_total = SS_between + Σ SS_i
func etaSquared(groups []moments, means []float64) Maybe {
	sum, all := 0.0, 0.0
	for i, m := range groups {
		sum, all = sum+means[i]*m.n, all+m.n
	}
	between, within := 0.0, 0.0
	for i, m := range groups {
		d := means[i] - sum/all
		between, within = between+m.n*d*d, within+m.ss
	}
	return quotient(between, between+within)
}

// welchF is F of WelchANOVA with its degrees of freedom, of groups none of which is constant. Their means may be
// counted from any one number.
func welchF(groups []moments, means []float64) (f, df1, df2 float64) {
	k, total, mean := float64(len(groups)), 0.0, 0.0 // mean is x̃
	for i, m := range groups {
		w := m.n / m.variance()
		total, mean = total+w, mean+w*means[i]
	}
	mean /= total
	h := 0.0
	for i, m := range groups {
		w, d := m.n/m.variance(), means[i]-mean
		h, f = h+(1-w/total)*(1-w/total)/(m.n-1), f+w*d*d/(k-1)
	}
	f /= 1 + 2*(k-2)*h/(k*k-1)
	return f, k - 1, (k*k - 1) / (3 * h)
}

// KruskalWallis asks by ranks whether independent groups differ (Kruskal & Wallis, J. Am. Statist. Ass. 47 (1952) 583).
// With the rank sum R_i of each of k groups of n_i values, N in all,
//
//	H = (12/(N(N + 1)) Σ R_i²/n_i - 3(N + 1))/(1 - Σ(t³ - t)/(N³ - N)),  df = k - 1
//
// over all groups of t tied values. R: kruskal.test. The effect is ε² = H/(N - 1). Where all values are tied it is
// undefined. NaNs are left out, with a warning. It returns an error for infinities, fewer than two groups, and a group
// without values.
func KruskalWallis(groups [][]float64) (OneWay, error) {
	out := OneWay{Name: "Kruskal-Wallis"}
	kept, left, err := groupsOf(groups, 1)
	if err != nil {
		return out, err
	}
	if left > 0 {
		out.Warnings.add("%s left out", counted(left, "missing value"))
	}
	e := exponent(kept...)
	var pooled []roundedValue
	for _, v := range slices.Concat(kept...) {
		v = math.Ldexp(v, -e)
		pooled = append(pooled, roundedValue{v, roundingBound(math.Abs(v))})
	}
	ranks, ties := midranks(pooled)
	n, h := float64(len(pooled)), 0.0
	for _, g := range kept {
		sum := 0.0
		for _, r := range ranks[:len(g)] {
			sum += r
		}
		// Deviations from the mean rank keep the digits that the difference of the textbook loses.
		d := sum/float64(len(g)) - (n+1)/2
		h += 12 / (n * (n + 1)) * float64(len(g)) * d * d
		ranks, out.N = ranks[len(g):], append(out.N, len(g))
	}
	out.DF1 = Some(float64(len(kept) - 1))
	free := 1 - ties/(n*n*n-n)
	if !(free > 1e-12) {
		out.Warnings.add("all values are tied: the test of Kruskal and Wallis is undefined")
		return out, nil
	}
	h /= free
	out.Stat, out.P = Some(h), Some(UpperChi2(h, float64(len(kept)-1)))
	out.Effect = Some(h / (n - 1))
	return out, nil
}
