// Package surface turns records of the experiment "surface" into maps: the weight that the study's method gives to the
// optimal demonstrations, over search steps and ηT, for each style of suboptimal ones.
//
// The package does not know how maps are drawn: package figures does.
package surface
