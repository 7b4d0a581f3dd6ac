//go:build !nostudy

package run

// reportFiles lists the files of a report, with the figures of the study's analyses.
const reportFiles = "report-files.txt"
