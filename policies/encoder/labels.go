package encoder

import "counterpoise/scenes"

// label is a quantity of a scene that the read-out layer predicts from the features.
type label struct {
	name string
	unit string  // "px", "mm", or "" for a quantity that is 0 or 1
	size float64 // the length of 1 in this unit
}

// minVisiblePixels is the number of pixels from which an object counts as visible. Labels of its position exist only
// then.
const minVisiblePixels = 12

// labels lists the quantities of a scene, 6 for each object and 6 more:
//
//	for each camera and object: the mean column x and row y of its pixels, from -1 to 1 over the picture;
//	whether it is visible (0 or 1)
//	the position of each mechanism as a share of its travel
//	whether the bulb and the LED are lit (0 or 1)
func labels(objects []Object) (all []label) {
	for i, camera := range []string{"static", "gripper"} {
		half := float64(Cameras[i].size) / 2
		for _, o := range objects {
			name := camera + ": " + o.Name
			all = append(all, label{name + " x", "px", half}, label{name + " y", "px", half})
			all = append(all, label{name + " visible", "", 1})
		}
	}
	for i, name := range []string{"door", "drawer", "button", "switch"} {
		all = append(all, label{name, "mm", 1000 * sliderTravel[i]})
	}
	return append(all, label{"bulb lit", "", 1}, label{"LED lit", "", 1})
}

// sliderTravel holds the travel (m) of the mechanisms in the order of scenes.Observation.
var sliderTravel = [4]float64{scenes.DoorTravel, scenes.DrawerTravel, scenes.ButtonTravel, scenes.SwitchTravel}

// labels writes the labels of a sample to y, in the order of the function labels, and to valid a 1 for each label
// that exists or a 0 for the position of an object that is not visible.
func (m *Sample) labels(y, valid []float32, objects []Object) error {
	if err := m.check(); err != nil {
		return err
	}
	for i := range valid {
		valid[i] = 1
	}
	n := 3 * len(objects)
	locate(y[:n], valid[:n], m.StaticObjects, Static.size, objects)
	locate(y[n:2*n], valid[n:2*n], m.GripperObjects, Gripper.size, objects)
	for i, travel := range sliderTravel {
		y[2*n+i] = m.Scene[scenes.SceneSliders+i] / float32(travel)
	}
	y[2*n+4], y[2*n+5] = m.Scene[scenes.SceneBulb], m.Scene[scenes.SceneLED]
	return nil
}

// locate writes x, y and visible of each object in one picture of size x size pixels.
func locate(y, valid []float32, pixels []uint8, size int, objects []Object) {
	var n, sumX, sumY [256]int
	for i, number := range pixels {
		n[number]++
		sumX[number] += i % size
		sumY[number] += i / size
	}
	for i, o := range objects {
		y, valid := y[3*i:][:3], valid[3*i:][:3]
		if n[o.Number] < minVisiblePixels {
			y[0], y[1], y[2], valid[0], valid[1] = 0, 0, 0, 0, 0
			continue
		}
		centre := func(sum int) float32 { // a pixel's centre is half a pixel from its edge
			return float32((float64(sum)/float64(n[o.Number])+0.5)/float64(size)*2 - 1)
		}
		y[0], y[1], y[2] = centre(sumX[o.Number]), centre(sumY[o.Number]), 1
	}
}
