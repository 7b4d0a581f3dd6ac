package onnx

import (
	"context"
	"errors"
	"testing"
	"time"

	"counterpoise/scenes"
)

// slow returns models whose answer takes one long operator each, or many short ones.
func slow() map[string][]byte {
	model := func(build func(b *Builder, x string) string) []byte {
		b := &Builder{}
		x := build(b, b.Input(InputState, false, scenes.RobotSize))
		x = b.Op("ReduceSum", []string{b.Op("Flatten", []string{x})}, Attr{"keepdims", 1})
		b.Output(b.Op("Expand", []string{x, b.Ints(1, 7)}), Output, 7)
		return b.Encode("slow", "test")
	}
	ones := func(b *Builder, dims ...int) string {
		return b.Op("Add", []string{b.Op("ConstantOfShape", []string{b.Ints(dims...)}), b.Floats([]float32{1})})
	}
	return map[string][]byte{
		"a product": model(func(b *Builder, x string) string {
			return b.Op("MatMul", []string{ones(b, 1, 1000, 1000), ones(b, 1000, 1000)})
		}),
		"a convolution": model(func(b *Builder, x string) string {
			return b.Op("Conv", []string{ones(b, 1, 64, 50, 50), ones(b, 128, 64, 3, 3)})
		}),
		"a pooling": model(func(b *Builder, x string) string {
			return b.Op("MaxPool", []string{ones(b, 1, 1, 600, 600)}, Attr{"kernel_shape", []int{300, 300}},
				Attr{"strides", []int{5, 5}})
		}),
		"many operators": model(func(b *Builder, x string) string {
			y := ones(b, 1, 1_000_000)
			for range 100 {
				y = b.Op("Tanh", []string{y})
			}
			return y
		}),
	}
}

// A context that ends stops the answer by which a model is loaded, in the middle of an operator, and later answers.
func TestAnswersHearTheEnd(t *testing.T) {
	for name, data := range slow() {
		for _, after := range []int{1, 20} { // how often the context is asked before it ends
			asked := 0
			_, err := decode(data, maxWork, func() error {
				if asked++; asked > after {
					return context.Canceled
				}
				return nil
			})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("%s, stopped after %d looks: %v after %d", name, after, err, asked)
			}
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	p, err := Decode(ctx, linear())
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	dst := [][]scenes.Action{make([]scenes.Action, p.Chunk())}
	if err := p.Act(dst, []scenes.Observation{*observation()}); !errors.Is(err, context.Canceled) {
		t.Errorf("an answer after the end: %v", err)
	}
}

// BenchmarkStop measures how long the slowest of these models computes after the end: fractions of a second.
func BenchmarkStop(b *testing.B) {
	for name, data := range slow() {
		b.Run(name, func(b *testing.B) {
			worst := time.Duration(0)
			for b.Loop() {
				ctx, cancel := context.WithTimeout(b.Context(), 200*time.Millisecond)
				start := time.Now()
				_, err := Decode(ctx, data)
				if err != nil && !errors.Is(err, context.DeadlineExceeded) {
					b.Fatal(err)
				}
				worst = max(worst, time.Since(start)-200*time.Millisecond)
				cancel()
			}
			b.ReportMetric(worst.Seconds(), "s-late")
		})
	}
}
