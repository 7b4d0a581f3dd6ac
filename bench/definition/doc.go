// Package definition reads and writes experiments as TOML files (toml.io, version 1.0), so that an experiment needs no
// Go: question, task, recipes, methods, policy, comparisons and size. What a file says is a bench.Experiment like one
// that is compiled into the program; Encode writes any experiment as a file, which reads back as the same one.
//
//	name = "my-question"                     # letters, digits, . _ + -
//	question = "Does ... ?"
//	source = "where it is asked"             # may be left out
//
//	[size]                                   # each may be left out; flags of run go before
//	trials = 10
//	rollouts = 100                           # of each behaviour
//	steps = 1000                             # 0: the calibrated number
//	seed = 1
//	policy = "state"                         # OBSERVER+NETWORK+HEAD:SETTINGS, as --policy takes it
//
//	[[design]]
//	task = "picking"                         # with knobs or without
//	compared = "The starved behaviour"       # title of the comparisons
//	sides = ["starved", "balanced"]          # what arm and against are called there
//	factor = ""                              # what levels count, where arms are levels of something
//
//	  [[design.arm]]
//	  name = "balanced"                      # unique in its design
//	  recipe = "left=21,middle=21,right=21"  # demonstrations, as demos generate takes them
//	  groups = "behaviour"                   # what the method weighs: behaviour (default), style, both, optimality
//	  method = "natural"                     # with settings or without; list methods
//	  settings = "Execute=4"                 # of the policy, for this arm alone
//	  knobs = "Yaw=90"                       # of the task, for this arm alone
//	  steps = 500                            # gradient steps of this arm alone
//	  level = 4.0                            # place on the design's factor
//	  line = ""                              # line of the figure
//	  block = 3                              # order: all trials of a block run before the next
//
//	  [[design.comparison]]
//	  behaviour = "left"                     # or worst, the least successful; or "all behaviours"
//	  arm = "left starved"
//	  against = "balanced"
//
// An experiment may be in an environment of others, see Environment. Further keys are given_fit, and of and reading,
// which come together; bench.Experiment documents them. An unknown key, a method, task or arm that does not exist, and
// a value of another type are errors that name file, line and key. The package runs nothing.
package definition
