package table

import "testing"

// Columns that count in other words: failures beside trials of each method, totals, the only column of words. A method
// with 17 of 20 successes has the same entry in all of them; the control says what it is by usual names.
func TestCountsInOtherWords(t *testing.T) {
	for _, text := range []string{
		"Method,successes,n\nACT,17,20\nDP,14,20\n",
		"Method,Success,n_total\nACT,17,20\nDP,14,20\n",
		"Method,Success,Total trials\nACT,17,20\nDP,14,20\n",
		"Method,Success count,Total count\nACT,17,20\nDP,14,20\n",
		"Method,Success (%),Trials\nACT,85,20\nDP,70,20\n",
		"Method,Success %,Trials\nACT,85,20\nDP,70,20\n",
		"Method,Success,Attempted\nACT,17,20\nDP,14,20\n",
		"Method,num_success,num_failure\nACT,17,3\nDP,14,6\n",
		"Method,n_success,n_failed\nACT,17,3\nDP,14,6\n",
		"Method,Pass,Fail\nACT,17,3\nDP,14,6\n",
		"Ablation,successes,n\nACT,17,20\nDP,14,20\n",
		"Backbone,success\nACT,17/20\nDP,14/20\n",
		"Config,successes,n\nACT,17,20\nDP,14,20\n",
	} {
		if got, _, err := detected(text, Choice{}); err != nil || got != "ACT ACT all 17/20; DP DP all 14/20" {
			t.Errorf("%q: %s, %v", text, got, err)
		}
	}
	for _, text := range []string{
		"Task,ACT successes,ACT n,DP successes,DP n\ncup,17,20,15,20\nbowl,18,20,14,20\n",
		"Task,ACT failures,ACT trials,DP failures,DP trials\ncup,3,20,5,20\nbowl,2,20,6,20\n",
		"Task,ACT succ,ACT n,DP succ,DP n\ncup,17,20,15,20\nbowl,18,20,14,20\n",
		"Failures,ACT,DP\ncup,3/20,5/20\nbowl,2/20,6/20\n",
		"Failures per task,ACT,DP\ncup,3/20,5/20\nbowl,2/20,6/20\n",
		"Task,ACT,DP\ncup,17/20,15/20\nbowl,18/20,14/20\n",
	} {
		_, taken, err := detected(text, Choice{})
		sums := map[string]float64{}
		for _, e := range taken.Long.Entries {
			sums[taken.Long.Methods[e.Method]] += e.Sum
		}
		if err != nil || sums["ACT"] != 35 || sums["DP"] != 29 || taken.Better != Higher {
			t.Errorf("%q: %v, %v", text, sums, err)
		}
	}
}
