# Regenerates r.json, the values that base R gives for the tests of this package:
#   Rscript reference.R > r.json
# Base R alone (stats); written with R 4.2.2. Inputs are drawn here with fixed seeds and printed with 17 digits, so the
# tests read inputs and answers from the same file. NA, NaN and Inf are written as null.

options(digits = 17, warn = -1)

json <- function(x) {
  if (is.null(x)) return("null")
  if (is.list(x)) {
    parts <- vapply(x, json, "")
    if (is.null(names(x))) return(paste0("[", paste(parts, collapse = ",\n"), "]"))
    return(paste0("{", paste0('"', names(x), '": ', parts, collapse = ", "), "}"))
  }
  if (is.matrix(x)) return(json(lapply(seq_len(nrow(x)), function(i) as.numeric(x[i, ]))))
  s <- if (is.character(x)) paste0('"', x, '"') else if (is.logical(x)) tolower(x) else
    ifelse(is.finite(x), sprintf("%.17g", x), "null")
  if (length(x) == 1 && is.null(attr(x, "vector"))) s else paste0("[", paste(s, collapse = ", "), "]")
}
vec <- function(x) { x <- as.numeric(x); attr(x, "vector") <- TRUE; x }
cases <- function(grid, f) lapply(seq_len(nrow(grid)), function(i) c(as.list(grid[i, ]), f(grid[i, ])))

out <- list(R = R.version.string)

# ---- tails and quantiles ----
out$t <- cases(expand.grid(t = c(1e-3, .5, 1, 2.262, 5, 12, 40, 1e3, 1e10), df = c(1, 2.5, 9, 17.39, 100, 1e4, 1e5)),
  function(g) list(p = 2 * pt(g$t, g$df, lower.tail = FALSE)))
out$qt <- cases(expand.grid(alpha = c(.5, .1, .05, .01, 1e-3, 1e-6, 1e-12), df = c(1, 2.5, 9, 100, 1e4)),
  function(g) list(t = qt(g$alpha / 2, g$df, lower.tail = FALSE)))
out$F <- cases(expand.grid(F = c(1e-10, .1, 1, 3, 11.05, 50, 500, 1e5), df1 = c(1, 2.37, 3, 9), df2 = c(4.5, 9, 27, 38, 1000)),
  function(g) list(p = pf(g$F, g$df1, g$df2, lower.tail = FALSE)))
out$chi2 <- cases(expand.grid(x = c(.1, 1, 5, 20, 100), df = c(2, 5, 9, 14, 35)),
  function(g) list(p = pchisq(g$x, g$df, lower.tail = FALSE)))

# ---- noncentral t and F: p by R's own pt and pf, which stop at some 1e-9 absolute, and exact by summing or integrating ----
nct <- function(t, df, d) integrate(function(s) pnorm(t * s - d, lower.tail = FALSE) * 2 * df * s * dchisq(df * s^2, df),
  0, Inf, rel.tol = 1e-12, abs.tol = 0, subdivisions = 2000L)$value
ncf <- function(f, a, b, l) { j <- 0:5000; sum(dpois(j, l / 2) * pbeta(b / (b + a * f), b / 2, a / 2 + j)) }
out$nct <- cases(expand.grid(t = c(-2, 0, 1, 2.262, 5, 12), df = c(1, 2, 9, 38, 200), ncp = c(-1, 0, .5, 2.5, 6, 12)),
  function(g) list(p = pt(g$t, g$df, g$ncp, lower.tail = FALSE), exact = tryCatch(nct(g$t, g$df, g$ncp), error = function(e) NA)))
out$ncf <- cases(expand.grid(F = c(.2, 1, 3, 10, 50), df1 = c(1, 2.4, 3, 9), df2 = c(9, 27, 100), ncp = c(.5, 5, 20, 300)),
  function(g) list(p = pf(g$F, g$df1, g$df2, g$ncp, lower.tail = FALSE), exact = ncf(g$F, g$df1, g$df2, g$ncp)))

