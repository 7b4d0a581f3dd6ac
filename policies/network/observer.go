package network

import (
	"fmt"
	"slices"

	"counterpoise/internal/catalog"
	"counterpoise/internal/num"
	"counterpoise/policies/encoder"
	"counterpoise/scenes"
)

// Observer says what a policy observes: it turns an observation into a vector of features. Each observer is one file of
// this package that registers itself in Observers.
type Observer interface {
	// About describes the observer in one line, for help texts.
	About() string
	// Features names the elements of the vector in order, with their units. A policy file whose features differ from
	// those of the program is refused.
	Features() []Feature
	// Encode writes one number for each feature to dst. An observation that lacks what the observer reads, such as
	// pictures, is an error.
	Encode(dst []float32, o *scenes.Observation) error
}

// PictureObserver is an Observer whose first encoder.Width features come from the pictures of both cameras.
type PictureObserver interface {
	Observer
	// Encoder returns what computes these features.
	Encoder() *encoder.Encoder
	// EncodeRest writes the features after those, which need no pictures.
	EncodeRest(dst []float32, o *scenes.Observation)
}

// Tokenizer is an Observer whose features belong together in groups, for networks that make a token of each group.
type Tokenizer interface {
	Observer
	// Tokens returns the features of each token. Every feature is in one token.
	Tokens() [][]int
}

// Feature is one element of the input of a policy.
type Feature struct {
	Name string `json:"name"`
	// Unit is "m", "rad", or "1" for a pure number, each with a floor in Floors; empty where it is unknown (FloorsOf).
	Unit string `json:"unit"`
}

// Observers holds every observer by name.
var Observers = catalog.New[Observer]("observer")

// Observe writes the features of an observation to x, by an observer. A feature that is NaN or infinite is an error.
func Observe(x []float32, obs Observer, o *scenes.Observation) error {
	if err := obs.Encode(x, o); err != nil {
		return err
	}
	if i := num.FirstNonFinite(x); i >= 0 {
		return fmt.Errorf("feature %q of an observation is %v", obs.Features()[i].Name, x[i])
	}
	return nil
}

// EncoderID returns the digest of the encoder that an observer reads pictures through, empty for one that reads none.
func EncoderID(obs Observer) string {
	if p, ok := obs.(PictureObserver); ok {
		return p.Encoder().ID()
	}
	return ""
}

// CheckFeatures finds the observer of a stored policy by name. It is an error if the observer no longer has the
// features that the policy was trained on, or if encoderID, the digest of the encoder in training, is not want, the
// digest now.
func CheckFeatures(name string, features []Feature, encoderID, want string) (Observer, error) {
	obs, err := Observers.Get(name)
	if err != nil {
		return nil, err
	}
	return obs, SameFeatures(obs, name, features, encoderID, want)
}

// SameFeatures is CheckFeatures for the observer of a model, which may differ from the entry of its name.
func SameFeatures(obs Observer, name string, features []Feature, encoderID, want string) error {
	if !slices.Equal(features, obs.Features()) {
		return fmt.Errorf("observer %q has other features than when the policy was trained; train it again", name)
	}
	if encoderID != want {
		return fmt.Errorf("its picture features come from encoder %q, and this program has %q; train it again",
			encoderID, want)
	}
	return nil
}
