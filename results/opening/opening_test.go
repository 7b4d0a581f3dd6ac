package opening

import (
	"fmt"
	"os"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/results/claims"
	"counterpoise/scenes"
)

func TestZZ(t *testing.T) {
	all, byCell := recordtest.Committed(t, "../study")
	es, _ := claims.EvaluateAll(all, scenes.Earned)
	o := New(es[0], byCell, Links{Claims: "claims.md", Design: func(e, task string) string { return e + "-" + task }})
	for _, a := range o.Answer {
		fmt.Println("*", a)
	}
	for _, a := range o.Sure {
		fmt.Println("-", a)
	}
	os.WriteFile("/tmp/w/rules_fig.png", o.Imbalance.PNG(), 0o644)
	for _, r := range o.Claims.Rows {
		for _, c := range r {
			fmt.Print(c.Text, " | ")
		}
		fmt.Println()
	}
}
