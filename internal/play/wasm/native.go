//go:build !js

package main

import (
	"encoding/json"
	"fmt"
	"os"

	"counterpoise/internal/play"
)

// main answers the call that the arguments are, a name and JSON, and prints the answer: what the browser computes, for
// a test to compare.
func main() {
	if len(os.Args) != 3 {
		fmt.Fprintln(os.Stderr, "usage: wasm CALL JSON")
		os.Exit(2)
	}
	var calls play.Calls
	reply, err := calls.Call(os.Args[1], []byte(os.Args[2]), nil, nil)
	if err == nil {
		err = json.NewEncoder(os.Stdout).Encode(reply)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "counterpoise:", err)
		os.Exit(1)
	}
}
