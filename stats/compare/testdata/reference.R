# Regenerates reference.json, designs with what R says about them:
#   Rscript reference.R > reference.json
# Written with R 4.2.2, afex 1.2.1, lme4 1.1.31, lmerTest 3.1.3, emmeans 1.8.4, effectsize 0.8.3, BayesFactor 0.9.12-4.4.
# A design is a table of units by methods, with missing cells or not, with ties or not, of 2 to 40 units. NULL stands for
# what R can't compute. Exact rank tests with ties are enumerated here, since base R approximates them.
suppressPackageStartupMessages({
  library(afex); library(lmerTest); library(emmeans); library(effectsize); library(BayesFactor); library(jsonlite)
})
set.seed(20)
quiet <- function(x) tryCatch(suppressMessages(suppressWarnings(x)), error = function(e) NULL)
number <- function(x) if (is.null(x) || length(x) != 1 || !is.finite(x)) NULL else unname(as.numeric(x))

# signed rank test, exact given ties: all 2^n signs (n <= 12), else R's where there are no ties
signed <- function(d) {
  d <- d[abs(d) > 1e-12]
  if (length(d) == 0) return(NULL)
  r <- rank(round(abs(d), 9)); v <- sum(r[d > 0])
  if (length(d) > 12) return(if (any(duplicated(r))) NULL else quiet(wilcox.test(d, exact = TRUE)$p.value))
  s <- as.matrix(expand.grid(rep(list(0:1), length(d)))) %*% r
  min(1, 2 * min(mean(s <= v + 1e-9), mean(s >= v - 1e-9)))
}
# rank sum test, exact given ties: all choices (at most 200000), else R's where there are no ties
ranksum <- function(x, y) {
  r <- rank(round(c(x, y), 9)); w <- sum(r[seq_along(x)])
  if (all(r == r[1])) return(NULL)
  if (choose(length(r), length(x)) > 2e5)
    return(if (any(duplicated(r)) || length(r) > 60) NULL else quiet(wilcox.test(x, y, exact = TRUE)$p.value))
  s <- combn(r, length(x), sum)
  min(1, 2 * min(mean(s <= w + 1e-9), mean(s >= w - 1e-9)))
}
pair <- function(x, y, paired) {
  if (paired) { ok <- !is.na(x) & !is.na(y); x <- x[ok]; y <- y[ok] } else { x <- x[!is.na(x)]; y <- y[!is.na(y)] }
  out <- list()
  t <- quiet(t.test(x, y, paired = paired))
  if (is.null(t)) return(list(undefined = TRUE))
  out$difference <- mean(x) - mean(y)
  out$t <- number(t$statistic); out$df <- number(t$parameter); out$p <- number(t$p.value)
  out$low <- number(t$conf.int[1]); out$high <- number(t$conf.int[2])
  out$rank_p <- number(if (paired) signed(x - y) else ranksum(x, y))
  g <- quiet(hedges_g(x, y, paired = paired, pooled_sd = TRUE))
  out$g <- number(g$Hedges_g %||% g$Hedges_g_av); out$g_low <- number(g$CI_low); out$g_high <- number(g$CI_high)
  # BayesFactor's quadrature of t statistics beyond 15 loses digits: those are left to testdata/bayes.json of stats.
  st <- quiet(t.test(x, y, paired = paired, var.equal = TRUE))
  if (isTRUE(abs(st$statistic) < 15)) out$log_bf <- number(
    ttest.tstat(st$statistic, length(x), if (paired) 0 else length(y), rscale = sqrt(2) / 2)$bf)
  margin <- 0.5
  se <- if (is.null(out$t)) NULL else abs(out$difference / out$t)
  if (!is.null(out$t) && abs(out$t) > 1e-9) out$equal_p <- max(pt((out$difference + margin) / se, out$df, lower.tail = FALSE),
    pt((out$difference - margin) / se, out$df))
  w <- function(d) if (length(d) < 3 || diff(range(d)) < 1e-12) NULL else number(shapiro.test(d)$p.value)
  out$normal_p <- if (paired) w(x - y) else NULL
  n <- if (paired) length(x) else floor(2 / (1 / length(x) + 1 / length(y)))
  sd <- if (paired) sd(x - y) else sqrt(((length(x) - 1) * var(x) + (length(y) - 1) * var(y)) / (length(x) + length(y) - 2))
  type <- if (paired) "one.sample" else "two.sample"
  solve <- function(...) quiet(power.t.test(..., type = type, strict = TRUE, sig.level = .05, tol = 1e-10))
  if (isTRUE(n >= 2 && sd > 1e-9)) out$detectable <- number(sd * solve(n = n, power = .8)$delta)
  need <- solve(delta = abs(out$difference) / sd, power = .8)
  if (!is.null(need) && need$n > 2.01 && need$n < 1e6) out$units <- ceiling(need$n - 1e-6)
  out
}
`%||%` <- function(a, b) if (is.null(a)) b else a

