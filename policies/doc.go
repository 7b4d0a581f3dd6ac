// Package policies trains networks to imitate demonstrations and runs them. gomlx stops here: no other package imports it.
//
// It never knows which task the demonstrations solve, or by which method the weights of their groups are chosen.
package policies
