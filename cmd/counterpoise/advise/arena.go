package advise

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/csv"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/cmd/counterpoise/shared"
	"counterpoise/internal/bounded"
	"counterpoise/internal/durable"
	"counterpoise/internal/printable"
	"counterpoise/internal/seed"
	"counterpoise/internal/wording"
	"counterpoise/policies/weightfile"
	"counterpoise/results/decide"
	"counterpoise/results/store"
	"counterpoise/scenes/demos"
)

const arenaAbout = `
arena is where a method that weighs demonstrations gets its number. A season has four pools of demonstrations, of
picking and of opening, of which a fifth to a half are in bad styles; nothing in them says which. Some bad styles cost
nothing.

  arena pools DIR           writes the pools, and DIR/pools.csv: a weight of 1 for every demonstration
  arena score DIR FILE...   trains and rolls out on files of weights, beside plain cloning and leaving bad styles out
  arena seed FILE...        the season on which submissions are tested that are closed

A file of weights is pools.csv with other numbers in its column weight, or any that run --weights takes; its name is
that of the submission, and no other weights may have it later: every try counts. score trains six policies of the state
a pool and submission, rolls each out 40 times a behaviour, and tests the mean gain over these four pools against plain
cloning, paired by training seed, with p after Holm over all submissions of DIR, which it ranks. Recovered is the share
of what leaving bad styles out gains, where that is shown to be above 0.

The pools and the starts of a season follow from its number, so that nothing is hidden: at home you practise.
No submitter can choose a season that is made of the digests of the closed submissions and of a commit that others make
afterwards: arena seed prints its number. Submissions are then programs, which make the weights of its pools.`

const arenaExamples = `  NAME arena pools arena --season 1
  NAME arena score arena mine.csv
  NAME arena seed --commit 0123456789abcdef0123456789abcdef01234567 theirs.py mine.py`

// arenaSeeds and arenaRollouts are the size of the arena, the same for all.
const (
	arenaSeeds    = 6  // trainings of each arm and pool
	arenaRollouts = 40 // of each behaviour and policy
)

func init() { register(program.arena) }

// arena is the parent of the commands of the arena.
func (p program) arena() *cobra.Command {
	c := &cobra.Command{
		Use:     "arena",
		GroupID: "data",
		Short:   "Give a method that weighs demonstrations its number",
		Long:    arenaAbout,
		Example: p.Named(arenaExamples),
		Args:    p.KnownCommand,
		RunE:    func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(p.arenaPools(), p.arenaScore(), p.arenaSeed())
	return c
}

// arenaList is the list of the demonstrations of the pools.
const arenaList = "pools.csv"

// arenaPools is the command that writes the pools of a season.
func (p program) arenaPools() *cobra.Command {
	season, name := uint64(1), "lerobot"
	c := &cobra.Command{
		Use:     "pools DIR",
		Short:   "Write the pools of a season",
		Example: p.Named("  NAME arena pools arena\n  NAME arena pools arena --season 2 --format robomimic"),
		Args:    cli.OneArgument("the folder of the season"),
		RunE: func(c *cobra.Command, args []string) error {
			f, err := shared.FormatNamed(name)
			if err != nil {
				return err
			}
			return p.writeSeason(c.Context(), args[0], season, f, name)
		},
	}
	c.Flags().Uint64Var(&season, "season", season, "season `N`")
	c.Flags().StringVar(&name, "format", name, "`NAME` of the format: "+strings.Join(demos.Formats.Names(), ", "))
	return c
}

// seasonPool makes a pool of a season.
func seasonPool(ctx context.Context, season uint64, i int) (*demos.Dataset, error) {
	of := seed.Of("counterpoise", "arena", season, "pool", i).Uint64()
	made, err := demos.Generate(ctx, decide.Season(season)[i], of, runtime.NumCPU(), nil)
	if err == nil {
		decide.Shuffled(made, season, i)
	}
	return made, err
}

// actionsDigest is the digest of the actions of a pool, by which it is known in every format.
func actionsDigest(made *demos.Dataset) string {
	all := weightfile.Digests(made)
	return all[len(all)-1]
}

// poolName is the name of the folder or file of a pool.
func poolName(i int, format string) string {
	if format == "robomimic" {
		return fmt.Sprintf("pool-%d.hdf5", i)
	}
	return fmt.Sprintf("pool-%d", i)
}

// writeSeason writes the pools of a season into a new folder.
func (p program) writeSeason(ctx context.Context, dir string, season uint64, f demos.FileFormat, format string) error {
	if _, err := os.Stat(filepath.Join(dir, shared.SeasonFile)); err == nil {
		return cli.Misused("%s has a season already; choose another folder", dir)
	}
	if err := cli.CheckFolder(dir); err != nil {
		return err
	}
	return cli.FillFolder(dir, func(dir string) error {
		var list bytes.Buffer
		out := csv.NewWriter(&list)
		out.Write([]string{"pool", "digest", "episode", "frames", "weight"})
		progress, end := cli.Counter(p.Err, "pools written")
		defer end()
		for i := range decide.ArenaPools {
			made, err := seasonPool(ctx, season, i)
			if err != nil {
				return err
			}
			digest := actionsDigest(made)
			name := poolName(i, format)
			w, err := f.Create(filepath.Join(dir, name))
			if err != nil {
				return err
			}
			for e := range made.Episodes {
				one := decide.Unlabelled(made.Episodes[e])
				if err := w.Add(&one); err != nil {
					w.Abort()
					return err
				}
				out.Write([]string{name, digest, strconv.Itoa(e), strconv.Itoa(one.Frames()), "1"})
			}
			if err := w.Close(demos.Card{}); err != nil {
				return err
			}
			progress(i+1, decide.ArenaPools)
		}
		out.Flush()
		fmt.Fprintf(p.Out, "%d pools and %s, whose weights are 1: give them yours, and arena score tests them\n",
			decide.ArenaPools, arenaList)
		if err := durable.WriteFile(filepath.Join(dir, arenaList), list.Bytes()); err != nil {
			return err
		}
		return durable.WriteFile(filepath.Join(dir, shared.SeasonFile), []byte(strconv.FormatUint(season, 10)+"\n"))
	})
}

// arenaScore is the command that tests submissions.
func (p program) arenaScore() *cobra.Command {
	o := choiceFlags{draws: arenaSeeds, rollouts: arenaRollouts, workers: runtime.NumCPU(),
		DeviceFlags: shared.DeviceFlags{Device: shared.Auto}}
	c := &cobra.Command{
		Use:     "score DIR FILE...",
		Short:   "Test files of weights of the pools of a season, and rank them",
		Example: p.Named("  NAME arena score arena mine.csv\n  NAME arena score arena mine.csv theirs.csv"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) < 2 {
				return cli.Misused("arena score needs the folder of a season and files of weights")
			}
			return nil
		},
		RunE: func(c *cobra.Command, args []string) error {
			return ended(c, p.scoreArena(c.Context(), args[0], args[1:], o))
		},
	}
	f := c.Flags()
	f.IntVar(&o.workers, "workers", o.workers, "`N` trainings at a time; changes no result")
	o.DeviceFlags.Flags(f)
	return c
}

