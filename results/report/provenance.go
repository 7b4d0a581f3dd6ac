package report

import (
	"fmt"
	"strings"

	"counterpoise/bench"
	"counterpoise/bench/record"
	"counterpoise/internal/wording"
	"counterpoise/results/frame"
)

// provenanceNotes says what made the numbers of a design: how many networks, which backends, programs and machines;
// the command that makes them again; which device made what, if there are several; and how many cells are missing.
//
// A reader needs them to judge whether two documents can be compared: bits differ between backends.
func provenanceNotes(f frame.Findings) (notes []string) {
	var programs, backends []string
	var steps []int
	counted := map[string]bool{} // arms may share cells
	for r := range f.Rows() {
		if counted[r.Cell.Hash()] {
			continue
		}
		counted[r.Cell.Hash()] = true
		steps = append(steps, r.Training.Config.Steps)
		programs = append(programs, frame.ProgramText(r.Provenance))
		backends = append(backends, r.Training.Backend)
	}
	if len(steps) > 0 {
		notes = append(notes,
			fmt.Sprintf("%s, %s gradient steps each, trained by %s; made by %s.",
				wording.Plural(len(steps), "network"), wording.Range(steps),
				wording.Distinct(backends), wording.Distinct(programs)),
			"Again: "+f.Again())
	}
	notes = append(notes, deviceNotes(f)...)
	if f.Plan.Size.SeedSource == record.SeedFreeze && f.Experiment.HasLooks() {
		notes = append(notes, fmt.Sprintf("p, stars, intervals and equality are those of a single look. The verdicts "+
			"on the claims hold p against bounds over the looks at %s trials, which are stricter, and their "+
			"intervals are wider.", bench.LooksText()))
	}
	// A cell is an arm in a trial.
	if missing := f.Missing() + f.NotBegun*f.Plan.Size.Trials; missing > 0 {
		all := (len(f.Arms) + f.NotBegun) * f.Plan.Size.Trials
		note := fmt.Sprintf("%d of %d cells without a record: these numbers are not final.", missing, all)
		if f.NotBegun > 0 {
			note += fmt.Sprintf(" %s without any are left out.", wording.Plural(f.NotBegun, "arm"))
		}
		notes = append(notes, note)
	}
	return notes
}

// deviceNotes says which networks of a design each device trained, if there are several; otherwise it is empty.
func deviceNotes(f frame.Findings) (notes []string) {
	shares := f.Devices()
	if len(shares) < 2 {
		return nil
	}
	for _, s := range shares {
		var of []string
		for _, a := range s.Arms {
			trials := strings.Trim(strings.ReplaceAll(fmt.Sprint(a.Trials), " ", ", "), "[]")
			of = append(of, fmt.Sprintf("%s, trials %s", a.Arm, trials))
		}
		notes = append(notes, fmt.Sprintf("Device %v trained %s: %s.", s.Device, wording.Plural(s.Networks, "network"),
			strings.Join(of, "; ")))
	}
	return append(notes, "Results of two devices differ by rounding.")
}

// settings is what the records of a design were made with, as pairs of a name and a value. Where records differ, each
// value is listed once. Fields that older records lack are listed as not recorded.
//
// The rows are those of the list at the end of a part. Working time is the sum over records of data, training
// and rollouts: time of one worker, not of the clock on the wall.
func settings(f frame.Findings) [][2]string {
	var programs, machines, devices, backends, renderers, versions, configs, hashes []string
	var steps []int
	seconds := 0.0 // sum over records
	for r := range f.Rows() {
		p := r.Provenance
		programs = append(programs,
			// The machine has a row of its own, so it is left out here.
			frame.ProgramText(record.Provenance{Commit: p.Commit, Modified: p.Modified})+", "+p.Go)
		machines = append(machines, fmt.Sprintf("%s %s, %s", p.System, p.CPU, wording.Plural(p.Cores, "core")))
		backends, renderers = append(backends, r.Training.Backend), append(renderers, r.Renderer)
		// Records of the first schema have no device.
		if d, ok := r.TrainedOn(); ok {
			devices = append(devices, strings.TrimSpace(d.String()+" "+d.Name))
		}
		versions, hashes = append(versions, r.Cell.Version), append(hashes, r.Data.Hash[:min(12, len(r.Data.Hash))])
		configs = append(configs, configText(r.Record))
		steps = append(steps, r.Training.Config.Steps)
		seconds += r.Duration.Data + r.Duration.Training + r.Duration.Rollouts
	}
	// Numbers of the plan first, then what the records say about programs and machines.
	s := f.Plan.Size
	rows := [][2]string{
		{"Trials", fmt.Sprint(s.Trials)},
		{"Rollouts per behaviour and policy", fmt.Sprint(s.Rollouts)},
		{"Gradient steps", wording.Range(steps)},
		{"Seed", fmt.Sprint(s.Seed)},
		{"Policy", wording.Distinct(configs)},
		{"Success by", frame.OracleText(f.Oracle)},
		{"Training by", wording.Distinct(backends)},
		{"Observations drawn by", wording.Distinct(renderers)},
		{"Results version", wording.Distinct(versions)},
		{"Program", wording.Distinct(programs)},
		{"Machine", wording.Distinct(machines)},
		{"Working time", fmt.Sprintf("%.1f minutes, all policies together", seconds/60)},
		{"Datasets (SHA-256)", strings.ReplaceAll(wording.Distinct(hashes), " and ", ", ")},
	}
	if len(devices) > 0 {
		rows = append(rows, [2]string{"Device", wording.Distinct(devices)})
	}
	if missing := f.NotRecorded(); len(missing) > 0 {
		rows = append(rows, [2]string{"Not recorded", strings.Join(missing, ", ")})
	}
	return rows
}

// configText is the configuration of a record's policy and of its training in words. What is not the default network
// or head is named. "sees" names the observer: the state, or pictures through the frozen encoder. Rate is the
// learning rate, and a chunk is the actions that one call of the policy returns.
func configText(r record.Record) string {
	c := r.Training.Config
	network := fmt.Sprintf("two layers of %d", c.Hidden)
	if c.Network != record.DefaultNetwork {
		network = fmt.Sprintf("network %s of width %d", c.Network, c.Hidden)
	}
	if c.Head != "" && c.Head != record.DefaultHead {
		network += ", head " + c.Head
	}
	return fmt.Sprintf("sees %s, %s, chunks of %d actions of which %d are carried out, batches of %d, rate %g (%v)",
		c.Observer, network, c.Chunk, c.Execute, c.Batch, c.Rate, c.Schedule)
}
