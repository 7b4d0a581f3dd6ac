//go:build nostudy

package run

// reportFiles lists the files of a report: without the study it has no figure of the study's analyses.
const reportFiles = "report-files-bare.txt"
