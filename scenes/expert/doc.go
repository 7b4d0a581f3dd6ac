// Package expert holds scripted demonstrators: they stand for a person who teleoperates the robot, with a person's
// variation from one demonstration to the next.
//
// A demonstrator may read the privileged state of the tabletop, such as where the block is, which a policy may not.
// It commands the same relative actions as a policy. A skill, one file a task, plans the optimal demonstration as a
// list of waypoints; it draws the speed, via points and small errors once, from the generator that it is given. A
// style, one file each, turns that plan into a good or a bad demonstration. Both register themselves, in Skills and
// Styles.
//
// Over 1,000 random starts for each behaviour (300 of fumble, mistake and release) the styles have these properties
// (ranges are over the behaviours of the task): share that ends in success by the earned oracle, control steps, length
// of the tool's path, and mean change of the commanded translation from one control step to the next, in units of the
// greatest action. By CALVIN's oracle the shares are the same, but for erratic in opening, 1.0 to 1.3. CALVIN's own
// experts (scenes/testdata/experts.json.gz) first succeed at step 30 to 50 in picking, 48 to 52 with the door and 45 to
// 51 with the drawer.
//
//	style    task     success %      steps       path (m)      change
//	optimal  picking  100.0          45 to 54    0.36 to 0.52  0.11 to 0.13
//	optimal  opening  100.0          58 to 81    0.48 to 0.54  0.06 to 0.08
//	detour   picking  100.0          65 to 85    0.57 to 0.72  0.10 to 0.13
//	detour   opening  99.9 to 100.0  89 to 91    0.74 to 0.79  0.08
//	retry    picking  100.0          70 to 83    0.55 to 0.72  0.13 to 0.15
//	retry    opening  100.0          100 to 117  0.88 to 0.90  0.08 to 0.09
//	noisy    picking  100.0          54 to 86    0.39 to 0.58  0.20 to 0.23
//	noisy    opening  99.6 to 99.9   73 to 100   0.50 to 0.60  0.19 to 0.20
//	erratic  picking  0.0 to 2.0     91 to 173   0.56 to 0.86  0.32 to 0.33
//	erratic  opening  0.6 to 1.3     142 to 175  0.96 to 1.15  0.29
//	miss     picking  0.0            45 to 49    0.36 to 0.47  0.12 to 0.13
//	miss     opening  0.0            61 to 81    0.50 to 0.57  0.06 to 0.07
//	hasty    picking  0.0            30 to 37     0.30 to 0.50  0.21 to 0.25
//	hasty    opening  0.0            33 to 51     0.50 to 0.53  0.14 to 0.21
//	slow     picking  0.0            72 to 82     0.32 to 0.51  0.03
//	slow     opening  0.0            75 to 124    0.50 to 0.53  0.02
//	biased   picking  0.0            44 to 51    0.32 to 0.51  0.12 to 0.13
//	biased   opening  0.0            59 to 81    0.50 to 0.53  0.06 to 0.07
//	early    picking  0.0            25 to 33    0.21 to 0.37  0.13 to 0.17
//	early    opening  0.0            17 to 45    0.20 to 0.29  0.10 to 0.23
//	fumble   picking  100.0          89 to 101   0.36 to 0.53  0.07
//	fumble   opening  100.0          104 to 126  0.48 to 0.55  0.04 to 0.05
//	mistake  picking  100.0          75 to 80    0.70 to 0.79  0.13 to 0.14
//	mistake  opening  100.0          114 to 147  0.97 to 1.08  0.07 to 0.08
//	release  picking  0.0            55 to 66    0.31 to 0.47  0.11 to 0.13
//	release  opening  0.0            61 to 87    0.44 to 0.54  0.07 to 0.10
//
// The table is of single attempts. Datasets hold demonstrations that end as their style says, because package demos
// repeats the others.
//
// Measured by: go test -run xxx -bench Thousand -benchtime 1x ./scenes/expert
//
// The package depends on the tabletop; it does not depend on datasets or policies.
package expert
