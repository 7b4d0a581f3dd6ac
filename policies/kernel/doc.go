// Package kernel is kernel ridge regression with a Gaussian kernel: a policy of few demonstrations, exact where package
// ridge, which is for many, approximates the same kernel by random features. A fit to n rows takes O(n³) time and O(n²)
// memory, a prediction O(n).
package kernel
