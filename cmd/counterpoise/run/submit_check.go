package run

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/bench/record"
	"counterpoise/bench/runner"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/wording"
	"counterpoise/policies/backend"
	"counterpoise/policies/network"
	"counterpoise/policies/train"
	"counterpoise/results/document"
	"counterpoise/results/store"
	"counterpoise/results/submission"
	"counterpoise/scenes"
)

const submitCheckAbout = `
submit-check checks a folder of records that was made elsewhere, and prints a leaderboard of the methods in it.

It checks that every line is whole, that records are of this version, that demonstrations are those of recipe and seed
(all are generated again), that policies were trained with the settings that their cells name, that weights from
outside are in the folder with the digest of the cells, and that no cell of an experiment is missing. Then it makes a
random sample of the cells again and compares them to the byte: demonstrations, course of the training, every rollout.
A record that was changed is found when its cell is in the sample. The sample follows from --sample-seed, by default
from the time, so that a submitter cannot know it. Cells of another device than this machine's are not made again, and
submit-check says how many those are.

The leaderboard of a submission without problems compares every method with plain cloning on the same demonstrations,
with intervals, the number of comparisons and their correction. --with DIR adds the records of further folders, such
as results/confirm, which are not checked.

The exit code is 0 for a submission without problems, and 1 otherwise.`

// submitFlags are the values of submit-check's flags.
type submitFlags struct {
	remake  int      // cells that are made again
	seed    uint64   // of the sample
	workers int      // cells at a time
	with    []string // further folders of the leaderboard
	format  string
	oracle  string
	shared.DeviceFlags
}

func init() { register(program.submitCheck) }

// submitCheck is the command that checks records of others (package results/submission).
func (p program) submitCheck() *cobra.Command {
	o := submitFlags{remake: 3, workers: runtime.NumCPU(), DeviceFlags: shared.DeviceFlags{Device: shared.Auto}}
	known := cli.Documents()
	c := &cobra.Command{
		Use:   "submit-check DIR",
		Short: "Check records that were made elsewhere, and rank their methods",
		Long:  submitCheckAbout,
		Example: p.Named("  NAME submit-check theirs\n  NAME submit-check theirs --remake 10 --with results/confirm\n" +
			"  NAME submit-check theirs --remake 3 --sample-seed 7   the same sample again"),
		Args: cli.OneArgument("one folder of records"),
	}
	f := c.Flags()
	f.IntVar(&o.remake, "remake", o.remake, "make `N` cells again; 0 checks what the records say alone")
	f.Uint64Var(&o.seed, "sample-seed", 0, "seed `N` of the sample")
	f.Lookup("sample-seed").DefValue = "the time"
	f.IntVar(&o.workers, "workers", o.workers, "`N` cells at a time; changes no result")
	f.StringArrayVar(&o.with, "with", nil, "`DIR` of further records for the leaderboard; may be given several times")
	f.StringVar(&o.format, "format", "text", "`FORMAT` of the answer: "+strings.Join(known, ", "))
	shared.OracleFlag(f, &o.oracle)
	shared.DeviceFlag(f, &o.Device, "makes cells again")
	c.RunE = func(c *cobra.Command, args []string) error {
		switch {
		case o.remake < 0:
			return cli.Misused("--remake must be 0 or more, not %d", o.remake)
		case o.workers < 1:
			return cli.Misused("--workers must be 1 or more, not %d", o.workers)
		}
		if err := cli.CheckChoice("format", o.format, known); err != nil {
			return err
		}
		if err := cli.CheckChoice("device", o.Device, shared.Devices()); err != nil {
			return err
		}
		oracle, err := shared.ChosenOracle(o.oracle)
		if err != nil {
			return err
		}
		if !c.Flags().Changed("sample-seed") {
			o.seed = uint64(time.Now().UnixNano())
		}
		err = p.checkSubmission(c.Context(), args[0], oracle, o)
		if err != nil && !errors.Is(err, errRejected) && c.Context().Err() != nil {
			fmt.Fprintln(p.Err, "stopped; nothing was decided")
			return cli.ErrStopped
		}
		return err
	}
	return c
}

// errRejected ends submit-check for a submission with problems, which have been printed.
var errRejected = errors.New("the submission has problems, listed above")

