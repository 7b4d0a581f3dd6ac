package bench

import (
	"strings"
	"testing"

	"counterpoise/internal/hostile"
)

func TestEvaluationsStayInBudget(t *testing.T) {
	many := func(s string, n int) func() []byte {
		return func() []byte { return []byte(`{"evaluation": 1, "outcomes": [` + strings.Repeat(s, n) + `{}]}`) }
	}
	hostile.Check(t, func(path string) error {
		_, err := LoadEvaluation(path)
		return err
	}, hostile.Input{Name: "empty parts", Data: many("{},", 1<<19)},
		hostile.Input{Name: "null parts", Data: many("null,", 1<<19)},
		hostile.Input{Name: "short lists", Data: many(`{"steps":[0]},`, 1<<17)})
}
