// Package skills finds groups of demonstrations that show the same thing, where no label says what they show: by what
// was moved and where things end or, without the state of objects, by the motion of the robot.
//
// Demonstrations are clustered by Ward's method (cluster.go) into the number of groups with the largest silhouette, or
// into one where groups of points without any look as good (number.go). Both are deterministic.
//
// How well the groups agree with true skills is measured by the adjusted Rand index (rand_test.go). With 20
// demonstrations of each behaviour of our tasks, of five seeds each in ascending order (TestFoundSkillsAgree):
//
//	                          by objects                    by motion
//	picking, all good         0.00 five times: one group    0.00 five times: one group
//	picking, 6 erratic        0.00 0.35 0.63 0.72 0.85      0.00 five times
//	picking, 6 biased         0.00 0.66 0.77 0.90 0.90      0.00 five times
//	opening, all three        1.00 five times               1.00 five times
//
// The behaviours of picking are places of one block along a line, whose ranges nearly touch; those of opening move
// different things. So groups are found where what is done differs, and nothing is said of skills that differ little.
package skills
