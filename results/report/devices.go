package report

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/internal/wording"
	"counterpoise/results/findings"
)

// deviceNotes says which networks of a design each device trained, if there are several (--mix-devices): their results
// differ by rounding, so a comparison between arms of two devices is not a paired one to the last bit. It is empty
// where one device trained all. Records without a device are left out.
func deviceNotes(f findings.Design) (notes []string) {
	var devices []bench.Device
	arms := map[bench.Device][]string{} // one entry a network: the name of its arm
	trials := map[bench.Device]map[string][]string{}
	for arm, r := range f.All() {
		d, ok := r.TrainedOn()
		if !ok {
			continue
		}
		if d.Name = ""; trials[d] == nil {
			devices, trials[d] = append(devices, d), map[string][]string{}
		}
		if trials[d][arm.Name] == nil {
			arms[d] = append(arms[d], arm.Name)
		}
		trials[d][arm.Name] = append(trials[d][arm.Name], fmt.Sprint(r.Cell.Trial))
	}
	if len(devices) < 2 {
		return nil
	}
	for _, d := range devices {
		n := 0
		var of []string
		for _, arm := range arms[d] {
			t := trials[d][arm]
			n += len(t)
			of = append(of, fmt.Sprintf("%s in %s", arm, trialList(t)))
		}
		notes = append(notes, fmt.Sprintf("Device %v trained %s: %s.", d, wording.Plural(n, "network"),
			strings.Join(of, "; ")))
	}
	return append(notes, "Results of two devices differ by rounding.")
}

// trialList is "trial 3" or "trials 0, 1, 2".
func trialList(trials []string) string {
	if len(trials) == 1 {
		return "trial " + trials[0]
	}
	return "trials " + strings.Join(trials, ", ")
}
