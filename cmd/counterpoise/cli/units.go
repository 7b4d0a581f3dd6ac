package cli

import (
	"cmp"
	"fmt"
	"math"

	"counterpoise/internal/wording"
)

// Took is a time of computing on one core: whole minutes, rounded up, below an hour, else hours.
func Took(seconds float64) string {
	if seconds < 3600 {
		return wording.Plural(int(math.Ceil(seconds/60)), "core-minute")
	}
	return fmt.Sprintf("%.1f core-hours", seconds/3600)
}

// Size is a number of bytes in decimal megabytes or gigabytes.
func Size(bytes int64) string {
	if bytes < 1e9 {
		return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
	}
	return fmt.Sprintf("%.1f GB", float64(bytes)/1e9)
}

// Share is a part in percent of a whole; 0 % of a whole of 0.
func Share(part, whole int) string {
	return fmt.Sprintf("%.1f %%", 100*float64(part)/float64(cmp.Or(whole, 1)))
}
