package evals

import (
	"fmt"
	"regexp"
	"strings"
)

// placeholder matches a name in braces in Options.Path.
var placeholder = regexp.MustCompile(`\{[^{}]*\}`)

// pattern is Options.Path as an expression, whose groups are in the order of the names.
func pattern(path string) (*regexp.Regexp, []string, error) {
	var b strings.Builder
	var names []string
	literal := func(text string) {
		b.WriteString(strings.ReplaceAll(regexp.QuoteMeta(text), `\*`, `[^/]*`))
	}
	from := 0
	for _, m := range placeholder.FindAllStringIndex(path, -1) {
		literal(path[from:m[0]])
		name := path[m[0]+1 : m[1]-1]
		switch name {
		case "method", "task":
			b.WriteString(`([^/]+)`)
		case "seed", "checkpoint":
			b.WriteString(`([A-Za-z0-9.]+)`)
		default:
			return nil, nil, fmt.Errorf("--path %s: {%s} is none of {method}, {seed}, {task} and {checkpoint}", path,
				name)
		}
		names, from = append(names, name), m[1]
	}
	literal(path[from:])
	if len(names) == 0 {
		return nil, nil, fmt.Errorf("--path %s names nothing: it is a path like {method}/seed_{seed}/step_{checkpoint}",
			path)
	}
	e, err := regexp.Compile(`(?:^|/)` + b.String() + `(?:/|$)`)
	return e, names, err
}

// given labels paths by Options.Path.
func (o Options) given(found []source, paths []pathParts) ([]label, error) {
	e, names, err := pattern(strings.Trim(o.Path, "/"))
	if err != nil {
		return nil, err
	}
	labels := make([]label, len(found))
	for i, p := range paths {
		path := strings.Join(p.parts, "/")
		m := e.FindStringSubmatch(path)
		if m == nil {
			return nil, fmt.Errorf("%s does not match --path %s", path, o.Path)
		}
		l := &labels[i]
		for j, name := range names {
			to := map[string]*string{"method": &l.method, "seed": &l.trial, "task": &l.task,
				"checkpoint": &l.checkpoint}[name]
			if *to != "" {
				*to += "/"
			}
			*to += m[j+1]
		}
		l.form = o.Path
	}
	return labels, nil
}
