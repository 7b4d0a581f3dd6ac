package record_test

import (
	"encoding/json"
	"fmt"

	"counterpoise/bench/record"
)

// What an old record does not have is not recorded, which is not zero.
func ExampleOutcomes_Wrong() {
	var now, old record.Outcomes
	json.Unmarshal([]byte(`{"behaviour":"slider","horizon":360,"steps":[0,70],"wrong":[52,0]}`), &now)
	json.Unmarshal([]byte(`{"behaviour":"slider","horizon":360,"steps":[0,70]}`), &old)
	fmt.Println(now.Wrong(0))
	fmt.Println(old.Wrong(0))
	// Output:
	// 52 true
	// 0 false
}
