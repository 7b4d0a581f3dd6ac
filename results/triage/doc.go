// Package triage writes the page on which a person sorts the demonstrations of a dataset into good and bad ones: one
// HTML file, without a network. It has a strip of five moments of each demonstration (strip.go), what sets the
// demonstration apart from the others of its skill (measures.go), and buttons. A click ranks the list anew by one rule,
// the function suspicion in page.js, and the page downloads the clicks as labels.csv, which advise, weigh and demos
// filter take by --labels.
//
// The page knows no command and no method: which demonstrations are known to be good, and how badly a policy of them
// predicts the others, is passed. It says nothing about success rates.
package triage
