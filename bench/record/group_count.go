package record

// GroupCount counts the demonstrations and frames of one behaviour in one style.
type GroupCount struct {
	Behaviour string `json:"behaviour"`
	Style     string `json:"style"`
	Demos     int    `json:"demonstrations"`
	Frames    int    `json:"frames"`
}
