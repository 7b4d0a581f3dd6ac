// Package toydata makes small datasets without physics, for the tests of policies.
package toydata
