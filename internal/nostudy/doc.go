// Package nostudy has the tests of the harness without the study. It imports none of the study's packages, and no
// package of the harness does, so that the study is in no program of these tests, with -tags nostudy or without.
package nostudy
