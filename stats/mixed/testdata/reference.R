# Regenerates reference.json, the values of lme4, glmmTMB, emmeans and multcomp for the tests of this package:
#   Rscript reference.R > reference.json
# Written with R 4.2.2, lme4 1.1-31, glmmTMB 1.1.5, emmeans 1.8.4-1, multcomp 1.4-22, mvtnorm 1.1-3. Data are drawn here
# with fixed seeds and printed beside the answers. glmer's likelihood of counts has the binomial coefficients in it:
# loglik is printed without them. The optimisers run to tolerances far below their defaults.

suppressPackageStartupMessages({ library(lme4); library(glmmTMB); library(emmeans); library(multcomp); library(jsonlite) })
options(warn = -1)

simulate <- function(seed, trials, methods, groups, starts, rollouts, beta, sd) {
  set.seed(seed)
  d <- expand.grid(start = seq_len(starts), group = paste0("g", seq_len(groups)), method = paste0("m", seq_len(methods)),
    trial = seq_len(trials), stringsAsFactors = FALSE)
  draw <- function(key, s) { l <- unique(key); setNames(rnorm(length(l), 0, s), l)[key] }
  cell <- match(paste(d$method, d$group), unique(paste(d$method, d$group)))
  eta <- beta[cell] + draw(paste(d$trial), sd[1]) + draw(paste(d$trial, d$method), sd[2]) +
    draw(paste(d$trial, d$method, d$group), sd[3]) + draw(paste(d$trial, d$group, d$start), sd[4])
  d$n <- rollouts
  d$k <- rbinom(nrow(d), d$n, plogis(eta))
  d
}

contrasts_of <- function(e, level) {
  s <- summary(e, infer = c(TRUE, TRUE), adjust = "mvt", level = level)
  list(estimate = s$estimate, se = s$SE, p = s$p.value, low = s$asymp.LCL, high = s$asymp.UCL)
}

fit <- function(name, d, terms, drop = NULL, prior = NULL) {
  all <- d
  if (!is.null(drop)) d <- d[!(paste(d$method, d$group) %in% drop), ]
  for (v in c("trial", "method", "group", "start")) d[[v]] <- factor(d[[v]])
  d$cell <- factor(paste(d$method, d$group), levels = unique(paste(all$method, all$group)[!(paste(all$method, all$group) %in% drop)]))
  re <- c(trial = "(1|trial)", method = "(1|trial:method)", cell = "(1|trial:method:group)", start = "(1|trial:group:start)")[terms]
  f <- as.formula(paste("cbind(k, n - k) ~ 0 + cell +", paste(re, collapse = " + ")))
  ctl <- glmerControl(optimizer = "bobyqa", optCtrl = list(maxfun = 1e6, rhobeg = .2, rhoend = 1e-9), tolPwrss = 1e-13)
  g <- glmer(f, d, binomial, control = ctl)
  t <- glmmTMB(f, d, binomial, control = glmmTMBControl(optCtrl = list(iter.max = 1e4, eval.max = 1e4, rel.tol = 1e-14)))
  const <- sum(lchoose(d$n, d$k))
  key <- c("trial", "trial:method", "trial:method:group", "trial:group:start")[match(terms, c("trial", "method", "cell", "start"))]
  sds <- function(v) unname(sapply(key, function(k) attr(v[[k]], "stddev")))
  one <- function(m, v) list(beta = unname(if (inherits(m, "glmmTMB")) fixef(m)$cond else fixef(m)),
    se = unname(sqrt(diag(as.matrix(if (inherits(m, "glmmTMB")) vcov(m)$cond else vcov(m))))), sd = sds(v),
    loglik = as.numeric(logLik(m)) - const)
  out <- list(name = name, trial = as.character(all$trial), method = all$method, group = all$group, start = all$start,
    k = all$k, n = all$n, terms = terms, cells = levels(d$cell), glmer = one(g, VarCorr(g)),
    glmmtmb = one(t, VarCorr(t)$cond))
  if (is.null(drop)) {
    # The same model with factors, for the tests of effects and for contrasts.
    many <- nlevels(d$group) > 1
    h <- update(g, as.formula(paste("cbind(k, n - k) ~", if (many) "method * group +" else "method +", paste(re, collapse = " + "))))
    jt <- joint_tests(h)
    out$joint <- list(term = I(as.character(jt[["model term"]])), df = I(jt$df1), F = I(jt$F.ratio), p = I(jt$p.value))
    set.seed(1)
    out$methods <- contrasts_of(pairs(emmeans(h, ~ method)), .95)
    if (many) out$within <- contrasts_of(rbind(pairs(emmeans(h, ~ method | group))), .95)
    X <- model.matrix(~ 0 + cell, d)
    K <- glht(g, contrMat(table(d$cell), "Dunnett"))
    q <- confint(K, calpha = adjusted_calpha(abseps = 1e-5, maxpts = 3e5)); s <- summary(K, adjusted(abseps = 1e-5, maxpts = 3e5))
    out$dunnett <- list(estimate = unname(q$confint[, 1]), low = unname(q$confint[, 2]), high = unname(q$confint[, 3]),
      p = as.numeric(s$test$pvalues))
  }
  message(name)
  out
}

c6 <- c(-1, .5, .2, .8, -.3, 1.5)
mvn <- function(seed, k, r) {
  set.seed(seed); A <- matrix(rnorm(k * r), k); V <- A %*% t(A); R <- cov2cor(V)
  at <- c(1, 2, 3, 4)
  list(cov = V, at = at, p = sapply(at, function(c) 1 - mvtnorm::pmvnorm(rep(-c, k), rep(c, k), corr = R, maxpts = 1e6, abseps = 1e-6)))
}
tree <- function() list(
  fits = list(
    fit("starts", simulate(1, 8, 3, 2, 8, 1, c6, c(.8, .5, .6, 1)), c("trial", "method", "cell", "start")),
    fit("counts", simulate(2, 12, 3, 2, 1, 20, 1.6 * c6, c(.6, .5, .7, 0)), c("trial", "method", "cell")),
    fit("extreme cells", simulate(3, 10, 3, 2, 1, 12, 3 * c6, c(.6, .5, 1.2, 0)), c("trial", "method", "cell")),
    fit("separated", simulate(4, 10, 3, 2, 1, 20, c(-1, 30, .2, .8, -30, 1.5), c(.6, .5, .7, 0)), c("trial", "method", "cell"),
      drop = c("m1 g2", "m3 g1")),
    fit("singular", simulate(11, 6, 4, 2, 1, 15, c(-.5, 0, .5, 1, 0, 1, .2, -.2), c(.5, 0, 0, 0)), c("trial", "method", "cell")),
    fit("one group", simulate(6, 10, 4, 1, 1, 30, c(-1, 0, .4, 1.2), c(.7, .4, 0, 0)), c("trial", "method")),
    fit("missing", { d <- simulate(7, 9, 3, 3, 6, 1, c(c6, .3, -.8, .1), c(.5, .4, .4, .8)); set.seed(7); d[sort(sample(nrow(d), 400)), ] },
      c("trial", "method", "cell", "start"))),
  mvn = list(mvn(1, 3, 3), mvn(2, 6, 3), mvn(3, 10, 4), mvn(4, 12, 12), mvn(5, 20, 6)))
cat(toJSON(tree(), digits = NA, auto_unbox = TRUE), "\n", sep = "")
