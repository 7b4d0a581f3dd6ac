package main

import (
	"bytes"
)

// after is a writer that calls a function when a word is written.
type after struct {
	word string
	call func()
}

func (a after) Write(text []byte) (int, error) {
	if bytes.Contains(text, []byte(a.word)) {
		a.call()
	}
	return len(text), nil
}
