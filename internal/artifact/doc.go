// Package artifact is the file container of policies, encoders and checkpoints: a first line that names the kind, a header
// in JSON, a payload and a SHA-256 digest.
package artifact