# ---- two samples and pairs ----
set.seed(8)
ncp <- function(t, df, p) uniroot(function(d) log(pt(t, df, d, lower.tail = FALSE) / p), t + c(-1, 1) * (6 + abs(t)), tol = 1e-12)$root
one <- function(h) list(t = unname(h$statistic), df = unname(h$parameter), p = h$p.value, low = h$conf.int[1], high = h$conf.int[2])
two <- function(x, y, level) {
  n <- length(x); m <- length(y)
  sp <- sqrt(((n - 1) * var(x) + (m - 1) * var(y)) / (n + m - 2)); h <- sqrt(1 / n + 1 / m); d <- (mean(x) - mean(y)) / sp
  a <- (1 - level) / 2
  list(x = vec(x), y = vec(y), level = level, student = one(t.test(x, y, var.equal = TRUE, conf.level = level)),
    welch = one(t.test(x, y, conf.level = level)), vartest = var.test(x, y)$p.value, d = d,
    dlow = h * ncp(d / h, n + m - 2, a), dhigh = h * ncp(d / h, n + m - 2, 1 - a),
    improvement = unname(suppressWarnings(wilcox.test(x, y))$statistic) / (n * m), iqm = mean(c(x, y), trim = .25))
}
out$two_sample <- list(two(rnorm(10), rnorm(10, 1), .95), two(rnorm(5, 0, 3), rnorm(23), .9), two(rexp(40), rexp(7), .99),
  two(rbinom(12, 100, .6) / 100, rbinom(12, 100, .7) / 100, .95), two(rnorm(2), rnorm(2), .95), two(1e-8 * rnorm(8), 1e-8 * rnorm(9, .5), .95))
grubbs <- function(d) {
  n <- length(d); g <- max(abs(d - mean(d))) / sd(d)
  min(1, 2 * n * pt(sqrt(n * (n - 2) * g^2 / ((n - 1)^2 - n * g^2)), n - 2, lower.tail = FALSE))
}
paired <- function(x, y, level, margin) {
  d <- x - y; n <- length(d); a <- (1 - level) / 2; dz <- mean(d) / sd(d)
  w <- wilcox.test(x, y, paired = TRUE, exact = TRUE, conf.int = TRUE, conf.level = level)
  list(x = vec(x), y = vec(y), level = level, paired = one(t.test(x, y, paired = TRUE, conf.level = level)), dz = dz,
    dlow = ncp(dz * sqrt(n), n - 1, a) / sqrt(n), dhigh = ncp(dz * sqrt(n), n - 1, 1 - a) / sqrt(n),
    grubbs = grubbs(d), margin = margin,
    plow = t.test(x, y, paired = TRUE, mu = -margin, alternative = "greater")$p.value,
    phigh = t.test(x, y, paired = TRUE, mu = margin, alternative = "less")$p.value,
    wilcoxon = list(V = unname(w$statistic), exact = w$p.value, median = unname(w$estimate), low = w$conf.int[1], high = w$conf.int[2],
      normal = wilcox.test(x, y, paired = TRUE, exact = FALSE, correct = FALSE)$p.value,
      corrected = wilcox.test(x, y, paired = TRUE, exact = FALSE, correct = TRUE)$p.value))
}
out$paired <- list(paired(rnorm(10), rnorm(10, .8), .95, 1), paired(rnorm(7), rnorm(7), .9, .5), paired(rexp(25), rexp(25), .99, .4),
  paired(rnorm(49), rnorm(49, .2), .95, .6), paired(1e6 + rnorm(12), 1e6 + rnorm(12), .95, 1))

