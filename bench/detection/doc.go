// Package detection says how well scores of single demonstrations (package policies/curate) find demonstrations in a
// bad style, in pools that are generated: both tasks, named styles, several shares of bad ones. Nothing is trained but
// the policies that scores clone.
//
// What a score finds is not what it is worth: a policy that learns without what was found may be better, as good or
// worse. The package knows styles; the scores that it measures see numbers alone.
package detection