// scoreArena trains and tests what is new, and prints the ranking of all submissions of a folder.
func (p program) scoreArena(ctx context.Context, dir string, files []string, o choiceFlags) error {
	season, err := shared.ReadSeason(dir)
	if err != nil {
		return err
	}
	o.seed = seed.Of("counterpoise", "arena", season, "trainings").Uint64() // no two seasons share any
	choices, err := readChoices(dir)
	if err != nil {
		return err
	}
	var names []string // of the submissions, the old ones first
	for _, c := range choices {
		if !slices.Contains(names, c.Arm) && c.Arm != decide.ArmPlain && c.Arm != decide.ArmDropped {
			names = append(names, c.Arm)
		}
	}
	taken := []string{decide.ArmPlain, decide.ArmDropped, "oracle", "natural", "plain"} // names in lower case
	pools := make([]*demos.Dataset, decide.ArenaPools)
	arms := make([]map[string]decide.Arm, decide.ArenaPools)
	for i := range pools {
		if pools[i], err = seasonPool(ctx, season, i); err != nil {
			return err
		}
		arms[i] = decide.Yardsticks(pools[i])
	}
	for _, path := range files {
		name := weightfile.NameOf(strings.TrimSuffix(filepath.Base(path), filepath.Ext(path)))
		if slices.Contains(taken, strings.ToLower(name)) {
			return cli.Misused("%s has the name of an arm that is there for all, or of another file; name it otherwise",
				path)
		}
		taken = append(taken, strings.ToLower(name))
		for i, made := range pools {
			a := decide.Arm{Name: name}
			if a.Weights, err = submitted(path, made, i); err != nil {
				return err
			}
			arms[i][name] = a
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	drawn := func(i, draw int, _ []decide.Choice) (drawnArms, error) { return o.armsOf(pools[i], arms[i], draw), nil }
	for i := range pools {
		for draw := range o.draws {
			a, _ := drawn(i, draw, nil)
			for _, c := range a.choices(i, draw) {
				at := slices.IndexFunc(choices, func(b decide.Choice) bool {
					return b.Arm == c.Arm && b.Recipe == i && b.Draw == draw
				})
				if at < 0 {
					choices = append(choices, c)
				} else if choices[at].Cell != c.Cell {
					return cli.Misused("%s was submitted with other weights; give these another name: every try "+
						"counts in the correction", c.Arm)
				}
			}
		}
	}
	mine := slices.DeleteFunc(slices.Clone(choices), func(c decide.Choice) bool { return arms[0][c.Arm].Name == "" })
	if err := writeChoices(dir, choices); err != nil {
		return err
	}
	if err := p.trainChoices(ctx, dir, len(pools), mine, o, drawn); err != nil {
		return err
	}
	return p.showArena(dir, names, choices)
}

// submitted reads the weights that a file has for a pool.
func submitted(path string, made *demos.Dataset, i int) ([]weightfile.Frames, error) {
	frames := make([]int, len(made.Episodes))
	for e := range frames {
		frames[e] = made.Episodes[e].Frames()
	}
	said := &demos.Dataset{} // what the pool says, whose digest the card of our own format has
	for e := range made.Episodes {
		said.Episodes = append(said.Episodes, decide.Unlabelled(made.Episodes[e]))
	}
	w, digest, err := weightfile.ReadOne(path, frames, actionsDigest(made), said.Digest())
	if errors.Is(err, weightfile.ErrOther) {
		return nil, fmt.Errorf("%s has no weights of pool %d: they are known by the digests of pools.csv", path, i)
	}
	return w.Datasets[digest], err
}

// showArena ranks the submissions of a folder that have all their records.
func (p program) showArena(dir string, names []string, choices []decide.Choice) error {
	records, err := store.Read(dir)
	if err != nil {
		return err
	}
	of := recordsOf(records)
	var complete, lacking []string
	for _, name := range names {
		if slices.ContainsFunc(choices, func(c decide.Choice) bool {
			_, ok := of[c.Cell]
			return c.Arm == name && !ok
		}) {
			lacking = append(lacking, name)
		} else {
			complete = append(complete, name)
		}
	}
	all := decide.ReadPools(append(slices.Clone(complete), decide.ArmPlain, decide.ArmDropped), choices, of)
	w := p.NewTable(0)
	fmt.Fprintln(w, strings.Join(decide.StandingHead(), "\t"))
	for _, s := range decide.Standings(complete, all) {
		row := s.Cells()
		row[0] = printable.Line(row[0])
		fmt.Fprintln(w, strings.Join(row, "\t"))
	}
	fmt.Fprintln(w, strings.Join(decide.OracleOf(all).Cells(), "\t"))
	w.Flush()
	fmt.Fprintf(p.Out, "\npoints of success over plain cloning, mean over these %d pools, %d seeds, policy state; "+
		"intervals are\nthose of one comparison. At home you practise: nothing of a season is hidden.\n", len(all),
		arenaSeeds)
	if lacking != nil {
		fmt.Fprintf(p.Out, "not complete, give the files again: %s\n", printable.Line(wording.List(lacking)))
	}
	return nil
}

// commitText is a commit's hash.
var commitText = regexp.MustCompile(`^[0-9a-f]{40}$`)

// arenaSeed is the command that prints the season on which closed submissions are tested.
func (p program) arenaSeed() *cobra.Command {
	commit := ""
	c := &cobra.Command{
		Use:   "seed FILE...",
		Short: "Print the season on which closed submissions are tested",
		Example: p.Named("  NAME arena seed --commit 0123456789abcdef0123456789abcdef01234567 theirs.py mine.py\n" +
			"  NAME arena seed --commit $(git rev-parse HEAD) *.py"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return cli.Misused("arena seed needs the files that were submitted")
			}
			return nil
		},
		RunE: func(_ *cobra.Command, args []string) error {
			if !commitText.MatchString(commit) {
				return cli.Misused("--commit takes the 40 hexadecimal digits of a commit that was made after "+
					"closing, not %.60q", commit)
			}
			season, err := testSeason(commit, args)
			if err == nil {
				fmt.Fprintln(p.Out, season)
			}
			return err
		},
	}
	c.Flags().StringVar(&commit, "commit", "", "`HASH` of a commit that was made after the submissions were closed")
	return c
}

// testSeason is the first 8 bytes, the most significant first, of SHA-256 of the digests of the files in ascending
// order, each in hexadecimal with a line feed, and the commit. The order of the files does not matter.
func testSeason(commit string, files []string) (uint64, error) {
	var digests []string
	for _, path := range files {
		text, err := bounded.ReadRegular(path)
		if err != nil {
			return 0, err
		}
		sum := sha256.Sum256(text)
		digests = append(digests, hex.EncodeToString(sum[:]))
	}
	slices.Sort(digests)
	digests = slices.Compact(digests) // the same file twice is one submission
	sum := sha256.Sum256([]byte(strings.Join(digests, "\n") + "\n" + commit))
	return binary.BigEndian.Uint64(sum[:8]), nil
}
