// Package inputs has the experiments and weights of a run that are not compiled into the program: experiments from
// files (package definition), and weights that other programs have computed for its demonstrations (package
// weightfile). A folder of records keeps copies of both, so that it can be read, resumed and checked without the
// original files:
//
//	DIR/experiments/NAME.toml        an experiment
//	DIR/weights/NAME@DIGEST.json     weights
//	DIR/weights/pools.csv            the datasets of the run, so that they need not be generated again (package pools)
package inputs
