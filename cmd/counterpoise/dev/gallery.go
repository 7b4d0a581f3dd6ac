package dev

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/internal/play"
	"counterpoise/internal/repository"
	"counterpoise/policies"
	"counterpoise/results/store"
	"counterpoise/scenes"
)

const galleryAbout = `
gallery trains the policies that the page of play shows in its gallery, each by the commands that stand beside it there,
and writes what they do: gallery.json lists them, with their success and that of committed results of the same recipe,
and gallery.bin has the actions of every rollout. It takes some minutes on two cores. The page has both files from
internal/play/page/assets.`

func init() { registerBelow("dev", program.gallery) }

// gallery is the command that trains the policies of the page's gallery and keeps their rollouts.
func (p program) gallery() *cobra.Command {
	return &cobra.Command{
		Use:     "gallery DIR",
		Short:   "Train the policies of the page's gallery, and keep what they do",
		Long:    galleryAbout,
		Example: p.Named("  NAME dev gallery internal/play/page/assets"),
		Args:    cli.OneArgument("a folder for gallery.json and gallery.bin"),
		RunE: func(c *cobra.Command, args []string) error {
			if err := cli.CheckFolder(args[0]); err != nil {
				return err
			}
			if made := runner.CurrentProvenance(); made.Commit == "" || made.Modified {
				return errors.New("the gallery names the commit that makes it, and this program has none: run " +
					"./counterpoise dev gallery in a clone in which nothing is changed")
			}
			index, rollouts, err := p.recordGallery(c.Context(), shownPolicies)
			if err != nil {
				return err
			}
			text, err := json.MarshalIndent(index, "", "\t")
			if err != nil {
				return err
			}
			err = cli.FillFolder(args[0], func(dir string) error {
				if err := durable.WriteBelow(dir, "gallery.bin", rollouts); err != nil {
					return err
				}
				return durable.WriteBelow(dir, "gallery.json", append(text, '\n'))
			})
			if err != nil {
				return err
			}
			fmt.Fprintf(p.Out, "wrote  %d policies, %.1f MB, into %s\n", len(index.Policies),
				float64(len(rollouts)+len(text))/1e6, args[0])
			return nil
		},
	}
}

// galleryStarts are the starts of each behaviour that a policy is rolled out from.
const galleryStarts = 10

// gallerySeed is the seed of trainings and starts. It is the page's own, so that the gallery, the demonstrators and the
// policies that the page clones are seen from the same starts.
const gallerySeed = 1

// galleryFolder is the place of files in the commands of the gallery.
const galleryFolder = "out/"

// shownPolicy is a policy of the gallery.
type shownPolicy struct {
	name, about, task string
	train             []string // commands without the program's name; the last one writes the policy to out/NAME
	results           string   // folder with committed results of the same recipe; empty: there is none
	recipe, groups    string   // of the cells of these results
	method            string
}

// recordGallery trains policies and rolls them out. It returns the index and the file of the rollouts.
func (p program) recordGallery(ctx context.Context, shown []shownPolicy) (play.Gallery, []byte, error) {
	made := runner.CurrentProvenance()
	g := play.Gallery{Command: "counterpoise dev gallery internal/play/page/assets", Commit: made.Commit,
		Device: runner.Backend() + " on " + made.CPU, Seed: gallerySeed}
	staging, err := durable.NewStaging(filepath.Join(os.TempDir(), "counterpoise-gallery"))
	if err != nil {
		return g, nil, err
	}
	defer staging.Abort()
	dir := staging.Path()
	if err := durable.Mkdir(dir); err != nil {
		return g, nil, err
	}
	var file bytes.Buffer
	for i, s := range shown {
		fmt.Fprintf(p.Err, "%d of %d: %s\n", i+1, len(shown), s.name)
		m, rollouts, err := p.recordPolicy(ctx, s, dir)
		if err != nil {
			return g, nil, fmt.Errorf("%s: %w", s.name, err)
		}
		m.At, m.Bytes = file.Len(), len(rollouts)
		file.Write(rollouts)
		g.Policies = append(g.Policies, m)
	}
	return g, file.Bytes(), nil
}

// recordPolicy trains a policy in a folder and rolls it out.
func (p program) recordPolicy(ctx context.Context, s shownPolicy, dir string) (m play.Member, rollouts []byte,
	err error) {
	m = play.Member{Name: s.name, About: s.about, Task: s.task}
	for _, line := range s.train {
		m.Commands = append(m.Commands, "counterpoise "+line)
		args := strings.Fields(line)
		for i, a := range args {
			if rest, ok := strings.CutPrefix(a, galleryFolder); ok {
				args[i] = filepath.Join(dir, filepath.FromSlash(rest))
			}
		}
		var said bytes.Buffer
		sub := of(cli.Program{Name: p.Name, In: strings.NewReader(""), Out: io.Discard, Err: &said,
			CellRunner: p.CellRunner})
		root := sub.Root()
		root.SetArgs(args)
		if err := root.ExecuteContext(ctx); err != nil {
			return m, nil, fmt.Errorf("%s: %w: %s", line, err, said.String())
		}
	}
	m.Commands = append(m.Commands, fmt.Sprintf("counterpoise eval %s%s --seed %d --rollouts %d", galleryFolder, s.name,
		gallerySeed, galleryStarts))
	policy, err := policies.Load(filepath.Join(dir, s.name))
	if err != nil {
		return m, nil, err
	}
	task, err := scenes.Tasks.Get(s.task)
	if err != nil {
		return m, nil, err
	}
	var all []play.Rollout
	for _, behaviour := range task.Behaviours() {
		row := play.Row{Behaviour: behaviour}
		for start := range galleryStarts {
			if err := context.Cause(ctx); err != nil {
				return m, nil, err
			}
			r, err := play.Record(play.Start{Task: s.task, Behaviour: behaviour, Start: start, Seed: gallerySeed},
				policy)
			if err != nil {
				return m, nil, err
			}
			row.Add(r.Success)
			all = append(all, r)
		}
		m.Rows = append(m.Rows, row)
	}
	if m.Record, err = s.committed(); err != nil {
		return m, nil, err
	}
	rollouts, err = play.EncodeRollouts(all)
	return m, rollouts, err
}

// committed counts the successes of committed results of the policy's recipe; nil without such.
func (s shownPolicy) committed() (*play.Committed, error) {
	if s.results == "" {
		return nil, nil
	}
	root, err := repository.Root()
	if err != nil {
		return nil, err
	}
	records, err := store.Read(filepath.Join(root, filepath.FromSlash(s.results)))
	if err != nil {
		return nil, err
	}
	c := &play.Committed{Folder: s.results}
	for _, r := range records.Records() {
		if of := r.Cell; of.Task != s.task || of.Recipe != s.recipe || of.Groups != s.groups ||
			of.Method != s.method || of.Policy.String() != "state" {
			continue
		}
		c.Experiment = r.Cell.Experiment
		c.Trainings++
		for i, o := range r.Rollouts {
			if i == len(c.Rows) {
				c.Rows = append(c.Rows, play.Successes{Behaviour: o.Behaviour})
			}
			n, _ := o.Successes(record.Earned)
			c.Rows[i].Right += n
			c.Rows[i].Rollouts += len(o.Steps)
		}
	}
	if c.Trainings == 0 {
		return nil, fmt.Errorf("%s has no results of %s %s under %s", s.results, s.task, s.recipe, s.method)
	}
	return c, nil
}
