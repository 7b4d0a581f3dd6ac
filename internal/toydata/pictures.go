package toydata

import (
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// Sides of the cameras' pictures, pixels.
const staticSize, gripperSize = scenes.StaticSize, scenes.GripperSize

// WithPictures draws both pictures of every frame of a toy dataset, in place, and returns the dataset.
func WithPictures(d *demos.Dataset) *demos.Dataset {
	for i := range d.Episodes {
		for t := range d.Episodes[i].Observations {
			DrawPictures(&d.Episodes[i].Observations[t])
		}
	}
	return d
}

// DrawPictures sets both pictures of an observation. They are black with two squares, seen from above: the first
// block is red and the tool is white and in front. A picture shows 1 m of the table, centred at the origin.
func DrawPictures(o *scenes.Observation) {
	o.Static, o.Gripper = make([]uint8, 3*staticSize*staticSize), make([]uint8, 3*gripperSize*gripperSize)
	blockX, blockY := o.Scene[scenes.SceneBlocks], o.Scene[scenes.SceneBlocks+1]
	toolX, toolY := o.Robot[scenes.RobotJoints], o.Robot[scenes.RobotJoints+1]
	for _, p := range []struct {
		pixels []uint8
		size   int
	}{{o.Static, staticSize}, {o.Gripper, gripperSize}} {
		drawSquare(p.pixels, p.size, blockX, blockY, [3]uint8{220, 20, 20})
		drawSquare(p.pixels, p.size, toolX, toolY, [3]uint8{230, 230, 230})
	}
}

// drawSquare fills a square, a sixth of the picture wide, with its centre at (x, y) metres. It is clipped at the
// edges.
func drawSquare(pixels []uint8, size int, x, y float32, colour [3]uint8) {
	half := size / 12
	cx, cy := int((0.5+x)*float32(size)), int((0.5-y)*float32(size))
	for v := max(0, cy-half); v < min(size, cy+half); v++ {
		for u := max(0, cx-half); u < min(size, cx+half); u++ {
			copy(pixels[3*(v*size+u):], colour[:])
		}
	}
}
