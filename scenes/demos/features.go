package demos

// Seen caches the features that a picture encoder computed from an episode, so that the pictures can be freed.
// Rows holds Variants × frames × Width numbers. The cache is neither stored in files nor part of the content
// hash. The zero value is empty.
type PictureFeatures struct {
	Encoder  string    // digest of the encoder that computed the features
	Variants int       // encodings per frame: the picture as drawn, then augmented copies
	Width    int       // features per row
	Rows     []float32 // features, indexed [variant][frame][feature]
}

// Row returns the features of one frame in one variant as a subslice of Rows. Variant 0 is the picture as
// drawn.
func (s *PictureFeatures) Row(variant, frame int) []float32 {
	frames := len(s.Rows) / (s.Variants * s.Width)
	return s.Rows[(variant*frames+frame)*s.Width:][:s.Width]
}
