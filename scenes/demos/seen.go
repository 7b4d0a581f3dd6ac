package demos

// Seen is what an encoder has made of an episode's pictures, so that they need not be kept: for every frame, and for every
// variant of its pictures, a row of numbers. It is a cache: no digest and no format knows it, and the zero value holds nothing.
type Seen struct {
	By       string // the encoder's digest
	Variants int    // how often each frame was looked at: as drawn, then changed in ways that its maker knows
	Width    int    // numbers a row
	Rows     []float32
}

// Row is what was seen of a frame in one variant; variant 0 is the frame as drawn.
func (s *Seen) Row(variant, frame int) []float32 {
	frames := len(s.Rows) / (s.Variants * s.Width)
	return s.Rows[(variant*frames+frame)*s.Width:][:s.Width]
}