# ---- within subjects ----
# Orthonormal contrasts, and all from the covariance of the contrasts: the textbook formulas, independent of anova.mlm.
orthonormal <- function(k) { h <- contr.helmert(k); sweep(h, 2, sqrt(colSums(h^2)), "/") }
epsilons <- function(Y, C) {
  S <- cov(Y %*% C); p <- ncol(C); n <- nrow(Y); gg <- sum(diag(S))^2 / (p * sum(S^2))
  list(gg = gg, hf = (n * p * gg - 2) / (p * (n - 1 - p * gg)), W = det(S) / (sum(diag(S)) / p)^p)
}
mlm <- function(Y, X, M, idata) {
  a <- anova(lm(Y ~ 1), X = X, M = M, idata = idata, test = "Spherical")
  m <- mauchly.test(lm(Y ~ 1), X = X, M = M, idata = idata)
  list(F = a[1, "F"], df1 = a[1, "num Df"], df2 = a[1, "den Df"], p = a[1, "Pr(>F)"], p_gg = a[1, "G-G Pr"], p_hf = a[1, "H-F Pr"],
    mauchly_W = unname(m$statistic), mauchly_p_R = m$p.value)
}
sums <- function(tab, row, error) c(tab[[error]][[1]][row, "Sum Sq"], tab[[error]][[1]]["Residuals", "Sum Sq"])
oneway <- function(Y) {
  n <- nrow(Y); k <- ncol(Y)
  long <- data.frame(y = as.vector(Y), s = factor(rep(1:n, k)), c = factor(rep(1:k, each = n)))
  tab <- summary(aov(y ~ c + Error(s / c), long))
  ss <- sums(tab, 1, "Error: s:c"); subj <- tab[["Error: s"]][[1]]["Residuals", "Sum Sq"]
  f <- friedman.test(Y)
  c(list(data = Y, F_aov = tab[["Error: s:c"]][[1]][1, "F value"], pes = ss[1] / sum(ss), ges = ss[1] / (sum(ss) + subj)),
    mlm(Y, ~1, ~c, data.frame(c = factor(1:k))), epsilons(Y, orthonormal(k)),
    list(friedman = unname(f$statistic), friedman_p = f$p.value))
}
set.seed(27)
shape <- function(n, k, sd, effect) sweep(matrix(rnorm(n * k), n) %*% diag(sd, k) + rnorm(n), 2, effect, "+")
out$oneway <- list(oneway(shape(10, 4, c(1, 2, .5, 1), c(0, 1, .5, .2))), oneway(shape(20, 3, c(1, 1, 4), c(0, .1, 0))),
  oneway(shape(8, 6, 1:6, (1:6) / 2)), oneway(shape(7, 7, rep(1, 7), rep(0, 7))), oneway(shape(40, 5, c(1, 1, 1, 1, 1), c(0, 0, 0, 0, 1))),
  oneway(round(shape(12, 4, rep(1, 4), c(0, .5, 1, 1.5)))), oneway(shape(15, 2, c(1, 3), c(0, 1))), oneway(1e6 + shape(9, 4, rep(1, 4), c(0, 1, 2, 3))))

twoway <- function(n, a, b, sd) {
  # cells in the order a1b1, a1b2, ...: b runs fastest
  Y <- shape(n, a * b, sd, seq_len(a * b) / 4 + rep(c(0, .5), length.out = a * b))
  id <- expand.grid(b = factor(1:b), a = factor(1:a))[, c("a", "b")]
  long <- data.frame(y = as.vector(Y), s = factor(rep(1:n, a * b)), a = rep(id$a, each = n), b = rep(id$b, each = n))
  tab <- summary(aov(y ~ a * b + Error(s / (a * b)), long))
  subj <- tab[["Error: s"]][[1]]["Residuals", "Sum Sq"]
  S <- list(a = sums(tab, 1, "Error: s:a"), b = sums(tab, 1, "Error: s:b"), ab = sums(tab, 1, "Error: s:a:b"))
  errors <- sum(sapply(S, `[`, 2)) + subj
  ones <- function(k) matrix(1 / sqrt(k), k)
  C <- list(a = kronecker(orthonormal(a), ones(b)), b = kronecker(ones(a), orthonormal(b)), ab = kronecker(orthonormal(a), orthonormal(b)))
  f <- function(e, X, M) c(mlm(Y, X, M, id), epsilons(Y, C[[e]]), list(pes = S[[e]][1] / sum(S[[e]]), ges = S[[e]][1] / (S[[e]][1] + errors)))
  list(levels_a = a, levels_b = b, data = Y, a = f("a", ~b, ~a + b), b = f("b", ~a, ~a + b), ab = f("ab", ~a + b, ~a * b))
}
set.seed(49)
out$twoway <- list(twoway(12, 2, 3, 1:6 / 3), twoway(10, 3, 4, rep(1, 12)), twoway(16, 4, 3, c(rep(1, 6), rep(2, 6))), twoway(9, 2, 2, c(1, 2, 3, 4)))

