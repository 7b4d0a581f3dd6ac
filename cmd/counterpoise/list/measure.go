package list

import (
	"context"
	"fmt"
	"time"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
)

// measuredHeads are the heads that policies are measured under: one that answers by one evaluation of the network, and
// one that samples by ten. The others differ little from one of these.
var measuredHeads = []string{"squared", "flow"}

// measureSeconds is how long each of the two numbers of a policy is measured, at the least, in windows of a fifth.
const measureSeconds = .2

// measurePolicies prints how fast this machine trains each policy and how long a policy takes to act.
func (p program) measurePolicies(ctx context.Context) error {
	renderer, err := shared.NewRenderer()
	if err != nil {
		return err
	}
	defer renderer.Close()
	m, err := runner.NewMeasurer(ctx, renderer, measureSeconds)
	if err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "\nmeasured %s, trained by %s\n\n", time.Now().Format(time.DateTime), runner.Backend())
	w := p.NewTable(0)
	fmt.Fprintln(w, "policy\tbatch\ttraining frames/s\tms/answer\tms/action")
	for _, observer := range network.Observers.Names() {
		for _, net := range network.Networks.Names() {
			for _, head := range measuredHeads {
				kind := record.Policy{Observer: observer, Network: net, Head: head}
				if train.Check(kind) != nil {
					continue // a network that reads pictures, which this observer has not
				}
				s, err := m.Measure(ctx, kind)
				if err != nil {
					return fmt.Errorf("%s: %w", kind, err)
				}
				fmt.Fprintf(w, "%s\t%d\t%.4g\t%.3g\t%.3g\n", kind, s.Batch, s.Frames, ms(s.Answer), ms(s.Action))
			}
		}
	}
	w.Flush()
	fmt.Fprintln(p.Out, "\nan answer is a chunk of actions, of which four are executed; heads gaussian and bins take "+
		"about as long as\nsquared, diffusion as flow; encoding pictures for training comes before and is not counted")
	return nil
}

// ms returns a duration in milliseconds.
func ms(d time.Duration) float64 { return float64(d.Nanoseconds()) / 1e6 }
