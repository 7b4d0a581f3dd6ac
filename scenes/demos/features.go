package demos

// PictureFeatures caches the features that a picture encoder computed from an episode's pictures, so that the
// pictures can be freed. The cache is neither stored in files nor part of the content hash. The zero value is
// empty.
type PictureFeatures struct {
	Encoder  string    // digest of the encoder that computed the features
	Variants int       // encodings per frame: the picture as drawn, then augmented copies
	Width    int       // features per row
	Rows     []float32 // features [Variants, frames, Width]
}

// Row returns the features of one frame in one variant as a subslice of Rows. Variant 0 is that of the picture as
// drawn.
func (f *PictureFeatures) Row(variant, frame int) []float32 {
	frames := len(f.Rows) / (f.Variants * f.Width)
	return f.Rows[(variant*frames+frame)*f.Width:][:f.Width]
}
