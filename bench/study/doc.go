// Package study holds the experiments that recreate one study, Parekh, Nemlekar, Losey, "Towards Balanced Behavior
// Cloning from Imbalanced Datasets" (arXiv:2508.06319), and those that ask what it leaves open. Importing the package
// adds them to the catalogues of package bench. Package bench and what it imports do not know them.
//
// Each experiment is one file: a data file (E1.toml) where its arms are written out, and Go where they are computed.
// Readings are the ways to read the study's methods where its text leaves them open,
// difficulties the settings of the tasks' knobs under which its claims are held against rollouts, and freezes the
// commits that fixed the rules of confirmatory runs before their records existed. The claims themselves are in
// results/study/claims.
package study
