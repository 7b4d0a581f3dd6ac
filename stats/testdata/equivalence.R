# Prints the values of TestEquivalencePower: Rscript equivalence.R. Written with R 4.2.2. Power of two one-sided t-tests at
# margin m and true difference d (in SDs): the probability that -m < D - t S h and D + t S h < m, for D ~ N(d, h^2) and
# nu S^2 ~ chi^2_nu, integrated over S.
power <- function(m, d, n, alpha, two) {
  h <- if (two) sqrt(2 / n) else 1 / sqrt(n); nu <- if (two) 2 * n - 2 else n - 1; t <- qt(1 - alpha, nu)
  f <- function(s) 2 * nu * s * dchisq(nu * s^2, nu) *
    pmax(0, pnorm((m - d) / h - t * s) - pnorm((-m - d) / h + t * s))
  top <- m / (h * t)
  mode <- min(top, 1)
  integrate(f, 0, mode, rel.tol = 1e-12, subdivisions = 2000)$value +
    (if (top > 1) integrate(f, 1, min(top, 1 + 12 / sqrt(2 * nu)), rel.tol = 1e-12, subdivisions = 2000)$value else 0)
}
for (case in list(list(1, 0, 10, .05, FALSE), list(1, .3, 10, .05, FALSE), list(.5, 0, 40, .05, FALSE),
    list(2, 0, 3, .05, FALSE), list(1, 0, 20, .05, TRUE), list(.4, -.1, 100, .025, TRUE), list(.2, 0, 500, .05, TRUE),
    list(.3, 0, 10, .05, FALSE)))
  cat(sprintf("{EquivalenceDesign{%g, %g, %s}, %d, %g, %.12g},\n", case[[2]], case[[1]], tolower(case[[5]]), case[[3]],
    case[[4]], do.call(power, case)))
