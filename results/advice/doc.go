// Package advice says of demonstrations of any robot whether and how to re-weight them: which groups are scarce, which
// are harder to fit than others of the same skill, which pull a policy away from the others, what is not known, and
// which weights to take.
//
// # The rule
//
// Labels are read for what they mean (labels.go): those with a word of QualityLabels in their names, and those that the
// user names, say by whom or how well something is shown and are no skill unless the user says so. Of the other labels
// the user's, the behaviour or the task makes the skills.
//
// Demonstrations that failed come first. They are left out, and nothing is learned from them, unless fewer than three
// of the skill succeeded, or their style was measured on the task and is not shown to cost more than 5 points of
// success. What failed is said by a label or by a replay (Outcome). Of those of which neither says it, those count as
// failed whose gripper closes on nothing while more of their skill hold something (curate.Pool.EmptyHanded):
// results/worth-again has what that gains, and that it leaves nothing out where none is wrong. It says nothing where it
// is not known at which opening fingers touch, where demonstrations disagree about the gripper's direction or scale,
// where somebody judged any of them or rated them, where labels say that these are the better ones, and where they are
// all that one person shows, or all with one object (Labels.Judges, Labels.Opposes).
//
// Judgements of single demonstrations (marks.go: good, bad, reject, not comparisons such as worse, nor people) are the
// user's word: bad ones are left out as failed ones are, whatever else they are labelled, and whatever their style was
// measured to cost. Where every demonstration is judged, other labels of quality are only described; where some are
// not, the rule goes on with what remains, and leaves out no kind on the word of the data that has one marked good.
//
// Ratings on a scale of more than three values (rating.go: stars, grades, scores) say which demonstrations are worse
// and not which are too bad to learn from. They make no kinds; what the user says to be below is bad.
//
// Groups that differ only in labels of quality are kinds of one skill. The kind that labels say to be best is the
// skill's reference (direction.go), however few it has; where they do not say, that with most demonstrations. It is
// never left out on the word of the data. Advice looks at four things of each other kind:
//
//  1. the user's word: is it known to be worse?
//  2. what demonstrations of its style were measured to cost on this task (bench/style_axes.json, list styles)
//  3. difficulty: the loss on its held-out demonstrations over that on the reference's, under one fit to both
//  4. conflict: the loss on held-out demonstrations of the reference, fitted with the kind over fitted without it
//
// A kind is left out if the user says that it is worse; if it was measured to cost more than 5 points, by the lower end
// of the interval; or, where nobody measured, if it is harder to fit (the interval of the difficulty lies above 1.1)
// and does not help to predict the reference (that of the conflict lies at 1 or above), and labels say that the
// reference is better: where nothing says it, as of operators, most demonstrations may be the worse ones. It is kept
// for good if it was measured and is not left out, or if it is harder to fit and helps (the interval of the conflict
// lies below 1). About all others the data do not tell, and the answer says so; they are kept. At least half of each
// skill's demonstrations that succeeded stay. All else is plain cloning: every frame that is kept counts the same.
//
// Losses are squared errors of ridge regression on random Fourier features, of single actions in units of their
// variance, in 5 repeats of a 5-fold cross-validation by demonstrations, a fit a skill. Intervals are t intervals of
// mean logarithms over demonstrations, each averaged over the repeats. Beside each stands an interval over the 25 fits
// (fitsOf), which is wider. The rule takes the difficulty's interval over demonstrations, and of the conflict what lies
// in either.
//
// # What it rests on
//
// The thresholds, and the records that they rest on, were committed by 2026-11-22, before a recipe of
// study.RegretRecipes was run.
//
// Leaving out. bench/style_axes.json has success with and without as many demonstrations of a style as optimal ones,
// 20 trials, from the state. The first five had been measured when the thresholds were fixed; with these alone costs
// differ by 9 points at most. Difficulty and conflict are those of this package on the pools of the first trial
// (BenchmarkEvidence), cost is in points of success:
//
//	style     opening: cost  difficulty conflict   picking: cost  difficulty conflict
//	biased                33       0.88     0.94               31       1.15     0.93
//	detour                 0       1.37     0.92                5       1.18     0.89
//	early                  4       1.64     0.93               -2       1.29     0.90
//	erratic               34       2.72     1.18               48       1.94     1.02
//	miss                  22       0.93     0.96               46       1.25     0.90
//	noisy                 -3       2.03     0.96               -3       1.50     0.88
//	retry                 29       1.26     0.95               -3       1.12     0.85
//
// Whoever knows which demonstrations are worse gains 17 points by leaving them out, mean of the 14 rows, and loses at
// most 3. From the data alone the two conditions together find the two rows of erratic, which cost 34 and 48 points,
// and no other. So they find two of the seven rows that cost more than 10 points. What is wrong in a consistent way
// (biased, miss) fits as well as what is right and cannot be found without rollouts or a word. Difficulty alone would
// leave out noisy as well, which is not shown to cost anything.
//
// Failures. Seven of the twelve styles fail (counterpoise list styles has what all cost). Six of them cost 10 to 48
// points; early cost 4 [0, 7] and -2 [-7, 2], and without it success in picking fell by 12.2 [7.2, 17.2] points
// (results/known-good). Few successes: with three good demonstrations of each behaviour beside twelve bad
// ones, policies from the state succeeded in 3 of 90 rollouts (picking, erratic) and 17 of 60 (opening, miss), and
// without the bad ones in 5 and 22; with six beside 24 in 4 of 90 and 26 of 60, and without them in 23 and 24. A second
// seed, with three beside twelve, gave 6 and 21 with them, and 6 and 14 without (one training each). Whether three are
// enough is therefore open; fewer were not tried.
//
// Scarce skills. Upsampling them changes mean success by +1.0, -0.5, +0.6, -1.3 and +0.8 points with standard errors of
// 0.6 to 1.1 (results/confirm, 30 trials, imbalances of 3 and 2 to 1; BenchmarkMethods), and none differs from 0. So
// advice reports an imbalance and names how many demonstrations are missing, and keeps the weights. This is of policies
// that are trained to the plateau; for those that are trained briefly upsampling may be worth more than it says.
//
// Methods that follow losses. In the first confirmatory run zero, Remix and the study's method change mean success
// against plain cloning by -7.1 to +0.7 points in 14 comparisons (BenchmarkMethods); none is significantly above 0. In
// the second run, of opening, which came after the rule, they change it by -4.4 to +2.8 points in 10 comparisons. Four
// are above 0: zero and the study's method with a starved slider under the difficulty near, by 2.3 and 2.8 points
// (p < .001), where under inexact they change nothing (-0.2 and +0.1), Remix with a starved slider under near by 1.0
// (p = .02), and Remix with bad demonstrations by 1.1 (p = .04; neither corrected for the number). So advice shows what
// they would weigh and names none of them.
//
// Sizes. The threshold 1.1 is that of results/study/twobytwo. A kind has enough demonstrations where half the width of
// its interval is at most log(1.9/1.1): 1.9 is the median difficulty of the styles that are harder to fit in
// style_axes.json. The width is that at the upper limit of the spread, since three demonstrations may be alike by
// chance. The number that is needed otherwise follows from this width. At least half of a skill stays, because nothing
// else was measured.
//
// Pictures. With Report.Pictures the ridge learns from the frozen encoder's features of every camera in place of the
// state of the scene. The rule and its thresholds are the same; all that they rest on was measured from the state.
//
// The point of the conflict decided until 2026-11-28. It lies at 1 for the erratic demonstrations of picking, so that
// the same dataset drawn anew got another advice; the interval says there that the data cannot tell. Of 45 recipes with
// suboptimal styles, drawn four times each, 177 of 180 advices are that of the majority of their recipe (166 by the
// point; TestAdviceAgrees). That has its price where no label helps: on the same recipes the gain over plain cloning
// is +0.3 [-0.2, +0.8] points in place of +1.8 [+0.2, +3.3] (results/regret).
//
// Agreement. 30 recipes of both tasks, five datasets of each, shares of bad demonstrations from 5 to 80 %, one in five
// recipes all good (counterpoise dev agreement, seeds 612 and 613): advices whose decision, what is left out and of
// what the data cannot tell, is that of most datasets of their recipe, and recipes in which the data cannot tell of
// some:
//
//	what the dataset says                    agree, 612   cannot tell   agree, 613   cannot tell
//	success                                  25 of 25     none          25 of 25     none
//	style and success, as ours               25 of 25     1 of 5        25 of 25     none
//	style, of another robot                  25 of 25     2 of 5        21 of 25     4 of 5
//	operator                                 25 of 25     5 of 5        25 of 25     5 of 5
//	nothing, of our tasks: replayed          25 of 25     none          25 of 25     none
//	nothing, of another robot: the gripper   25 of 25     none          25 of 25     none
//	all                                      150 of 150                 146 of 150
//
// Of the four that disagree two are of erratic in opening, 12 of 22, where the gripper's rule speaks if fewer than half
// close on nothing; one has an erratic demonstration that held something, and one is of noisy and retry, of which the
// intervals tell more in one dataset. Most of this is labels, replays and grippers, which hardly depend on the draw;
// the intervals decide in the third row alone, and in the 45 recipes above. These are of the rule as it is now; before
// the gripper spoke, 150 and 149 of 150 agreed. The rule was changed for none of these.
//
// # What it cannot know
//
// Of the two axes of the two-by-two, what demonstrations cost and how hard they are to fit, data alone show the second.
// The first takes rollouts or the user's word. A word about few demonstrations goes far: told that a tenth of the
// optimal ones are good, autolambda gains 10.5 to 20.3 points with the policy state where other styles are costly, and
// changes success by -7.6 to +2.1 where they are not shown to be (results/known-good, which came after the rule and is
// no part of it). That is of a policy that searches while it trains. Weights that weigh finds beforehand are worth
// less: those of its ridge gain where the others are erratic and nowhere else, and those of its network gain in four of
// seven cases and lose in one (docs/results/weights.md). The regret of the advice was measured three
// times: of the rule of 2026-11-22 by the profile regret (results/regret), and of all of advise, on recipes of another
// kind, by dev regret, before its rule about grippers asked for as much as it does now (results/worth) and after
// (results/worth-again).
package advice
