package main

import (
	"fmt"

	"counterpoise/scenes"
	"counterpoise/scenes/expert"
	"counterpoise/scenes/render"
)

// The contact sheet: a row for each behaviour of each task, its expert's film from left to right, and what the gripper
// camera sees in the corner of each picture.
const (
	sheetColumns = 5
	sheetCell    = 240
	sheetGap     = 6
	sheetLabel   = 26 // height of a row's title
	sheetInset   = render.EgoSize
)

var (
	paper = [3]uint8{250, 250, 248}
	ink   = [3]uint8{40, 44, 52}
)

func contactSheet() (render.Frame, error) {
	var films []film
	for _, name := range scenes.Tasks.Names() {
		task, _ := scenes.Tasks.Get(name)
		for _, b := range task.Behaviours() {
			k := cast{behaviour: b, style: expert.Optimal}
			show, err := k.projector(name)
			if err != nil {
				return render.Frame{}, err
			}
			f, err := show(0)
			if err != nil {
				return render.Frame{}, err
			}
			f.title = name + ": " + b
			films = append(films, f)
		}
	}
	row := sheetLabel + sheetCell + sheetGap
	page := render.NewFrame(sheetGap+sheetColumns*(sheetCell+sheetGap), sheetGap+len(films)*row)
	page.Fill(0, 0, page.Width, page.Height, paper)
	for i := range films {
		if err := films[i].strip(page, sheetGap+i*row); err != nil {
			return page, err
		}
	}
	return page, nil
}

// strip draws a film as one row of the sheet.
func (f *film) strip(page render.Frame, top int) error {
	page.Text(sheetGap, top+4, 2, ink, f.title)
	wide, err := newShot("static", fmt.Sprintf("%dx%d", sheetCell, sheetCell))
	if err != nil {
		return err
	}
	hand, err := newShot("gripper", fmt.Sprintf("%dx%d", sheetInset, sheetInset))
	if err != nil {
		return err
	}
	for i, m := range f.spread(sheetColumns) {
		x, y := sheetGap+i*(sheetCell+sheetGap), top+sheetLabel
		picture, err := wide.take(m)
		if err != nil {
			return err
		}
		inset, err := hand.take(m)
		if err != nil {
			return err
		}
		page.Paste(x, y, picture)
		page.Fill(x+sheetCell-sheetInset-2, y+sheetCell-sheetInset-2, sheetInset+2, sheetInset+2, paper)
		page.Paste(x+sheetCell-sheetInset, y+sheetCell-sheetInset, inset)
	}
	return nil
}
