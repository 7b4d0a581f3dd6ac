package balance_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"counterpoise/policies/balance"
	"counterpoise/policies/mixture"
	"counterpoise/scenes/demos"
)

// doc.go shows from here ...

func init() { balance.Methods.Add("proportional", proportional{}) }

// proportional weighs a group by its part in the losses of the step before: α_i = L_i / sum_j L_j.
type proportional struct{}

func (proportional) About() balance.Description {
	return balance.Description{Summary: "weights in proportion to losses", Source: "an example"}
}

func (proportional) Start(g demos.Groups) mixture.Mixture {
	p := make(parts, len(g.Names))
	p.Observe(make([]float64, len(p)))
	return &p
}

type parts []float64

func (p *parts) Alpha() []float64     { return *p }
func (p *parts) Memory() []*[]float64 { return []*[]float64{(*[]float64)(p)} }

func (p *parts) Observe(loss []float64) {
	sum := 1e-9 * float64(len(loss)) // losses of 0 weigh the same
	for _, l := range loss {
		sum += l
	}
	for i, l := range loss {
		(*p)[i] = (l + 1e-9) / sum
	}
}

// ... to here.

// A new method is one file: a type that says what it is and starts a mixture, and an init that registers it. From
// then on the laws of this package's tests, lists and commands have it: here the laws, as this file is compiled with
// the tests alone.
func Example_newMethod() {
	m, err := balance.Named("proportional")
	if err != nil {
		fmt.Println(err)
		return
	}
	mix := m.Start(demos.Groups{Names: []string{"left", "right"}})
	fmt.Printf("%.3f\n", mix.Alpha())
	mix.Observe([]float64{.1, .3})
	fmt.Printf("%.3f\n", mix.Alpha())
	// Output:
	// [0.500 0.500]
	// [0.250 0.750]
}

// The package's documentation shows the method above, line for line.
func TestDocShowsTheNewMethod(t *testing.T) {
	var text [2]string
	for i, name := range []string{"example_new_test.go", "doc.go"} {
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text[i] = string(b)
	}
	_, shown, _ := strings.Cut(text[0], "from here ...\n\n")
	shown, _, _ = strings.Cut(shown, "\n\n// ... to here")
	var want strings.Builder
	for line := range strings.SplitSeq(strings.ReplaceAll(shown, "balance.", ""), "\n") {
		want.WriteString(strings.TrimRight("//\t"+line, "\t") + "\n")
	}
	if len(shown) < 100 || !strings.Contains(text[1], want.String()) {
		t.Errorf("doc.go does not show\n%s", want.String())
	}
}
