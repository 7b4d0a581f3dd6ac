package document_test

import (
	"fmt"
	"os"

	"counterpoise/results/document"
)

// lengths is a document with one table. Its numbers are rounded for people and exact for programs.
func lengths() document.Document {
	return document.Document{
		Title: "Lengths",
		Sections: []document.Section{{
			Title: "Rods",
			Lines: []string{"The second rod is the longer one."},
			Tables: []document.Table{{
				Name: "rods", Title: "Lengths of two rods, cm",
				Columns: []document.Head{
					document.WordColumn("rod", "name"), document.NumberColumn("length", "length_cm"),
				},
				Rows: [][]document.Cell{
					{document.Word("first"), document.Entry("12.3", "12.3456")},
					{document.Word("second"), document.Entry("45.7", "45.678")},
				},
			}},
			Notes: []string{"Measured once."},
		}},
	}
}

func ExampleMarkdown() {
	document.Markdown(os.Stdout, lengths())
	// Output:
	// # Lengths
	//
	// ## Rods
	//
	// - The second rod is the longer one.
	//
	// **Lengths of two rods, cm**
	//
	// | rod    | length |
	// |:-------|-------:|
	// | first  |   12.3 |
	// | second |   45.7 |
	//
	// - Measured once.
}

func ExampleCSV() {
	document.CSV(os.Stdout, lengths())
	// Output:
	// name,length_cm
	// first,12.3456
	// second,45.678
}

// The form is chosen by its name, as the flag --format does.
func ExampleWrite() {
	form := "csv"
	if err := document.Write(os.Stdout, form, lengths()); err != nil {
		fmt.Println(err)
	}
	// Output:
	// name,length_cm
	// first,12.3456
	// second,45.678
}
