package report

import (
	"regexp"
	"strings"
	"testing"

	"counterpoise/internal/recordtest"
	"counterpoise/results/document"
	"counterpoise/results/frame"
)

func inForm(t *testing.T, form string, d document.Document) string {
	t.Helper()
	var out strings.Builder
	if err := document.Write(&out, form, d); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// In the document of a plan, stars stand beside a number.
func TestStarsStandBesideNumbers(t *testing.T) {
	p := recordtest.PlanE1(t, 4)
	text := inForm(t, "text", Document(frame.Of(p, recordtest.RecordsE1(p, recordtest.Four))))
	for _, m := range regexp.MustCompile(`(\S*) \*+`).FindAllStringSubmatch(text, -1) {
		if !strings.HasPrefix(strings.TrimPrefix(m[1], "<"), ".") && m[1] != "Stars:" && !strings.HasSuffix(m[1], ",") {
			t.Errorf("stars beside %q", m[1])
		}
	}
}
