package bench

import "counterpoise/internal/catalog"

// Difficulties are the sets of knobs that repeat an experiment on a harder task, by name, with what is said of them. An
// experiment "a" under a difficulty "b" is called "a-b".
var Difficulties = catalog.New[string]("difficulty")

// Seeds are those that were fixed and named before their runs, by name: nobody chose them by their results.
var Seeds = catalog.New[uint64]("seed")
