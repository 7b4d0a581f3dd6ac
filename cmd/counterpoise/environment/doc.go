// Package environment trains and tests policies in environments of others, and records demonstrations there: what the
// commands try, run and demos collect have in common.
package environment
