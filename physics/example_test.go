package physics_test

import (
	"fmt"
	"log"
	"math"

	"counterpoise/physics"
)

// A box on a slope slides if the slope is steeper than its friction allows.
func Example() {
	for _, degrees := range []float64{20, 25, 28, 35} {
		w, err := physics.NewWorld(physics.Settings{Gravity: physics.Vec{Z: -9.81}, Step: 1.0 / 240})
		if err != nil {
			log.Fatal(err)
		}
		slope := physics.RotY(degrees * math.Pi / 180)
		up := slope.Z
		if _, err := w.AddStatic(physics.Box{
			Pose: physics.Pose{P: up.Scale(-0.1), R: slope}, Half: physics.Vec{X: 5, Y: 5,
				Z: 0.1}, Surface: physics.Surface{Friction: 1},
		}); err != nil {
			log.Fatal(err)
		}
		box, err := w.AddBody(physics.Body{
			Pose: physics.Pose{P: up.Scale(0.05), R: slope}, Half: physics.Vec{X: 0.05, Y: 0.05, Z: 0.05}, Mass: 1,
			Surface: physics.Surface{Friction: 0.5}, // holds up to 26.6 degrees
		})
		if err != nil {
			log.Fatal(err)
		}
		start := w.BodyPose(box.Index).P
		for range 240 {
			w.Step()
		}
		moved := w.BodyPose(box.Index).P.Sub(start).Norm()
		fmt.Printf("at %v degrees it slides: %v\n", degrees, moved > 0.01)
	}
	// Output:
	// at 20 degrees it slides: false
	// at 25 degrees it slides: false
	// at 28 degrees it slides: true
	// at 35 degrees it slides: true
}
