//go:build !js

package network

import (
	"math"

	"github.com/gomlx/gomlx/core/graph"
)

func init() { Heads.Add("diffusion", diffusion{}) }

// diffusion samples chunks of actions by denoising, as diffusion policy does (Chi et al. 2023, "Diffusion Policy",
// section II): the network predicts the noise ε in noised actions (Ho et al. 2020, Eq. 14), and a deterministic
// sampler takes it out step by step (DDIM: Song et al. 2021, "Denoising Diffusion Implicit Models", Eq. 12 with
// σ = 0). With noise ε ~ N(0, I), demonstrated actions a and time t ~ U[0, 1),
//
//	x_t = cos(φ) a + sin(φ) ε,   φ = t φ_max,   l_r = 1/n sum_c (e_rc(x_t, t) - ε_rc)²
//
// where cos² φ is the share ᾱ of the signal, the cosine schedule of Nichol & Dhariwal (2021), Eq. 17, in continuous
// time. A sample starts at t = 1 and goes back in S steps from t = i/S to t' = (i-1)/S:
//
//	â = clip((x - sin(φ) e(x, t)) / cos(φ), -1, 1)
//	x <- cos(φ') â + sin(φ') (x - cos(φ) â) / sin(φ)
//
// Actions lie in [-1, 1], so an estimate beyond is clipped, as in diffusion policy; the noise is what x then contains
// besides. At t' = 0 the sample is â.
type diffusion struct{}

const (
	// diffusionSteps is S. Diffusion policy takes 10 of 100 training steps on robots (Chi et al. 2023, section IV-C).
	diffusionSteps = 10
	// leastSignal is cos φ_max, the signal that is left at t = 1. At 0 the division above fails; at .1 the noise that
	// a sample starts from differs visibly from what the network has seen.
	leastSignal = 0.02
)

var greatestAngle = math.Acos(leastSignal) // φ_max, rad

func (diffusion) About() string {
	return "samples by denoising, 10 DDIM steps; mean squared error of the noise"
}

func (diffusion) Outputs(n int) int { return n }

func (diffusion) Corrupt(actions, noise, time *graph.Node) *graph.Node {
	angle := graph.BroadcastToShape(graph.MulScalar(time, greatestAngle), actions.Shape())
	return graph.Add(graph.Mul(graph.Cos(angle), actions), graph.Mul(graph.Sin(angle), noise))
}

func (diffusion) Loss(out *graph.Node, t Targets, n int) *graph.Node {
	return meanSquare(out, t.Noise, n)
}

func (diffusion) Decode(dst, out []float32) { copy(dst, out) }

func (diffusion) Steps() int { return diffusionSteps }

func (diffusion) Time(i int) float32 { return float32(diffusionSteps-i) / diffusionSteps }

// DiffusionAngle returns the angle of the noise level before evaluation i of head "diffusion", in radians. After the
// last evaluation, i = Steps, it is 0: no noise.
func DiffusionAngle(i int) float64 { return greatestAngle * float64(diffusionSteps-i) / diffusionSteps }

func (diffusion) Advance(x, out []float32, i int) {
	sin, cos := math.Sincos(DiffusionAngle(i))
	nextSin, nextCos := math.Sincos(DiffusionAngle(i + 1))
	for c := range x {
		clean := max(-1, min(1, (float64(x[c])-sin*float64(out[c]))/cos))
		x[c] = float32(nextCos*clean + nextSin*(float64(x[c])-cos*clean)/sin)
	}
}