# ---- adjusted p ----
set.seed(3)
adjust <- function(p) list(p = vec(p), holm = vec(p.adjust(p, "holm")), bonferroni = vec(p.adjust(p, "bonferroni")), bh = vec(p.adjust(p, "BH")))
out$adjust <- list(adjust(runif(6)^3), adjust(c(runif(20)^4, NA, 0, 1)), adjust(rep(c(.01, .02, .04), 3)), adjust(.04))

# ---- success rates ----
out$rates <- cases(expand.grid(k = c(0, 1, 37, 62, 99, 100), n = 100, level = c(.9, .95, .99)), function(g) {
  w <- prop.test(g$k, g$n, conf.level = g$level, correct = FALSE)$conf.int; b <- binom.test(g$k, g$n, conf.level = g$level)$conf.int
  list(wilson = vec(w), exact = vec(b)) })
out$rates <- c(out$rates, list(c(list(k = 0, n = 1, level = .95), list(wilson = vec(prop.test(0, 1, correct = FALSE)$conf.int), exact = vec(binom.test(0, 1)$conf.int)))))

# ---- power ----
n_of <- function(...) ceiling(power.t.test(..., strict = TRUE)$n - 1e-9)
out$power_paired <- cases(expand.grid(d = c(.2, .5, .8, 1.2, -1), n = c(2, 5, 10, 20, 50), alpha = c(.05, .01)), function(g)
  list(power = power.t.test(g$n, abs(g$d), 1, g$alpha, type = "paired", strict = TRUE)$power))
out$power_two <- cases(expand.grid(d = c(.2, .5, 1), n = c(3, 10, 64), alpha = c(.05, .01)), function(g)
  list(power = power.t.test(g$n, g$d, 1, g$alpha, strict = TRUE)$power))
out$n_paired <- cases(expand.grid(d = c(.2, .5, .8, 1.2), power = c(.8, .9, .95)), function(g)
  list(n = n_of(delta = g$d, sd = 1, power = g$power, type = "paired")))
out$n_two <- cases(expand.grid(d = c(.2, .5, .8), power = c(.8, .95)), function(g) list(n = n_of(delta = g$d, sd = 1, power = g$power)))
out$power_between <- cases(expand.grid(f = c(.1, .25, .4), k = c(2, 3, 5), n = c(5, 20, 40)), function(g)
  list(power = power.anova.test(g$k, g$n, between.var = g$f^2 * g$k / (g$k - 1), within.var = 1)$power))
out$power_repeated <- cases(expand.grid(f = c(.2, .5), k = c(2, 4), epsilon = c(1, .6), n = c(5, 10, 30)), function(g) {
  e <- if (g$k == 2) 1 else g$epsilon
  a <- (g$k - 1) * e; b <- a * (g$n - 1); l <- g$n * g$k * g$f^2 * e
  list(epsilon = e, power = pf(qf(.05, a, b, lower.tail = FALSE), a, b, l, lower.tail = FALSE)) })
out$power_repeated <- lapply(out$power_repeated, function(x) x[!duplicated(names(x), fromLast = TRUE)])

cat(json(out), "\n", sep = "")
