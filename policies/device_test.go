package policies

import (
	"fmt"
	"os"
	"testing"

	"counterpoise/policies/backend"
)

// TestMain selects the device on which the policies of all tests act, and that trains them: with
// COUNTERPOISE_TEST_DEVICE=xla-cpu and a build with the tag xla, XLA.
func TestMain(m *testing.M) {
	if d := backend.Device(os.Getenv("COUNTERPOISE_TEST_DEVICE")); d != "" {
		for _, use := range []func(backend.Device) error{backend.Use, backend.UseForActing} {
			if err := use(d); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(1)
			}
		}
	}
	os.Exit(m.Run())
}
