// Package comparison writes a comparison of methods (package stats/compare) and a plan of rollouts (package stats) as
// documents: sections of tables and sentences for all forms, and an HTML page with figures. It makes tables of records
// of this program, so that they are compared as anybody's results are, and computes no statistics.
package comparison
