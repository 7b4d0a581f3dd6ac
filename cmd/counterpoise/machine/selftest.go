package machine

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/internal/soak"
)

const selftestAbout = `
selftest does the main jobs of this program, small, in a folder of its own, which it removes: demonstrations made,
converted into every format and read again, a policy trained and rolled out, weights found, cells made and reported,
statistics computed. It does each job twice and compares the results to the byte.

With --soak it goes on, round after round, and measures after each what the process holds: live and resident memory,
goroutines, open descriptors, files and their bytes. Where the end holds more than the beginning, it fails. The first
round fills the cache of features and does not count.

The exit code is 0 if every job did the same every time, and nothing grew.`

const selftestExamples = `  NAME dev selftest
  NAME dev selftest --soak
  NAME dev selftest --soak --for 10m
  NAME dev selftest --soak --for 5m --jobs stats,report`

// selftestFlags are the options of selftest.
type selftestFlags struct {
	soak bool
	time time.Duration // at least so long; a round that has begun is ended
	jobs []string
	dir  string // where the folder for the work is made
}

func init() { registerBelow("dev", program.selftest) }

// selftest is the command that tries the program on this machine, once or for a long time.
func (p program) selftest() *cobra.Command {
	o := selftestFlags{time: time.Hour, dir: os.TempDir()}
	var names []string
	for _, j := range selftestJobs {
		names = append(names, j.name)
	}
	c := &cobra.Command{
		Use:     "selftest",
		Short:   "Try the main jobs on this machine; --soak: for an hour, and see that nothing grows",
		Long:    selftestAbout,
		Example: p.Named(selftestExamples),
		Args:    cli.NoArguments,
		RunE: func(c *cobra.Command, _ []string) error {
			for _, j := range o.jobs {
				if err := cli.CheckChoice("jobs", j, names); err != nil {
					return err
				}
			}
			if len(o.jobs) == 0 {
				return cli.Misused("--jobs names none; there is %s", strings.Join(names, ", "))
			}
			if c.Flags().Changed("for") && !o.soak {
				return cli.Misused("--for goes with --soak: without it every job is done twice")
			}
			if o.time <= 0 {
				return cli.Misused("--for must be longer than 0, not %v", o.time)
			}
			return p.tryJobs(c.Context(), o)
		},
	}
	f := c.Flags()
	f.BoolVar(&o.soak, "soak", false, "repeat all jobs for a long time, and see that nothing grows")
	f.DurationVar(&o.time, "for", o.time, "`TIME` that --soak takes at least, as in 10m or 2h")
	f.StringSliceVar(&o.jobs, "jobs", names, "`NAMES` of the jobs, in their order")
	f.StringVar(&o.dir, "dir", o.dir, "`DIR` in which the work is done and removed")
	f.Lookup("dir").DefValue = "the system's for temporary files"
	return cli.InOrder(c)
}

// minRounds is the least number of rounds: the first fills caches, and Judge compares the others.
const minRounds = 1 + soak.MinSamples

// tryJobs does all jobs at least twice, and prints what became of them. The folder is a staging folder, so the next
// selftest removes what one that was killed has left.
func (p program) tryJobs(ctx context.Context, o selftestFlags) (err error) {
	staging, err := durable.NewStaging(filepath.Join(o.dir, "counterpoise-selftest"))
	if err != nil {
		return writeTo(o.dir, err)
	}
	defer staging.Abort()
	w := &selftestWork{program: p, dir: staging.Path(), results: map[string]*jobResult{}}
	restore := setEnvironment("COUNTERPOISE_CACHE", filepath.Join(w.dir, "cache"))
	defer restore()
	rounds, least := 2, time.Duration(0)
	if o.soak {
		rounds, least = minRounds, o.time
	}
	start := time.Now()
	for n := 0; n < rounds || time.Since(start) < least; n++ {
		if err := w.round(ctx, o.jobs); err != nil {
			return err
		}
		s := soak.Take(w.dir)
		if n > 0 {
			w.samples = append(w.samples, s)
		}
		fmt.Fprintf(p.Err, "  round %d after %v: %s live, %s resident, %d descriptors, %d files\n", n+1,
			time.Since(start).Round(time.Second), cli.Size(s.Heap), cli.Size(s.Resident), s.Descriptors, s.Files)
	}
	failed := w.printJobs(o.jobs)
	if o.soak {
		failed = append(failed, w.printSamples()...)
	}
	if failed != nil {
		return fmt.Errorf("failed: %s", strings.Join(failed, ", "))
	}
	return nil
}

// writeTo is the error of a folder that cannot be written.
func writeTo(dir string, err error) error {
	return fmt.Errorf("can't write to folder %s: %w; choose another with --dir", dir, err)
}

// setEnvironment sets a variable of this process until the returned function is called.
func setEnvironment(name, value string) (restore func()) {
	old, was := os.LookupEnv(name)
	os.Setenv(name, value)
	return func() {
		if was {
			os.Setenv(name, old)
		} else {
			os.Unsetenv(name)
		}
	}
}
