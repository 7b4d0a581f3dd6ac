package scenes_test

import (
	"fmt"

	"counterpoise/internal/seed"
	"counterpoise/scenes"
)

// A scripted lift of the red block: reset the task, observe, act, and ask the task whether it has been solved.
func Example() {
	task, err := scenes.Tasks.Get("picking")
	if err != nil {
		panic(err)
	}
	table := scenes.NewTabletop()
	const middle = 1 // an index into task.Behaviours()
	if err := task.Reset(table, middle, seed.Of("example").Rand()); err != nil {
		panic(err)
	}
	fmt.Println("behaviours:", task.Behaviours())

	var o scenes.Observation
	moveTo := func(height float64, gripper float32, steps int) {
		for range steps {
			table.Observe(&o)
			tcp := o.Robot[scenes.RobotTCP:]
			block := o.Scene[scenes.BlockIndex(scenes.Red)+scenes.BlockPosition:]
			a := scenes.Action{scenes.ActionGripper: gripper}
			for axis, goal := range [3]float32{block[0], block[1], float32(height)} {
				a[scenes.ActionTranslation+axis] = (goal - tcp[axis]) / scenes.MaxTranslation / 4
			}
			if err := table.Step(a); err != nil {
				panic(err)
			}
		}
	}
	moveTo(scenes.TableHeight+0.12, +1, 40) // above the block
	moveTo(scenes.TableHeight+0.02, +1, 40) // down to it
	moveTo(scenes.TableHeight+0.02, -1, 10) // close the fingers
	moveTo(scenes.TableHeight+0.15, -1, 30) // lift
	fmt.Println("success:", task.Outcome(table).Earned == scenes.Right)

	m := table.Trace(task, scenes.Earned)
	fmt.Println("phase:", m.Phase)
	fmt.Println("contacts:", m.Touches)
	// Output:
	// behaviours: [left middle right]
	// success: true
	// phase: done
	// contacts: [left finger on red block right finger on red block]
}