// checkSubmission checks a folder and prints what it found.
func (p program) checkSubmission(ctx context.Context, dir string, oracle scenes.Oracle, o submitFlags) error {
	if _, err := shared.ReadSeason(dir); err == nil {
		return cli.Misused("%s is a season of the arena, whose submissions are files of weights: %s arena score "+
			"trains them anew, so that there is nothing to check", dir, p.Name)
	}
	var err error
	if p.Program, err = p.WithKept(dir); err != nil {
		return err
	}
	defer p.Outside.Release()
	records, err := p.Read(dir, cli.MainProfile)
	if err != nil {
		return err
	}
	s := submission.Submission{Records: records.Records(), Damage: records.Damage, Weights: p.Outside.Weights()}
	progress, end := cli.Counter(p.Err, "datasets compared")
	result, err := s.Check(ctx, recordedConfig, o.workers, progress)
	end()
	if err != nil {
		return err
	}
	sample, remade, err := p.remake(ctx, s, records, o)
	if err != nil {
		return err
	}
	problems := append(result.Problems, remade...)
	section := document.Section{Title: "Submission " + dir, Notes: append(result.Notes, sample.Foreign...)}
	for _, plan := range result.Plans {
		section.Lines = append(section.Lines, fmt.Sprintf("%s: policy %s, %d trials of %d rollouts, seed %d", plan.Name,
			plan.Size.Policy, plan.Size.Trials, plan.Size.Rollouts, plan.Size.Seed))
	}
	const again = "%s; %d of them made again with --sample-seed %d, %s as submitted"
	section.Lines = append(section.Lines, fmt.Sprintf(again,
		wording.Plural(len(s.Records), "record"), len(sample.Cells), o.seed,
		wording.Plural(len(sample.Cells)-len(remade), "cell")))
	for _, text := range problems {
		section.Lines = append(section.Lines, "Problem: "+text)
	}
	if len(problems) == 0 {
		section.Lines = append(section.Lines, "No problems.")
	}
	doc := document.Document{Title: "Counterpoise: a submission", Sections: []document.Section{section}}
	if len(problems) == 0 {
		all, err := p.joined(s.Records, o.with)
		if err != nil {
			return err
		}
		doc.Sections = append(doc.Sections, submission.BoardOf(all, oracle).Section())
	}
	if err := p.WriteDocument(p.Out, o.format, doc); err != nil {
		return err
	}
	if len(problems) > 0 {
		return errRejected
	}
	return nil
}

// remake makes a sample of the cells again, on the device of the records where this machine has it.
func (p program) remake(ctx context.Context, s submission.Submission, records *store.Store, o submitFlags) (
	sample submission.Sample, problems []string, err error) {
	if o.remake == 0 {
		return sample, nil, nil
	}
	defer backend.Use(backend.GoCPU)
	device := o.Device
	if first, ok := records.Device(); ok && device == shared.Auto {
		device = first.Kind
	}
	if err := backend.Use(backend.Device(device)); err != nil && o.Device != shared.Auto {
		return sample, nil, fmt.Errorf("device %s cannot be used: %w", device, err)
	}
	sample = s.Draw(o.remake, runner.CurrentDevice(), network.Revision, o.seed)
	if len(sample.Cells) == 0 {
		return sample, nil, nil
	}
	progress, end := cli.Counter(p.Err, "cells made again")
	problems, err = sample.Remake(ctx, p.RecordMaker(o.workers).Run, o.workers, progress)
	end()
	return sample, problems, err
}

// joined returns records and those of further folders. Of two records of one cell the first counts.
func (p program) joined(records []record.Record, dirs []string) ([]record.Record, error) {
	if len(dirs) == 0 {
		return records, nil
	}
	more, err := p.Records(dirs)
	if err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	for _, r := range records {
		seen[r.Cell.Hash()] = true
	}
	for _, r := range more {
		if !seen[r.Cell.Hash()] {
			records = append(records, r)
		}
	}
	return records, nil
}

// recordedConfig returns the configuration that a policy and a number of steps stand for, as records keep it.
func recordedConfig(p record.Policy, steps int) (record.Config, error) {
	c, err := train.ConfigOf(p, steps)
	return record.Config(c), err
}
