package bench

// The study's min-max methods as the experiments run them: with the defaults of package balance except ηT. The study
// names no learning rate of the weights; its Table 1 fits ηT = 2.25 with reference losses of 1.5 to 2.0 (mean 1.76).
// A weight moves by ηT times a difference of losses, so with losses measured in other units the same course takes
// another ηT. Ours, mean squared errors in units of the fastest motion, are about a hundred times smaller: plain
// cloning of balanced demonstrations, as calibrated, ends at .032 (picking) and .010 (opening) from pictures, at .020
// and .011 from the state, about .02. ηT = 2.25 · 1.76/.02 = 198, rounded, is the same relative step. It was fixed
// from balanced runs alone; experiment "grid" reports the others.
const (
	zero       = "zero:EtaT=200"
	remixPaper = "remix-paper:EtaT=200"
	ours       = "ours:EtaT=200"
)
