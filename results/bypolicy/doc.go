// Package bypolicy sets policies side by side that answer the same question: networks, heads or observers that were run
// one by one into a folder of records, with the same seed. It tests each comparison of an experiment under each policy,
// and whether the difference depends on the policy, and says so in words, tables and a figure.
package bypolicy
