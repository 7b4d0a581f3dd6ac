// Package tablefit turns records of the experiment "fit" into the settings of the study's methods that fit its Table 1:
// ηT of the ascent and the steps of the searches, fitted on one task and tested on the other.
//
// The package does not know how the settings are used: package bench has them as constants, with their date.
package tablefit
