package list

import (
	"fmt"

	"counterpoise/bench/record"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/settings"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// listPolicies shows what a policy's name is made of: observer, network and head, with the number of parameters at the
// default sizes (spare slots included), and the settings that may follow a colon.
func listPolicies(w cli.TextTable) {
	fmt.Fprintln(w, "policy\tobserver\tnetwork\thead\tparameters")
	for _, observer := range network.Observers.Names() {
		for _, net := range network.Networks.Names() {
			for _, head := range network.Heads.Names() {
				p := record.Policy{Observer: observer, Network: net, Head: head}
				config, err := train.ConfigOf(p, 1)
				if err != nil {
					continue // some networks read pictures, which not every observer has
				}
				if m, err := config.Spec().Resolve(); err == nil {
					fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%d\n", p, observer, net, head, network.Count(m.Network, m.Sizes))
				}
			}
		}
	}
	fmt.Fprintln(w, "\nobserver\twhat the policy sees")
	for _, name := range network.Observers.Names() {
		o, _ := network.Observers.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", name, o.About())
	}
	fmt.Fprintln(w, "\nnetwork\thow it computes")
	for _, name := range network.Networks.Names() {
		n, _ := network.Networks.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", name, n.About())
	}
	fmt.Fprintln(w, "\nhead\tloss and output")
	for _, name := range network.Heads.Names() {
		h, _ := network.Heads.Get(name)
		fmt.Fprintf(w, "%s\t%s\n", name, h.About())
	}
	fmt.Fprintln(w, "\nsetting\trange\tmeaning")
	for _, s := range settings.Describe(record.PolicySettings{}) {
		fmt.Fprintf(w, "%s\t%s\t%s\n", s.Key, s.Range, s.Meaning)
	}
	fmt.Fprintln(w, "\nPOLICY:KEY=VALUE,KEY=VALUE sets them: state:Execute=1; without it they are as calibrated")
}
