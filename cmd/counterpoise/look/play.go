package look

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"counterpoise/bench/remote/wire"
	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/play/page"
)

const pageAbout = `
play is a page in which anybody can starve a behaviour of demonstrations, or make some of them bad, and see what
policies that are cloned from them do: the simulator, the demonstrators, the renderer and a policy by ridge regression
run in the browser. One can drive the gripper too, clone what one drove, and download it as a dataset, and one can look
at a dataset of one's own: groups, scores, pictures, labels to click. A gallery has what some trained policies do. The
page shows what the project is about; its results are those of trained policies (results/README.md).

It serves the page to this machine alone until Ctrl-C. With --out it writes the page's files into a folder instead, for
any static host. The page loads nothing else and sends nothing.

In a clone the page's program is compiled when it is first needed, with Go. A release has it inside.`

func init() { register(program.browse) }

// browse is the command that serves or writes the page.
func (p program) browse() *cobra.Command {
	out, listen := "", "127.0.0.1:8080"
	c := &cobra.Command{
		Use:     "play",
		GroupID: "look",
		Short:   "A page that simulates, clones and rolls out in the browser",
		Long:    pageAbout,
		Example: p.Named("  NAME play                          # then open the address that it prints\n" +
			"  NAME play --out out/page           # files for a static host"),
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if out != "" && c.Flags().Changed("listen") {
				return cli.Misused("--out writes files and --listen serves them: give one")
			}
			if out != "" {
				return p.writeFiles(c.Context(), out)
			}
			return p.serveFiles(c.Context(), listen)
		},
	}
	f := c.Flags()
	f.StringVar(&out, "out", "", "`DIR` to write the files to, in place of serving them")
	f.StringVar(&listen, "listen", listen, "`ADDRESS` of this machine and port; port 0 is a free one")
	return c
}

// writeFiles writes the page into a folder.
func (p program) writeFiles(ctx context.Context, out string) error {
	if err := cli.CheckFolder(out); err != nil {
		return err
	}
	files, err := page.All(ctx)
	if err != nil {
		return err
	}
	if err := cli.FillFolder(out, files.Write); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "wrote  %s: put the folder on a static host; a browser does not compute from a file's address\n",
		filepath.Join(out, "index.html"))
	return nil
}

// serveFiles serves the page until the context ends.
func (p program) serveFiles(ctx context.Context, listen string) error {
	l, err := wire.Listen(listen, false)
	if errors.Is(err, wire.ErrPublic) {
		return cli.Misused("--listen: %w; the page is for this machine alone: --out writes it for a static host", err)
	}
	if err != nil {
		return fmt.Errorf("--listen: %w; another port may be free: --listen 127.0.0.1:0", err)
	}
	defer l.Close()
	files, err := page.All(ctx)
	if err != nil {
		return err
	}
	server := &http.Server{Handler: files, ReadHeaderTimeout: 10 * time.Second, MaxHeaderBytes: 1 << 16}
	fmt.Fprintf(p.Out, "http://%s/ is the page; Ctrl-C ends it\n", l.Addr())
	stopped := context.AfterFunc(ctx, func() { server.Close() })
	defer stopped()
	if err := server.Serve(l); err != nil && !errors.Is(err, http.ErrServerClosed) {
		return err
	}
	fmt.Fprintln(p.Err, "stopped")
	return cli.ErrStopped
}
