package stats

// clopperPearson is the exact interval of a success rate of k successes in n trials (Clopper & Pearson, Biometrika 26
// (1934) 404). It contains the rates p for which both binomial tails of k exceed α/2, α = 1 - level:
//
//	low = I⁻¹_{α/2}(k, n - k + 1), high = I⁻¹_{1-α/2}(k + 1, n - k)
//
// I⁻¹ is the inverse of the regularised incomplete beta function. R: binom.test(k, n). Its coverage is at least the
// level for every p, and usually larger. It ends at exactly 0 for k = 0 and at exactly 1 for k = n. The tests
// judge simulated rates by it, and [ClusteredUpper].
func clopperPearson(k, n int, level float64) (Proportion, error) {
	p, err := newProportion(k, n, level)
	if err != nil {
		return p, err
	}
	low, high, alpha := 0.0, 1.0, 1-level
	if k > 0 {
		low = inverseBeta(alpha/2, float64(k), float64(n-k+1))
	}
	if k < n {
		high = 1 - inverseBeta(alpha/2, float64(n-k), float64(k+1))
	}
	p.CI = newInterval(low, high, level)
	return p, nil
}

// inverseBeta is the x in (0, 1) with I_x(a, b) = p.
func inverseBeta(p, a, b float64) float64 {
	return solveTail(p, a/(a+b),
		func(x float64) float64 { return regularizedBeta(a, b, x, 1-x) },
		func(x float64) float64 { return betaPower(a, b, x, 1-x) / (x * (1 - x)) })
}
