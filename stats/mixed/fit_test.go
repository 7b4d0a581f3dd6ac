package mixed

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/stats"
)

func warned(f Fit, text string) bool {
	return slices.ContainsFunc(f.Warnings, func(w string) bool { return strings.Contains(w, text) })
}

// A method that never or always succeeds in a group is reported, its contrasts are undefined, and all others are those
// of the data without it. A prior makes them finite, on the side of the data.
func TestSeparationIsReported(t *testing.T) {
	for _, c := range reference(t).Fits {
		if c.Name != "separated" {
			continue
		}
		fit, err := New(c.data(), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if !warned(fit, "separation: m1 always succeeds in g2") || !warned(fit, "separation: m3 never succeeds in g1") {
			t.Errorf("warnings %q", fit.Warnings)
		}
		for _, x := range fit.Cells {
			separated := x.Method == "m1" && x.Group == "g2" || x.Method == "m3" && x.Group == "g1"
			if x.Separated != separated || x.Logit.Defined() == separated || x.CI.Defined() == separated {
				t.Errorf("%+v", x)
			}
		}
		for _, x := range fit.Contrasts {
			ofOne := func(m string) bool { return x.A == m || x.B == m }
			infinite := x.Group != "g1" && ofOne("m1") || x.Group != "g2" && ofOne("m3")
			if x.LogOdds.Defined() == infinite || x.PAdjusted.Defined() == infinite || x.CI.Defined() == infinite {
				t.Errorf("%+v", x)
			}
		}
		if fit.Effects[0].P.Defined() {
			t.Errorf("a test over an infinite logit: %+v", fit.Effects[0])
		}
		held, err := New(c.data(), Options{Prior: 3})
		if err != nil {
			t.Fatal(err)
		}
		for _, x := range held.Cells {
			if v, ok := x.Logit.Get(); !ok || x.Separated && (v > 0) != (x.Successes > 0) || math.Abs(v) > 9 {
				t.Errorf("with a prior: %+v", x)
			}
		}
		if !held.Effects[0].P.Defined() || !warned(held, "rests on the prior") {
			t.Errorf("with a prior: %+v, %q", held.Effects[0], held.Warnings)
		}
	}
}

// A prior of SD s adds the information of a normal observation of 0 with that SD: at s → ∞ the fit is that without
// prior, and a narrow one shrinks every logit.
func TestPriorShrinks(t *testing.T) {
	data := simulated(seed.Of("mixed", "prior"), 8, 3, 2, 1, 20, sixCells, [4]float64{0.5, 0.4, 0.3, 0})
	fits := map[float64]Fit{}
	for _, sd := range []float64{0, 1e4, 0.5} {
		fit, err := New(data, Options{Prior: sd, NoStarts: true})
		if err != nil {
			t.Fatal(err)
		}
		fits[sd] = fit
	}
	shrunk := 0.0
	for i, c := range fits[0].Cells {
		free, wide, narrow := c.Logit.Or(0), fits[1e4].Cells[i].Logit.Or(9), fits[0.5].Cells[i].Logit.Or(9)
		near(t, "logit under a wide prior", wide, free, 1e-5)
		shrunk += math.Abs(free) - math.Abs(narrow)
	}
	if !(shrunk > 0.3) {
		t.Errorf("a prior of SD 0.5 takes %.3g off the logits", shrunk)
	}
}

// Terms that the data can't tell apart are left out, and said so.
func TestTermsAreThoseOfTheData(t *testing.T) {
	full := simulated(seed.Of("mixed", "terms"), 5, 3, 2, 4, 1, sixCells, [4]float64{0.5, 0.5, 0.5, 0.5})
	for _, c := range []struct {
		name    string
		change  func(*stats.Long, *Options)
		terms   string
		warning string
	}{
		{"all", func(*stats.Long, *Options) {}, "trial trial:method trial:method:group trial:group:start", ""},
		{"no starts", func(_ *stats.Long, o *Options) { o.NoStarts = true },
			"trial trial:method trial:method:group", ""},
		{"one group", func(d *stats.Long, _ *Options) {
			d.Groups = d.Groups[:1]
			d.Entries = slices.DeleteFunc(d.Entries, func(e stats.Entry) bool { return e.Group > 0 })
		}, "trial trial:method trial:group:start", ""},
		{"a rollout a cell", func(d *stats.Long, _ *Options) {
			d.Entries = slices.DeleteFunc(d.Entries, func(e stats.Entry) bool { return e.Start > 0 })
		}, "trial trial:method trial:group:start", "no random effect of trial:method:group: each has one rollout"},
		{"one method a trial", func(d *stats.Long, _ *Options) {
			d.Entries = slices.DeleteFunc(d.Entries, func(e stats.Entry) bool { return e.Trial%3 != e.Method })
		}, "trial trial:method:group", "no random effect of trial:method: they are the same as those of trial"},
		{"starts of one rollout", func(d *stats.Long, _ *Options) {
			for i := range d.Entries {
				d.Entries[i].Start = int32(i)
			}
			d.Starts = len(d.Entries)
		}, "trial trial:method trial:method:group", "no start was tried twice"},
	} {
		data, o := full, Options{}
		data.Entries = slices.Clone(full.Entries)
		c.change(&data, &o)
		fit, err := New(data, o)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		var terms []string
		for _, r := range fit.Random {
			terms = append(terms, r.Term)
		}
		if got := strings.Join(terms, " "); got != c.terms || !warned(fit, c.warning) && c.warning != "" {
			t.Errorf("%s: terms %s, want %s; warnings %q", c.name, got, c.terms, fit.Warnings)
		}
	}
}

// Counts and rollouts one by one are the same data: the same likelihood, whatever the order of the rows.
func TestOrderAndAggregationDoNotMatter(t *testing.T) {
	data := simulated(seed.Of("mixed", "order"), 6, 3, 2, 1, 15, sixCells, [4]float64{0.5, 0.5, 0.5, 0})
	one := data
	one.Entries = nil
	for _, e := range data.Entries {
		for i := range e.Rollouts {
			x := e
			x.Rollouts, x.Sum = 1, 0
			if i < int32(e.Sum) {
				x.Sum = 1
			}
			one.Entries = append(one.Entries, x)
		}
	}
	seed.Of("mixed", "shuffle").Rand().Shuffle(len(one.Entries), func(i, j int) {
		one.Entries[i], one.Entries[j] = one.Entries[j], one.Entries[i]
	})
	a, err := New(data, Options{NoStarts: true})
	if err != nil {
		t.Fatal(err)
	}
	b, err := New(one, Options{NoStarts: true})
	if err != nil {
		t.Fatal(err)
	}
	near(t, "log-likelihood", b.LogLik, a.LogLik, 1e-9)
	for i := range a.Cells {
		near(t, "logit", b.Cells[i].Logit.Or(9), a.Cells[i].Logit.Or(0), 1e-7)
		near(t, "SE", b.Cells[i].SE.Or(9), a.Cells[i].SE.Or(0), 1e-7)
	}
}

func TestRefuses(t *testing.T) {
	good := simulated(seed.Of("mixed", "refuses"), 3, 2, 1, 1, 9, []float64{0, 1}, [4]float64{1, 0, 0, 0})
	for _, c := range []struct {
		want   string
		change func(*stats.Long, *Options)
	}{
		{"two methods", func(d *stats.Long, _ *Options) { d.Methods = d.Methods[:1] }},
		{"two or more", func(d *stats.Long, _ *Options) { d.Trials = d.Trials[:1] }},
		{"0.5 successes", func(d *stats.Long, _ *Options) { d.Entries[1].Sum = 0.5 }},
		{"10 successes of 9", func(d *stats.Long, _ *Options) { d.Entries[1].Sum = 10 }},
		{"have a start", func(d *stats.Long, _ *Options) { d.Entries[1].Start = -1 }},
		{"at most 1000 cells", func(d *stats.Long, _ *Options) { d.Groups = make([]string, 501) }},
		{"2450 contrasts", func(d *stats.Long, _ *Options) {
			d.Methods, d.Groups = make([]string, 50), make([]string, 2)
		}},
		{`no method "Z"`, func(_ *stats.Long, o *Options) { o.Against = "Z" }},
		{"outside (0, 1)", func(_ *stats.Long, o *Options) { o.Level = 2 }},
		{"prior", func(_ *stats.Long, o *Options) { o.Prior = -1 }},
		{"nothing to estimate", func(d *stats.Long, _ *Options) {
			for i := range d.Entries {
				d.Entries[i].Sum = 0
			}
		}},
		{"stop", func(_ *stats.Long, o *Options) { o.Watch = func(int, int) error { return errors.New("stop") } }},
	} {
		data, o := good, Options{}
		data.Entries = slices.Clone(good.Entries)
		c.change(&data, &o)
		if _, err := New(data, o); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

// The watch ends the contrasts too, of which there may be thousands. The search calls it less than 1000 times here.
func TestContrastsHearTheWatch(t *testing.T) {
	data := simulated(seed.Of("mixed", "stop"), 6, 3, 1, 1, 20, []float64{-0.5, 0, 0.5}, [4]float64{0.6, 0.4, 0, 0})
	calls := 0
	_, err := New(data, Options{Watch: func(int, int) error {
		if calls++; calls == 1000 {
			return errors.New("stop")
		}
		return nil
	}})
	if err == nil || err.Error() != "stop" || calls != 1000 {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

// Simultaneous intervals of level .95 cover all contrasts in about 95 of 100 experiments, and the progress only rises,
// to its end.
func TestSimultaneousCoverage(t *testing.T) {
	const n = 60
	covered := 0
	beta := []float64{-0.5, 0, 0.5, 1}
	for i := range n {
		data := simulated(seed.Of("mixed", "coverage", i), 20, 4, 1, 1, 30, beta, [4]float64{0.6, 0.4, 0, 0})
		last := 0
		fit, err := New(data, Options{Watch: func(done, total int) error {
			if done < last || done > total {
				t.Errorf("progress %d of %d after %d", done, total, last)
			}
			last = done
			return nil
		}})
		if err != nil {
			t.Fatal(err)
		}
		all := true
		for _, c := range fit.Contrasts {
			a, b := slices.Index(data.Methods, c.A), slices.Index(data.Methods, c.B)
			all = all && c.CI.Contains(beta[a]-beta[b])
		}
		if all {
			covered++
		}
	}
	// Binomial SD of the share: .03. Wald intervals of 20 trials cover a little less than they say.
	if share := float64(covered) / n; share < 0.85 {
		t.Errorf("%.3f of the experiments are covered", share)
	}
}
