// Package stats is the commands that test anybody's numbers: stats and what stands below it. They read tables and
// folders of records, call the packages of statistics, and print sentences and documents; what a test is, and when it
// holds, is there (stats, stats/compare, results/comparison).
package stats
