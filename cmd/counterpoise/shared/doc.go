// Package shared is what commands of several families do alike with the packages below: they open datasets and
// environments, choose a device, an oracle and demonstrations, keep records, and make those that are missing. Its
// Program is embedded by those families.
//
// It links the formats of datasets. It has no command. What is of one family alone is in the package of the family.
package shared
