package cachedir

import (
	"path/filepath"
	"testing"
)

func TestPath(t *testing.T) {
	t.Setenv("COUNTERPOISE_CACHE", "/here")
	if got := Path(); got != "/here" {
		t.Errorf("with the variable: %q", got)
	}
	t.Setenv("COUNTERPOISE_CACHE", "")
	if got := Path(); got != "" && filepath.Base(got) != "counterpoise" {
		t.Errorf("without it: %q", got)
	}
}
