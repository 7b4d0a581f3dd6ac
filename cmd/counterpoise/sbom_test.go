package main

import (
	"encoding/json"
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
	"counterpoise/internal/supply"
)

// The bill of materials of this test program has its modules, each with version, digest and licence, and the list of
// licences has them too.
func TestSBOM(t *testing.T) {
	code, out, stderr, _ := clitest.Invoke("dev", "sbom")
	var bill struct {
		Components []struct {
			Name, Version string
			Licences      []struct{ Expression string } `json:"licenses"`
			Properties    []struct{ Name, Value string }
		}
	}
	if err := json.Unmarshal([]byte(out), &bill); err != nil || code != 0 || stderr != "" {
		t.Fatalf("exit code %d, %v, %s", code, err, stderr)
	}
	_, list, _, _ := clitest.Invoke("dev", "sbom", "--licences")
	if len(bill.Components) < 10 {
		t.Errorf("%d components", len(bill.Components))
	}
	for _, c := range bill.Components {
		if c.Name == "std" {
			continue
		}
		want := supply.Licences[c.Name]
		if want == "" || len(c.Licences) != 1 || c.Licences[0].Expression != want || c.Version == "" ||
			len(c.Properties) != 1 || !strings.HasPrefix(c.Properties[0].Value, "h1:") &&
			c.Properties[0].Name != "counterpoise:changed" {
			t.Errorf("%+v, want licence %q", c, want)
		}
		if !strings.Contains(list, c.Name+" ") {
			t.Errorf("%s is not in the list of licences", c.Name)
		}
	}
}
