package advise

import (
	"bytes"
	"context"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/internal/wording"
	"counterpoise/policies/skills"
	"counterpoise/policies/weigh/datasets"
)

// foundSkill is the label of skills that were found. It says that nobody named them, and so do its values: "found 1".
const foundSkill = "found_skill"

// findSkills groups the demonstrations of datasets whose labels do not say what is shown, writes the groups to the file
// of --find-skills, and returns the flags that read them and say what was found.
func (p program) findSkills(ctx context.Context, paths []string, o adviseFlags) (adviseFlags, error) {
	if o.find == "" {
		return o, nil
	}
	if o.by != nil || o.labels != "" {
		return o, cli.Misused("--find-skills takes the place of --by and --labels: find skills first, then add the " +
			"column " + foundSkill + " of its file to yours")
	}
	d, err := datasets.Open(ctx, paths, o.options())
	if err != nil {
		return o, err
	}
	defer d.Close()
	unready, err := readyPage(o.find, d.Paths)
	if err != nil {
		return o, err
	}
	defer unready()
	progress, end := cli.Counter(p.Err, "demonstrations grouped")
	found, err := skills.Find(ctx, d.Reader, false, progress)
	end()
	if err != nil {
		return o, fmt.Errorf("%s: --find-skills: %w", strings.Join(paths, " "), err)
	}
	text, err := skillsTable(d, found)
	if err != nil {
		return o, err
	}
	if err := durable.WriteFile(o.find, text); err != nil {
		return o, fmt.Errorf("--find-skills %s: %w", o.find, err)
	}
	o.labels, o.by = o.find, []string{foundSkill}
	o.skills = len(found.N)
	if o.skills == 1 {
		o.found = fmt.Sprintf("skills: found, not labelled: one skill, as nothing shows several by %s", found.Source)
		return o, nil
	}
	var sizes []string
	for _, n := range found.N {
		sizes = append(sizes, strconv.Itoa(n))
	}
	o.found = fmt.Sprintf("skills: found, not labelled: %d groups of %s demonstrations, by %s; look at them (--page) "+
		"and name them in %s, which --labels takes with --by %s", o.skills, wording.List(sizes), found.Source, o.find,
		foundSkill)
	return o, nil
}

// skillsTable is the file of found skills: a row for each demonstration.
func skillsTable(d *datasets.Set, found *skills.Found) ([]byte, error) {
	var out bytes.Buffer
	w := csv.NewWriter(&out)
	several := len(d.Names) > 1
	row := func(dataset, episode, skill string) {
		all := []string{episode, skill}
		if several {
			all = append([]string{dataset}, all...)
		}
		w.Write(all) // into memory; Error reports what is wrong
	}
	row("dataset", "episode", foundSkill)
	for e, g := range found.Of {
		k, n := d.Place(e)
		row(d.Names[k], strconv.Itoa(n), fmt.Sprintf("found %d", g+1))
	}
	w.Flush()
	return out.Bytes(), w.Error()
}
