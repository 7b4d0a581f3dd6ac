package document

import (
	"html/template"
	"strings"
)

// HTMLTables are tables as HTML, in their order, escaped already: the type keeps templates from escaping them again.
func HTMLTables(tables []Table) (all []template.HTML, err error) {
	for _, t := range tables {
		var out strings.Builder
		if err := HTMLTable(&out, t); err != nil {
			return nil, err
		}
		all = append(all, template.HTML(out.String()))
	}
	return all, nil
}
