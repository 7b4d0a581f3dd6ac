package table

import (
	"strings"
	"testing"
)

// Failures become successes, and of losses lower is better; names that nothing is known of are said to be unknown.
func TestDirection(t *testing.T) {
	for _, c := range []struct {
		name, values string
		want         Direction
		first        float64
	}{
		{"failure_rate", ".25 .5", Higher, .75}, {"failed", "True False", Higher, 0},
		{"failures", "3/20 9/20", Higher, 17},
		{"collision_rate", ".25 .5", Higher, .75}, {"failures", "3 9", Lower, 3}, {"valLoss", ".1 .4", Lower, .1},
		{"completion_time", "15 20", Lower, 15}, {"success_rate", ".1 .4", Higher, .1}, {"x", ".1 .4", Unknown, .1},
		{"no_collision", "1 0", Unknown, 1}, {"not_successful", "True False", Higher, 0},
		{"no_success", "1 0", Higher, 0}, {"unsuccessful", "1 0", Higher, 0}, {"Intervention", "1 0", Higher, 0},
		{"estop", "1 0", Higher, 0}, {"e_stop", "1 0", Higher, 0}, {"emergencyStop", "1 0", Higher, 0},
		{"error", "True False", Higher, 0}, {"no. of successes", ".1 .4", Higher, .1},
		{"no_successes", ".1 .4", Higher, .1}, {"interventions", "3 9", Lower, 3},
	} {
		v := strings.Fields(c.values)
		text := "method,seed," + c.name + "\na,1," + v[0] + "\nb,1," + v[1] + "\na,2," + v[0] + "\nb,2," + v[1] + "\n"
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{LongColumns: LongColumns{Value: c.name}})
		if err != nil {
			t.Fatal(err)
		}
		said := strings.Contains(got.Sentence, "failures") || strings.Contains(got.Sentence, "Lower")
		if got.Better != c.want || got.Long.Entries[0].Sum != c.first || said != (c.want == Lower || c.first != 0.1 &&
			c.want == Higher) {
			t.Errorf("%s: better %s, first %v: %s", c.name, got.Better, got.Long.Entries[0].Sum, got.Sentence)
		}
	}
}

// The words that all names of the columns of a wide table have say what its outcomes are, as the name of a column does.
func TestDirectionOfWideTables(t *testing.T) {
	for _, c := range []struct {
		header, values string
		want           Direction
		first          float64
	}{
		{"act_failed,dp_failed", "1,0", Higher, 0}, {"act failure rate,dp failure rate", ".25,.5", Higher, .75},
		{"actNotSuccessful,dpNotSuccessful", "1,0", Higher, 0}, {"failed (act),failed (dp)", "3/20,1/20", Higher, 17},
		{"act_error,dp_error", ".25,.5", Lower, .25}, {"act_success,dp_success", ".25,.5", Higher, .25},
		{"act_reward,dp_reward", "25,5", Higher, 25}, {"act,failed", ".25,.5", Higher, .25},
		{"act,dp", "25,5", Unknown, 25},
		{"act (%),dp (%)", "0.5,1", Higher, .005}, {"act_failed_pct,dp_failed_pct", "25,50", Higher, .75},
	} {
		s, err := ReadSheet(strings.NewReader("seed,"+c.header+"\n1,"+c.values+"\n2,"+c.values+"\n"), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{})
		if err != nil {
			t.Fatal(err)
		}
		if got.Better != c.want || got.Long.Entries[0].Sum != c.first {
			t.Errorf("%s: better %s, first %v: %s", c.header, got.Better, got.Long.Entries[0].Sum, got.Sentence)
		}
	}
}

// Outcomes that come one by one are failures by the same words.
func TestDirectionOfStreams(t *testing.T) {
	for text, want := range map[string]float64{
		"failed\n1\n0\n": 0, "success\n1\n0\n": 1, "a_estop,b_estop\n1,1\n1,0\n": 0,
		"policy,unsuccessful\na,1\nb,0\na,1\nb,1\n": 0,
	} {
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Stream(Choice{}, false)
		if err != nil || got.Outcomes[0].Value != want || strings.Contains(got.Sentence, "failures") != (want == 0) {
			t.Errorf("%q: %v, %v", text, err, got)
		}
	}
}

// Cells that name a success or a failure say what they are, whatever their column is called. Numbers are turned only
// below a name that says a failure and nothing that succeeds; what came before a failure is better the longer it is.
func TestDirectionOfWords(t *testing.T) {
	for _, c := range []struct {
		name, values string
		want         Direction
		first        float64
	}{
		{"Pass/Fail", "pass fail", Higher, 1}, {"Pass/Fail", "1 0", Unknown, 1},
		{"failure", "success failure", Higher, 1},
		{"failed", "Failed passed", Higher, 0}, {"failure", "yes no", Higher, 0},
		{"collision", "fail success", Higher, 0},
		{"failure recovery", "1 0", Unknown, 1}, {"recovered_from_failure", "1 0", Unknown, 1},
		{"solved after failure", "1 0", Unknown, 1}, {"collision avoidance", "true false", Unknown, 1},
		{"collision with table", "1 0", Higher, 0}, {"failure rate", ".25 .5", Higher, .75},
		{"time_to_failure_s", "12 15", Higher, 12}, {"steps before collision", "12 15", Higher, 12},
		{"survival_time", "12 15", Higher, 12}, {"failure time", "12 15", Unknown, 12}, {"time", "12 15", Lower, 12},
		{"miss_rate", ".25 .5", Higher, .75}, {"lost object", "1 0", Higher, 0}, {"slip rate", ".25 .5", Unknown, .25},
		{"rate", ".25 .5", Higher, .25}, {"mean rate", ".25 .5", Higher, .25},
	} {
		v := strings.Fields(c.values)
		text := "method,seed," + c.name + "\na,1," + v[0] + "\nb,1," + v[1] + "\na,2," + v[0] + "\nb,2," + v[1] + "\n"
		s, err := ReadSheet(strings.NewReader(text), "x.csv")
		if err != nil {
			t.Fatal(err)
		}
		got, err := s.Detect(Choice{LongColumns: LongColumns{Value: c.name}})
		if err != nil || got.Better != c.want || got.Long.Entries[0].Sum != c.first {
			t.Errorf("%s: better %s, %v: %s, %v", c.name, got.Better, got.Long.Entries, got.Sentence, err)
		}
	}
	s, err := ReadSheet(strings.NewReader("Pass/Fail\npass\nfail\n"), "x.csv")
	if err != nil {
		t.Fatal(err)
	}
	if got, err := s.Stream(Choice{}, false); err != nil || got.Outcomes[0].Value != 1 {
		t.Error(got, err)
	}
}
