package policies

import (
	"context"
	"fmt"
	"path/filepath"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/scenes"
	"counterpoise/scenes/render/film"
)

// The size of films, pixels: a quarter of those that render draws, as eval draws several of up to 12 s.
const filmWidth, filmHeight = 320, 240

// film films the first success and the first failure of each behaviour, where there are any, into the folder of
// --films. The rollouts are played again; one that then ends otherwise, which a policy that draws at random may do, is
// filmed as it went and said to differ.
func (p program) film(ctx context.Context, policy runner.Actor, outcomes []record.Outcomes, e evaluation) error {
	if e.films == "" {
		return nil
	}
	oracle := scenes.Oracle(e.oracle)
	var rollouts []record.Rollout
	ended := map[record.Rollout]record.Ending{}
	for _, o := range outcomes {
		shown := map[bool]bool{} // by success
		for r := range o.Steps {
			v, _, _ := o.Verdict(r, oracle)
			if success := v == scenes.Right; !shown[success] {
				shown[success] = true
				ro := record.Rollout{Behaviour: o.Behaviour, Number: r}
				rollouts, ended[ro] = append(rollouts, ro), o.Ending(r)
			}
		}
	}
	films := map[record.Rollout]*film.Film{}
	endings, err := runner.Show(ctx, policy, e.Evaluation, rollouts, func(ro record.Rollout, t *scenes.Tabletop) {
		if films[ro] == nil {
			films[ro] = &film.Film{Title: fmt.Sprintf("%s %s, rollout %d", e.Task, ro.Behaviour, ro.Number)}
		}
		films[ro].Add(t, "")
	})
	if err != nil {
		return fmt.Errorf("filming: %w", err)
	}
	for i, ro := range rollouts {
		f, word := films[ro], "failure"
		if f.Success = endings[i].By(oracle).Verdict == scenes.Right; f.Success {
			word = "success"
		}
		view, err := film.NewView("free", filmWidth, filmHeight)
		if err != nil {
			return err
		}
		name := fmt.Sprintf("%s-%d-%s.gif", ro.Behaviour, ro.Number, word)
		view.Stopped = func() error { return context.Cause(ctx) }
		if err := film.WriteBelow(e.films, name, f, view); err != nil {
			return err
		}
		note := ""
		if endings[i] != ended[ro] {
			note = " (played again it ended otherwise: the policy answers at random)"
		}
		fmt.Fprintf(p.Err, "wrote  %s%s\n", filepath.Join(e.films, name), note)
	}
	return nil
}
