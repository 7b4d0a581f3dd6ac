package demos

// validEvery is the reciprocal of the share of demonstrations that validate: a tenth, as robomimic's script
// split_train_val.py has it.
const validEvery = 10

// Validates reports whether demonstration i of a behaviour, counted from 0 in the order of the dataset, is one to
// validate on when a dataset is split. It is the second of every ten: every behaviour with two demonstrations has one,
// styles, which follow one another in blocks, keep their shares, and a writer need not know how many are to come.
func Validates(i int) bool { return i%validEvery == 1 }
