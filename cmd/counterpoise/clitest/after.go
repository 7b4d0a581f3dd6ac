package clitest

import "bytes"

// After is a writer that calls a function when a word is written.
type After struct {
	Word string
	Call func()
}

func (a After) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(a.Word)) {
		a.Call()
	}
	return len(text), nil
}
