# Regenerates bayes.json, the Bayes factors for the tests of this package:
#   Rscript bayes.R > bayes.json
# Written with R 4.2.2, BayesFactor 0.9.12-4.4, jsonlite. exact integrates Eq. 1 of Rouder et al. (2009) by R's
# integrate in the variable log g at a relative tolerance of 1e-12.
suppressPackageStartupMessages({ library(BayesFactor); library(jsonlite) })
exact <- function(t, df, n, r) {
  f <- function(x) { s <- 1 + n * r^2 * exp(x)
    exp(-log(s) / 2 - (df + 1) / 2 * (log1p(t^2 / (s * df)) - log1p(t^2 / df)) - log(2 * pi) / 2 - x / 2 - exp(-x) / 2) }
  log(integrate(f, -6, 5, rel.tol = 1e-12)$value + integrate(f, 5, 60, rel.tol = 1e-12)$value)
}
g <- expand.grid(t = c(0, .5, -2, 3.5, 12), n1 = c(2, 10, 40, 500), n2 = c(0, 25), r = c(sqrt(2) / 2, 1, .2))
out <- lapply(seq_len(nrow(g)), function(i) with(g[i, ], {
  df <- if (n2 == 0) n1 - 1 else n1 + n2 - 2
  n <- if (n2 == 0) n1 else n1 * n2 / (n1 + n2)
  list(t = t, n1 = n1, n2 = n2, r = r, log_bf = ttest.tstat(t, n1, n2, rscale = r)$bf, exact = exact(t, df, n, r))
}))
cat(toJSON(out, digits = NA, auto_unbox = TRUE), "\n", sep = "")
