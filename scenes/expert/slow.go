package expert

// init adds slow, the mirror of hasty: at this speed its E|a|² lies as far below that of optimal demonstrations in
// picking as that of hasty lies above (1.18 and 2.05, summed over the components, against 1.61). In opening, where the
// optimal hand moves less, no speed lies as far below.
func init() {
	Styles.Add("slow", paced{Beside: biased{Spread: 0.2}, Speed: 0.4, Waits: true, Line: "as biased, but slowly"})
}
