package main

import (
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// TestMain is the program itself where a test asked for that.
func TestMain(m *testing.M) { clitest.Main(m) }
