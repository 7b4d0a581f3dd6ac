package advice

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

// What is expected of leaving out empty-handed demonstrations is what was measured.
func TestEmptyHandedWorth(t *testing.T) {
	page, err := os.ReadFile("../worth-again/regret.md")
	if err != nil {
		t.Fatal(err)
	}
	for row := range strings.SplitSeq(string(page), "\n") {
		cells := strings.Split(row, "|")
		if len(cells) < 7 || !strings.Contains(cells[1], "something is left out") {
			continue
		}
		n, gain := strings.TrimSpace(cells[2]), strings.TrimSpace(cells[5])+" "+strings.TrimSpace(cells[6])
		if n != fmt.Sprint(emptyHandedRecipes) || gain != emptyHandedGain {
			t.Errorf("%s recipes, %s; the answer says %d, %s", n, gain, emptyHandedRecipes, emptyHandedGain)
		}
		return
	}
	t.Error("the page has no row of it")
}
