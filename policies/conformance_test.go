package policies

import (
	"fmt"
	"slices"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/internal/toydata"
	"counterpoise/policies/backend"
	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// conforming returns a tiny configuration for a network and a head, and data for it: two episodes of six frames, or of
// three with pictures if the network reads them, where a frame takes a hundred times as long, or of two.
func conforming(t *testing.T, name, head string) (train.Config, *demos.Dataset, demos.Groups) {
	t.Helper()
	net, err := network.Networks.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	c := small()
	c.Network, c.Head, c.Hidden, c.Chunk, c.Execute, c.Batch, c.Steps = name, head, 16, 2, 1, 2, 2
	_, reads := net.(network.PictureReader)
	frames := 6
	if reads {
		frames = 3
	}
	if slow(net) {
		frames, c.Steps = 2, 1
	}
	d, g := toydata.Reaching(seed.Of("conform"), 1, 1)
	for i := range d.Episodes {
		e := &d.Episodes[i]
		e.Observations, e.Actions = e.Observations[:frames], e.Actions[:frames]
		g.Frames[g.Of[i]] = frames
	}
	if reads {
		c.Observer = "vision"
		toydata.WithPictures(d)
	}
	return c, d, g
}

// slow reports whether a network takes seconds a step even at the sizes of conforming: "resnet18", whose pictures have
// full size and which has 20 million parameters. It is tested in fewer combinations.
func slow(net network.Network) bool {
	head, _ := network.Heads.Get("squared")
	return network.Count(net, network.NewSizes(8, 256, 8, head)) > 1e7
}

// Every network under every head (those that read pictures under two, a slow one under one, for time), and under a
// history of two observations: training twice gives the same bits, acting gives the same bits alone as among others,
// and so does the policy that was saved and loaded.
func TestPoliciesConform(t *testing.T) {
	for _, name := range network.Networks.Names() {
		for _, head := range append(network.Heads.Names(), "history") {
			history := 0
			if head == "history" {
				head, history = "squared", 2
			}
			c, d, g := conforming(t, name, head)
			net, _ := network.Networks.Get(name)
			c.History = history
			if c.Pictures() && head != "squared" && (head != "flow" || slow(net)) {
				continue
			}
			if slow(net) {
				c.History = 2 // the rest of the test is the same
				if history == 0 {
					continue
				}
			}
			t.Run(fmt.Sprintf("%s/%s/%d", name, head, max(1, history)), func(t *testing.T) {
				t.Parallel()
				half := &toydata.FixedMixture{Weights: []float64{.5, .5}}
				p, _ := mustTrain(t, d, g, half, c, seed.Of("train"))
				again, _ := mustTrain(t, d, g, half, c, seed.Of("train"))
				if !slices.EqualFunc(p.Model().Weights, again.Model().Weights, slices.Equal) {
					t.Error("a second training gives other weights")
				}
				var obs []scenes.Observation
				h := p.History()
				for _, e := range d.Episodes {
					obs = append(obs, e.Observations[:len(e.Observations)/h*h]...)
				}
				want := act(t, p, obs)
				for i := range want {
					if got := act(t, p, obs[i*h:][:h]); !slices.Equal(got[0], want[i]) {
						t.Fatalf("answer %d of %d differs alone", i, len(want))
					}
				}
				_, q := reloaded(t, p, obs)
				if HistoryOf(q) != h || h != max(1, history) {
					t.Errorf("a history of %d observations, %d after loading, of %d", h, HistoryOf(q), history)
				}
			})
		}
	}
}

// shortSearches returns the name of a method with its searches as long as the policy's training, two steps, where they
// have a length of their own. The default of "ours", 500 steps for each group, says nothing more about a network.
func shortSearches(t *testing.T, name string) string {
	t.Helper()
	method, err := balance.Methods.Get(name)
	if err != nil {
		t.Fatal(err)
	}
	for _, s := range balance.Settings(method) {
		if s.Key == "MetaSteps" {
			return name + ":MetaSteps=0"
		}
	}
	return name
}

// kinds are methods that between them observe all that a training reports: gradients of groups, and losses of frames
// beside those of a run before.
var kinds = []string{"cagrad", "remix"}

// methods are the balancing methods that every network and head trains under. XLA compiles each training for longer
// than it lasts: there they are one of each kind, and ours, which looks ahead.
func methods() []string {
	if backend.Current().Device != backend.GoCPU {
		return append([]string{"ours"}, kinds...)
	}
	return balance.Methods.Names()
}

// Every network trains under every balancing method, a slow one under one of each kind. With -short, those that read
// pictures are left out.
func TestNetworksTrainUnderEveryMethod(t *testing.T) {
	for _, name := range network.Networks.Names() {
		c, _, _ := conforming(t, name, "squared")
		net, _ := network.Networks.Get(name)
		if c.Pictures() && testing.Short() {
			continue
		}
		for _, of := range methods() {
			if slow(net) && !slices.Contains(kinds, of) {
				continue
			}
			t.Run(name+"/"+of, func(t *testing.T) { trainsUnder(t, name, "squared", of) })
		}
	}
}

// Every head trains under every balancing method, by the network "mlp": methods observe losses and gradients of a loss
// that the head computes, of several values a frame and with random numbers of its own.
func TestHeadsTrainUnderEveryMethod(t *testing.T) {
	for _, head := range network.Heads.Names() {
		for _, of := range methods() {
			t.Run(head+"/"+of, func(t *testing.T) { trainsUnder(t, "mlp", head, of) })
		}
	}
}

// trainsUnder trains a network and a head under a method, and checks its weights.
func trainsUnder(t *testing.T, network, head, of string) {
	t.Parallel()
	c, d, g := conforming(t, network, head)
	method, err := balance.Named(shortSearches(t, of))
	if err != nil {
		t.Fatal(err)
	}
	_, log, err := train.Train(t.Context(), d, g, method.Start(g), c, seed.Of("train"), train.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if len(log.Alpha) != c.Steps || mixture.CheckSimplex(log.Alpha[c.Steps-1], len(g.Names)) != nil {
		t.Errorf("%d steps, weights %v", len(log.Alpha), log.Alpha)
	}
}
