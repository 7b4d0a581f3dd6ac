package main

import (
	"fmt"
	"io"

	"counterpoise/bench"
	"counterpoise/internal/settings"
	"counterpoise/policies"
)

// listPolicies shows what a policy's name is made of: what it observes, the head that its outputs belong to, and the
// settings that may follow a colon.
func listPolicies(w io.Writer) {
	fmt.Fprintln(w, "policy\thead\tloss and output")
	for _, name := range bench.Policies() {
		for _, head := range policies.Heads.Names() {
			h, _ := policies.Heads.Get(head)
			text := bench.Policy{Observer: name, Network: bench.DefaultNetwork, Head: head}
			fmt.Fprintf(w, "%s\t%s\t%s\n", text, head, h.About())
		}
	}
	fmt.Fprintln(w, "\nsetting\trange\tmeaning")
	for _, s := range settings.Describe(bench.PolicySettings{}) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Key, s.Range, s.Meaning)
	}
	fmt.Fprintln(w, "\nPOLICY:KEY=VALUE,KEY=VALUE sets them: state:Execute=1; without it they are as calibrated")
}
