package evals

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"counterpoise/stats/table"
)

// numbers finds out what parts that are numbers stand for: checkpoints among checkpoints, or seeds. Numbers that end a
// part, as in act-1, are seeds where they count upwards behind names that differ, and the path has no clear seed.
func numbers(paths []pathParts) error {
	type place struct{ folder, stem string }
	stems := map[string]bool{}                                    // words before numbers that end a part
	values, companions := map[place][]string{}, map[string]bool{} // numbers by place; folders with checkpoints by name
	at := func(p pathParts, j int) (place, string, bool) {
		folder := strings.Join(p.parts[:j], "/")
		if bare.MatchString(p.parts[j]) {
			return place{folder, ""}, p.parts[j], true
		}
		if m := ending.FindStringSubmatch(p.parts[j]); m != nil && len(p.tokens[j]) == 0 {
			return place{folder, m[1]}, m[2], true
		}
		return place{}, "", false
	}
	for _, p := range paths {
		for j := range p.parts {
			folder := strings.Join(p.parts[:j], "/")
			where, value, ok := at(p, j)
			if ok && !slices.Contains(values[where], value) {
				values[where] = append(values[where], value)
			}
			if ok && where.stem != "" {
				stems[lastWord(where.stem)] = true
			}
			for _, t := range p.tokens[j] {
				companions[folder] = companions[folder] || t.kind == checkpoint
			}
		}
	}
	for i := range paths {
		p := &paths[i]
		for j := range p.parts {
			where, value, ok := at(*p, j)
			if !ok || len(p.tokens[j]) > 0 {
				continue
			}
			all := values[where]
			to := len(p.parts[j])
			one := token{maybeSeed, to - len(value), to, to - len(value), to}
			switch {
			case where.stem != "":
				if p.clear || len(all) < 2 || !counting(all) || exponent.MatchString(where.stem) {
					continue
				}
				if len(stems) < 2 {
					p.other = p.asSeed(j, value)
					continue
				}
				one.from = len(where.stem)
			case j > 0 && holder.MatchString(p.parts[j-1]) || companions[where.folder] || padded(all):
				one.kind = checkpoint
			case len(all) < 2:
				continue
			case p.clear && round(all) && largest(all) >= 100:
				one.kind = checkpoint
			case p.clear || !counting(all) && round(all):
				return ambiguous(*p, j, all)
			}
			p.tokens[j] = append(p.tokens[j], one)
		}
	}
	return nil
}

// asSeed says how the number at the end of part j is read as a seed; empty where nothing else could name the method.
func (p *pathParts) asSeed(j int, value string) string {
	part := strings.TrimSuffix(p.parts[j], value)
	form := "{method}/" + part + "{seed}"
	switch {
	case j == 0 && len(p.parts) == 1:
		return ""
	case j == 0:
		form = part + "{seed}/{method}"
	}
	return fmt.Sprintf("The number in %s is no seed (--path '%s' takes it for one).", p.parts[j], form)
}

// lastWord is the word at the end of a name.
func lastWord(name string) string { return name[1+strings.LastIndexAny(name, "-_./ "):] }

// exponent matches what stands before the exponent of a number such as 1e-3.
var exponent = regexp.MustCompile(`[0-9]e$`)

// ambiguous is the error of numbers that could be several things.
func ambiguous(p pathParts, j int, all []string) error {
	form := func(name string) string {
		var parts []string
		for i := range p.parts[:j] {
			part := p.parts[i]
			if t := p.tokens[i]; len(t) > 0 {
				part = formOf(part, t)
			} else if !bare.MatchString(part) {
				part = "{method}"
			}
			parts = append(parts, part)
		}
		return "--path '" + strings.Join(append(parts, "{"+name+"}"), "/") + "'"
	}
	shown := slices.Clone(all)
	if len(shown) > 5 {
		shown = append(shown[:5], "...")
	}
	ways := []string{form("seed"), form("checkpoint"), form("task")}
	if strings.Contains(ways[1], "{seed}/") {
		ways = ways[1:]
	}
	return fmt.Errorf("the numbers %s in the paths, as in %s, could be training seeds, checkpoints "+
		"or tasks: say which with %s", strings.Join(shown, ", "), strings.Join(p.parts[:j+1], "/"), strings.Join(ways,
		" or "))
}

// care drops seeds of short or general names, such as s1 and run1, in paths without a clear one, unless a method has
// several of them.
func care(found []source, paths []pathParts) {
	several := map[string]map[string]bool{} // values by method
	key := func(i int) (method, value string) {
		p := paths[i]
		method = found[i].method
		for j, part := range p.parts {
			for _, t := range p.tokens[j] {
				if t.kind == maybeSeed {
					value += "/" + part[t.valueFrom:t.valueTo]
				}
			}
			if found[i].method == "" {
				method += "/" + without(part, p.tokens[j])
			}
		}
		return method, value
	}
	for i := range paths {
		method, value := key(i)
		if several[method] == nil {
			several[method] = map[string]bool{}
		}
		several[method][value] = true
	}
	for i := range paths {
		if method, _ := key(i); len(several[method]) > 1 || paths[i].clear {
			continue
		}
		for j := range paths[i].tokens {
			paths[i].tokens[j] = slices.DeleteFunc(paths[i].tokens[j],
				func(t token) bool { return t.kind == maybeSeed })
		}
	}
}

// counting reports whether numbers count upwards by 1.
func counting(all []string) bool {
	numbers := valuesOf(all)
	for i, v := range numbers {
		if i > 0 && v != numbers[i-1]+1 {
			return false
		}
	}
	return true
}

// round reports whether numbers are multiples of ten, as those of checkpoints are.
func round(all []string) bool {
	return !slices.ContainsFunc(valuesOf(all), func(v float64) bool { return v != 10*float64(int64(v/10)) })
}

// largest is the largest of some numbers.
func largest(all []string) float64 { return slices.Max(valuesOf(all)) }

// padded reports whether one of the numbers has zeros before it or thousands behind it, as those of checkpoints have.
func padded(all []string) bool {
	return slices.ContainsFunc(all, func(text string) bool {
		return len(text) > 3 && text[0] == '0' || strings.ContainsAny(text, "kKmM")
	})
}

// valuesOf are the values of numbers, the least first.
func valuesOf(all []string) (values []float64) {
	for _, text := range all {
		v, _ := table.Steps(text)
		values = append(values, v)
	}
	slices.Sort(values)
	return values
}
