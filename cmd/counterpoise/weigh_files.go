package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"counterpoise/internal/durable"
	"counterpoise/policies/balance"
	"counterpoise/results"
)

// weightsFile is weights.json.
type weightsFile struct {
	Dataset string          `json:"dataset"`
	Format  string          `json:"format"`
	By      []string        `json:"by"`
	Policy  string          `json:"policy"`
	Seed    uint64          `json:"seed"`
	Groups  []weighedGroup  `json:"groups"`
	Methods []weighedMethod `json:"methods"`
}

// weighedGroup is a group of it.
type weighedGroup struct {
	Name       string  `json:"name"`
	Episodes   int     `json:"demonstrations"`
	Share      float64 `json:"share"`
	Frames     int     `json:"frames"`
	FrameShare float64 `json:"frame_share"`
}

// weighedMethod is a method of it. Lists of weights are in the order of the groups.
type weighedMethod struct {
	Method  string      `json:"method"`
	About   string      `json:"about"`
	Weights []float64   `json:"weights"`         // mean over seeds
	SD      []float64   `json:"sd,omitempty"`    // over seeds, where there are two
	Seeds   [][]float64 `json:"weights_by_seed"` // [seed][group]
	Steps   []int       `json:"steps"`           // points of the curve
	Alpha   [][]float64 `json:"alpha"`           // [point][group], mean over seeds
}

// file is a file before it is written.
type file struct {
	name string
	data []byte
}

// keepWeights writes everything that weigh keeps.
func keepWeights(path string, g *grouped, s scale, all []asked) error {
	text, err := json.MarshalIndent(summed(path, g, s, all), "", "  ")
	if err != nil {
		return err
	}
	files := []file{{"weights.json", append(text, '\n')}}
	var courses []results.Course
	for i := range all {
		list, table := sampling(g, all[i].mean())
		name := "sampling-" + fileName(all[i].name)
		files = append(files, file{name + ".json", list}, file{name + ".csv", table})
		courses = append(courses, all[i].Course)
	}
	f := results.Courses("alpha", courses)
	files = append(files, file{"alpha.svg", f.SVG()}, file{"alpha.png", f.PNG()})
	for _, f := range files {
		if err := durable.WriteFile(filepath.Join(s.out, f.name), f.data); err != nil {
			return fmt.Errorf("can't write to folder %s: %w; choose another with --out", s.out, err)
		}
	}
	return nil
}

// summed is what weights.json says.
func summed(path string, g *grouped, s scale, all []asked) weightsFile {
	w := weightsFile{Dataset: path, Format: g.format, By: g.by, Policy: s.policy, Seed: s.seed}
	share, frameShare := shares(g.N), shares(g.Frames)
	for i, name := range g.Names {
		w.Groups = append(w.Groups, weighedGroup{name, g.N[i], share[i], g.Frames[i], frameShare[i]})
	}
	for i := range all {
		a := &all[i]
		m, _ := balance.Named(a.name)
		w.Methods = append(w.Methods, weighedMethod{a.name, m.About().String(), a.mean(), a.sd(), a.seeds, a.Steps, a.course()})
	}
	return w
}

// sampling are the weights of demonstrations, as a list and as a table. Demonstration e of group g is drawn with
// probability w_e, so that a frame drawn in it has the same chance as any of its group; or each of its frames weighs f_g:
//
//	w_e = α_g T_e/T_g,   f_g = α_g/T_g,   T the number of frames
func sampling(g *grouped, alpha []float64) (list, table []byte) {
	var l, t bytes.Buffer
	t.WriteString("demonstration,group,frames,weight,frame_weight\n")
	for e, of := range g.Of {
		frame := alpha[of] / float64(g.Frames[of])
		weight := number(frame * float64(g.lengths[e]))
		separator := ",\n "
		if e == 0 {
			separator = "["
		}
		l.WriteString(separator + weight)
		fmt.Fprintf(&t, "%d,%s,%d,%s,%s\n", e, csvField(g.Names[of]), g.lengths[e], weight, number(frame))
	}
	l.WriteString("]\n")
	return l.Bytes(), t.Bytes()
}

// number has every digit.
func number(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }

// csvField is a field of a CSV file.
func csvField(s string) string {
	if strings.ContainsAny(s, ",\"\r\n") {
		return `"` + strings.ReplaceAll(s, `"`, `""`) + `"`
	}
	return s
}

// fileName is a method's name where names of files are.
func fileName(method string) string { return strings.NewReplacer(":", "-", ",", "-").Replace(method) }
