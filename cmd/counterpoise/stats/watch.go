package stats

import (
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/shell"
	"counterpoise/results/comparison"
	"counterpoise/stats"
	"counterpoise/stats/evals"
	"counterpoise/stats/table"
)

const watchAbout = `
watch follows results that come in one by one, and says after every row whether one may stop. FILE has one outcome a
row, in the order in which they came: 0 and 1, true and false, or a score from 0 to 1. It is of one method, or of two,
in a column of methods or in a column each. - is standard input.

Interval and p hold at any time: one may look after every row, stop, and go on later. With probability --level no
interval of the whole stream misses the true rate or difference. The price is some more rollouts than a test of a fixed
number needs (stats plan). Rates of independent rollouts are compared by the e-process of Turner and Grünwald, all else
by bets on the mean (Waudby-Smith and Ramdas). stats compare tests counts.

Rows of two methods that share a unit (a row, a start, a seed) are pairs. Without units, or with --independent, the k-th
rollout of one method is set against the k-th of the other; rollouts without a partner wait.

Fields in JSON: taken, test, methods, rates, n, waiting, estimate, ci, null, e, log_e, p, first, margin, finding
(better, worse, equal, open, changed), warnings.`

// statsWatch is the command of comparison.Watch.
func (p program) statsWatch() *cobra.Command {
	s := &testCommand{p: p}
	var choice table.Choice
	var apart bool
	var rate, margin float64
	c := &cobra.Command{
		Use: "watch FILE", Short: "Results that come one by one: may I stop?", Long: watchAbout,
		Example: p.Named("  NAME stats watch results.csv\n  NAME stats watch one.txt --rate 0.66\n" +
			"  NAME stats watch results.csv --columns new,old --margin 0.1"),
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 1 {
				return cli.Misused("watch needs one file with an outcome a row, or - for standard input")
			}
			return s.check()
		},
	}
	s.commonFlags(c)
	f := c.Flags()
	f.StringVar(&choice.Method, "method", "", "`COLUMN` of the methods")
	f.StringVar(&choice.Value, "value", "", "`COLUMN` of the outcomes")
	f.StringSliceVar(&choice.Columns, "columns", nil, "`A,B`, the columns of two methods")
	f.StringSliceVar(&choice.Methods, "methods", nil, "`A,B`, the methods to compare, of a column of them")
	f.BoolVar(&apart, "independent", false, "rows of two methods are no pairs, whatever they share")
	f.Var(rateFlag{to: &rate}, "rate", "rate or score `R` that one method is compared with")
	f.Var(rateFlag{to: &margin}, "margin", "difference `M` that would not matter: an interval within is equality")
	f.Float64Var(&s.level, "level", 0.95, "confidence `LEVEL` of the interval at any time")
	cli.Exclusive(c, "columns", "methods")
	c.RunE = func(c *cobra.Command, args []string) error {
		if _, is := evals.CountOf(args[0]); is {
			return cli.Misused("%s has no order, by which an answer holds at any time: %s stats compare tests counts",
				args[0], p.Name)
		}
		if !(rate >= 0 && rate <= 1) || !(margin >= 0 && margin < 1) {
			return cli.Misused("--rate lies between 0 and 1, and --margin is 0 or more and below 1: write 0.05 for " +
				"5 points")
		}
		in, err := p.numbers(args[0])
		if err != nil {
			return err
		}
		defer in.Close()
		sheet, err := table.ReadSheet(in, fileName(args[0]))
		if err != nil {
			return err
		}
		stream, err := sheet.Stream(choice, apart)
		if err != nil {
			return fmt.Errorf("%w (%s stats watch --help)", err, p.Name)
		}
		if warning := unsorted(sheet); warning != "" {
			stream.Warnings = append(stream.Warnings, warning)
		}
		o := comparison.WatchOptions{Level: s.level, Margin: margin}
		if f.Changed("rate") {
			if len(stream.Methods) == 2 {
				return cli.Misused("--rate is about one method, and %s has two", shell.Quote(args[0]))
			}
			if o.Null = stats.Some(rate); stream.Turned {
				o.Null = stats.Some(1 - rate) // of failures, as the column has
			}
		} else if margin > 0 && len(stream.Methods) == 1 {
			return cli.Misused("--margin needs a --rate to compare one method with")
		}
		w, err := comparison.Watch(stream, o)
		if err != nil {
			return withoutPackage(err)
		}
		if s.format == "text" {
			for _, line := range w.Lines() {
				p.Say(line)
			}
			return nil
		}
		return s.document(w, w.Document(), nil)
	}
	return c
}

// clocks are the names of columns that tell when a row came.
var clocks = []string{"timestamp", "time_stamp", "datetime", "date", "wall_time", "started", "started_at", "created_at"}

// isoDate is how a date begins whose order is that of its letters.
var isoDate = regexp.MustCompile(`^[0-9]{4}-[0-9]{2}-[0-9]{2}`)

// unsorted is a warning of rows that are not in the order of a column of times: numbers, or dates as ISO 8601 writes
// them, whose order is that of their letters. It is empty where there is none.
func unsorted(s table.Sheet) string {
	at := slices.IndexFunc(s.Names, func(name string) bool { return slices.Contains(clocks, strings.ToLower(name)) })
	if at < 0 {
		return ""
	}
	for i := 1; i < len(s.Rows); i++ {
		before, now := s.Rows[i-1][at], s.Rows[i][at]
		earlier := isoDate.MatchString(before) && isoDate.MatchString(now) && now < before
		if a, err := strconv.ParseFloat(before, 64); err == nil {
			if b, err := strconv.ParseFloat(now, 64); err == nil {
				earlier = b < a
			}
		}
		if earlier {
			return fmt.Sprintf("rows are not in the order of column %q (line %d is earlier than the one before), and "+
				"are taken as they stand: sort them if it tells when they came", s.Names[at], s.Lines[i])
		}
	}
	return ""
}
