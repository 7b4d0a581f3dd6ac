package stats

import (
	"strings"
	"testing"

	"counterpoise/cmd/counterpoise/clitest"
)

// Sentences that name two rates or methods have their numbers in the order of the names, and the difference of the one
// that is tested minus the other, whichever is given first. Those of single tests are in results/apa, those of
// compare and watch in results/comparison.
func TestSentencesOfTwoKeepTheOrder(t *testing.T) {
	const claimed, yours, points = "66.0 % (198 of 300)", "58.0 % (29 of 50)", " points (95 % interval "
	const pilot = ", a score each of whatever number of rollouts, difference "
	for _, c := range [][3]string{
		{"claim 198/300 29/50", "", "Claimed " + claimed + ", yours " + yours + ": -8.0" + points + "-22.9 to +5.9"},
		{"claim 29/50 198/300", "", "Claimed " + yours + ", yours " + claimed + ": +8.0" + points + "-5.9 to +22.9"},
		{"rate a=9/10 b=1/20", "", "a 9 of 10: 90.0 %, 95 % interval 59.6 to 98.2 %\nb 1 of 20: 5.0 %"},
		{"rate b=1/20 a=9/10", "", "b 1 of 20: 5.0 %, 95 % interval 0.9 to 23.6 %\na 9 of 10: 90.0 %"},
		{"plan --rates .5,.7 --between-sd .1", "", "To show a difference of -0.2 "},
		{"plan --rates .7,.5 --between-sd .1", "", "To show a difference of 0.2 "},
		{"plan - --difference .2", "low,high\n.1,.5\n.2,.55\n.3,.7\n", "of low and high" + pilot + "-0.3833"},
		{"plan - --difference .2", "high,low\n.5,.1\n.55,.2\n.7,.3\n", "of high and low" + pilot + "+0.3833"},
	} {
		code, stdout, stderr := clitest.Piped(c[1], append([]string{"stats"}, strings.Fields(c[0])...)...)
		if code != 0 || !strings.Contains(stdout, c[2]) {
			t.Errorf("%s of %q: exit code %d: %s%s\nwant %s", c[0], c[1], code, stdout, stderr, c[2])
		}
	}
}
