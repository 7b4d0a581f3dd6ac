package expert

// init adds hasty, which does not wait for its fingers either.
func init() {
	Styles.Add("hasty", paced{
		Beside: biased{Spread: 0.2}, Speed: 1, Line: "as biased, but at full speed, without waits",
	})
}
