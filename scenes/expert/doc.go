// Package expert holds scripted demonstrators: they stand for a person who teleoperates the robot, with a person's
// variation from one demonstration to the next.
//
// A demonstrator may read the privileged state of the tabletop, such as where the block is, which a policy may not.
// It commands the same relative actions as a policy. A skill, one file a task, plans the optimal demonstration as a
// list of waypoints; it draws the speed, via points and small errors once, from the generator that it is given. A
// style, one file each, turns that plan into a good or a bad demonstration. Both register themselves, in Skills and
// Styles.
//
// Over 1,000 random starts for each behaviour the styles have these properties (ranges are over the behaviours of the
// task): share that ends in success, control steps, length of the tool's path, and mean change of the commanded
// translation from one control step to the next, in units of the greatest action. CALVIN's own experts first succeed at
// step 34 to 43 in picking, 49 with the door and 72 with the drawer.
//
//	style     task      success %      steps       path (m)      change
//	optimal   picking   100.0          38 to 51    0.35 to 0.52  0.12 to 0.16
//	optimal   opening   100.0          58 to 82    0.48 to 0.55  0.06 to 0.08
//	detour    picking   100.0          66 to 89    0.57 to 0.72  0.11 to 0.13
//	detour    opening   100.0          89 to 93    0.73 to 0.80  0.09
//	retry     picking   94.4 to 95.5   63 to 78    0.53 to 0.70  0.14 to 0.16
//	retry     opening   100.0          98 to 118   0.88          0.09 to 0.10
//	noisy     picking   99.8 to 100.0  45 to 66    0.37 to 0.55  0.22 to 0.25
//	noisy     opening   85.4 to 90.8   76 to 107   0.53 to 0.62  0.18 to 0.19
//	erratic   picking      0.0 to 1.7     87 to 168   0.54 to 0.84  0.31 to 0.33
//	erratic   opening      2.1 to 3.9     136 to 172  0.99 to 1.21  0.27 to 0.28
//	miss      picking   0.0            38 to 45    0.35 to 0.47  0.13 to 0.16
//	miss      opening   0.0 to 0.1     60 to 82    0.51 to 0.57  0.06 to 0.08
//	biased    picking   0.0            36 to 48    0.31 to 0.50  0.13 to 0.17
//	biased    opening   0.0 to 0.1     59 to 82    0.50 to 0.53  0.06 to 0.08
//	early     picking   0.0            18 to 30    0.20 to 0.37  0.14 to 0.23
//	early     opening   0.0            18 to 46    0.20 to 0.29  0.10 to 0.23
//
// The table is of single attempts. Datasets hold demonstrations that end as their style says, because package demos
// repeats the others.
//
// Measured by: go test -run xxx -bench Thousand -benchtime 1x ./scenes/expert
//
// The package depends on the tabletop; it does not depend on datasets or policies.
package expert