design <- function(name, m) {
  k <- ncol(m); names <- letters[1:k]
  out <- list(name = name, rows = apply(m, 1, function(r) as.list(ifelse(is.na(r), NA, r)), simplify = FALSE))
  d <- data.frame(unit = factor(rep(seq_len(nrow(m)), k)), method = factor(rep(names, each = nrow(m))), y = as.vector(m))
  d <- d[!is.na(d$y), ]
  complete <- m[stats::complete.cases(m), , drop = FALSE]
  if (nrow(complete) >= 2) {
    cd <- data.frame(unit = factor(rep(seq_len(nrow(complete)), k)), method = factor(rep(names, each = nrow(complete))),
      y = as.vector(complete))
    a <- quiet(aov_ez("unit", "y", cd, within = "method", anova_table = list(correction = "GG", es = c("ges", "pes"))))
    if (!is.null(a)) {
      s <- a$anova_table; u <- nice(a, correction = "none")
      out$anova <- list(F = number(s$F), p_gg = number(s$`Pr(>F)`), df1_gg = number(s$`num Df`),
        ges = number(s$ges), pes = number(s$pes))
    }
    f <- quiet(friedman.test(complete))
    out$friedman <- list(chi2 = number(f$statistic), p = number(f$p.value))
  }
  if (any(is.na(m))) {
    # afex's mixed() gives the same F; lmerTest's contrasts stand beside. Tight tolerances: the defaults stop at 1e-5.
    f <- quiet(lmerTest::lmer(y ~ method + (1 | unit), d, control = lmerControl(optimizer = "bobyqa",
      optCtrl = list(rhoend = 1e-12))))
    if (!is.null(f) && !isSingular(f, 1e-3)) {
      a <- anova(f)
      e <- emmeans(f, "method", lmer.df = "satterthwaite")
      p <- as.data.frame(summary(pairs(e, adjust = "none"), infer = TRUE))
      out$lmm <- list(F = number(a$`F value`), df2 = number(a$DenDF), p = number(a$`Pr(>F)`),
        unit_sd = number(attr(VarCorr(f)$unit, "stddev")), residual_sd = number(sigma(f)),
        difference = p$estimate, se = p$SE, contrast_df = p$df, contrast_p = p$p.value)
    }
  }
  groups <- lapply(seq_len(k), function(i) m[!is.na(m[, i]), i])
  w <- quiet(oneway.test(y ~ method, d)); kw <- quiet(kruskal.test(y ~ method, d))
  out$welch <- list(F = number(w$statistic), df2 = number(w$parameter[2]), p = number(w$p.value))
  out$kruskal <- list(chi2 = number(kw$statistic), p = number(kw$p.value))
  ij <- which(upper.tri(diag(k)), arr.ind = TRUE); ij <- ij[order(ij[, 2], ij[, 1]), , drop = FALSE]
  out$paired <- lapply(seq_len(nrow(ij)), function(r) pair(m[, ij[r, 1]], m[, ij[r, 2]], TRUE))
  out$apart <- lapply(seq_len(nrow(ij)), function(r) pair(m[, ij[r, 1]], m[, ij[r, 2]], FALSE))
  for (kind in c("paired", "apart")) {
    p <- sapply(out[[kind]], function(x) x$p %||% NA); h <- p.adjust(p, "holm")
    for (r in seq_along(p)) out[[kind]][[r]]$p_holm <- number(h[r])
  }
  out
}
make <- function(n, k, effect, rho, digits) {
  u <- rnorm(n, 0, sqrt(rho))
  round(sapply(seq_len(k), function(j) 3 + effect * (j - 1) + u + rnorm(n, 0, sqrt(1 - rho))), digits)
}
out <- list()
for (n in c(2, 3, 5, 8, 12, 40)) for (k in c(2, 3, 5)) {
  out[[length(out) + 1]] <- design(sprintf("balanced n=%d k=%d", n, k), make(n, k, .4, .5, 4))
  if (n <= 12) out[[length(out) + 1]] <- design(sprintf("ties n=%d k=%d", n, k), make(n, k, .5, .5, 0))
  if (n >= 5) {
    m <- make(n, k, .6, .6, 4); m[cbind(c(1, 3, n), c(1, 2, k))] <- NA
    out[[length(out) + 1]] <- design(sprintf("missing n=%d k=%d", n, k), m)
  }
}
m <- make(8, 3, .5, .5, 4); m[, 3] <- m[, 2]; out[[length(out) + 1]] <- design("two methods alike", m)
m <- make(8, 3, .5, .5, 4); m[, 2] <- 4; out[[length(out) + 1]] <- design("one method constant", m)
m <- make(8, 3, .5, .5, 4); m[, 2] <- m[, 1] + 1; out[[length(out) + 1]] <- design("differences without spread", m)
successes <- list()
for (i in 1:40) {
  n <- sample(2:30, 2, TRUE); k <- c(sample(0:n[1], 1), sample(0:n[2], 1)); b <- sample(0:12, 2, TRUE)
  successes[[i]] <- list(k1 = k[1], n1 = n[1], k2 = k[2], n2 = n[2], b = b[1], c = b[2],
    fisher = fisher.test(matrix(c(k[1], n[1] - k[1], k[2], n[2] - k[2]), 2))$p.value,
    mcnemar = if (sum(b) > 0) binom.test(b[1], sum(b))$p.value else NULL)
}
cat(toJSON(list(designs = out, successes = successes), digits = 15, auto_unbox = TRUE, na = "null", null = "null"), "\n",
  sep = "")
