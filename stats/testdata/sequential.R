# Prints the boundaries and crossing probabilities of sequential_test.go, from multivariate normal probabilities by
# Miwa's algorithm, and p values after Benjamini and Yekutieli:
#   Rscript sequential.R

library(mvtnorm)

# cross is the probability that the statistic has crossed z by each look at the information t.
cross <- function(z, t, sides, drift = 0) {
  corr <- outer(t, t, function(a, b) sqrt(pmin(a, b) / pmax(a, b)))
  mu <- drift * sqrt(t)
  sapply(seq_along(z), function(k) {
    low <- if (sides == 2) -z[1:k] else rep(-Inf, k)
    if (k == 1) return(1 - (pnorm(z[1] - mu[1]) - pnorm(low[1] - mu[1])))
    1 - pmvnorm(low - mu[1:k], z[1:k] - mu[1:k], corr = corr[1:k, 1:k], algorithm = Miwa(steps = 4097))[1]
  })
}
line <- function(name, x) cat(name, sprintf("%.9f", x), "\n")
t <- c(.3, .6, 1)
for (sides in 1:2) {
  c <- uniroot(function(c) cross(c / sqrt(t), t, sides)[3] - .05, c(1, 4), tol = 1e-12)$root
  z <- c / sqrt(t)
  line(paste(sides, "critical"), z)
  line(paste(sides, "levels"), sides * pnorm(-z))
  line(paste(sides, "spent"), cross(z, t, sides))
  line(paste(sides, "drift 3"), cross(z, t, sides, 3))
}
line("BY", p.adjust(c(.001, .008, .039, .041, .042, .06, .074, .205), "BY"))
line("BY", p.adjust(c(.04, NA, .001, .9), "BY"))
