package film

import (
	"counterpoise/scenes/render"
)

// Layout of a contact sheet, pixels.
const (
	sheetColumns = 5 // moments a film
	sheetCell    = 240
	sheetGap     = 6
	sheetLabel   = 26 // height of a row's title
	sheetInset   = render.GripperSize
)

// ContactSheet draws films one below the other: a row has a title and five moments from left to right. Each picture
// is the static camera's, with the gripper camera's in its lower right corner.
//
// The page has its origin in the upper left corner; x points right and y down. Without films it is a strip of
// paper. stopped is asked for each picture, as View.Stopped is; its error ends the drawing and is returned.
func ContactSheet(films []Film, stopped func() error) (render.Frame, error) {
	// Height of a row with the gap below it.
	const row = sheetLabel + sheetCell + sheetGap
	page := render.NewFrame(sheetGap+sheetColumns*(sheetCell+sheetGap), sheetGap+len(films)*row)
	page.Fill(0, 0, page.Width, page.Height, paper)
	static, err := NewView("static", sheetCell, sheetCell)
	if err != nil {
		return page, err
	}
	gripper, err := NewView("gripper", sheetInset, sheetInset)
	if err != nil {
		return page, err
	}
	static.Stopped = stopped
	for i := range films {
		if err := films[i].row(page, sheetGap+i*row, static, gripper); err != nil {
			return page, err
		}
	}
	return page, nil
}

// row draws a film as the row of a contact sheet whose upper edge is at top. The inset has a border of 2 pixels
// of paper on its left and upper edges.
func (f *Film) row(page render.Frame, top int, static, gripper *View) error {
	page.Text(sheetGap, top+4, 2, ink, f.Title)
	for i, m := range f.Spread(sheetColumns) {
		x, y := sheetGap+i*(sheetCell+sheetGap), top+sheetLabel
		picture, err := static.Draw(m)
		if err != nil {
			return err
		}
		inset, err := gripper.Draw(m)
		if err != nil {
			return err
		}
		page.Paste(x, y, picture)
		page.Fill(x+sheetCell-sheetInset-2, y+sheetCell-sheetInset-2, sheetInset+2, sheetInset+2, paper)
		page.Paste(x+sheetCell-sheetInset, y+sheetCell-sheetInset, inset)
	}
	return nil
}
