package policies

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"counterpoise/cmd/counterpoise/cli"
	"counterpoise/internal/durable"
	"counterpoise/policies"
	"counterpoise/policies/export"
)

const exportAbout = `
export writes a policy as an ONNX model, for other programs and robots: observations in, a chunk of actions out, with
the picture encoder, the scaling of the observations and the decoding of the head inside. Every network, observer and
head is exported.

Inputs of the model, as far as the policy observes them, with a batch in front:

  observation.state          float32 [15]          robot_obs of CALVIN
  scene_state                float32 [24]          scene_obs of CALVIN, privileged
  observation.images.static  uint8 [200, 200, 3]
  observation.images.ego     uint8 [84, 84, 3]
  noise                      float32 [7 chunk]     for heads that sample: numbers from N(0, 1)

The inputs of a policy that acts on a history have a second dimension for it, such as [history, 15] behind the batch:
the present observation first.

The output, action, is float32 [chunk, 7]: CALVIN's relative actions.

To roll out a model of this signature, whoever made it, serve it by ONNX Runtime (pip install onnxruntime) with
counterpoise.serve_onnx of the Python package, and evaluate it by eval --remote. Its pictures may also be float32
[3, height, width] in [0, 1].`

func init() { register(program.export) }

// export is the command that writes a policy as an ONNX model (package policies/export).
func (p program) export() *cobra.Command {
	out := ""
	c := &cobra.Command{
		Use:   "export POLICY",
		Short: "Write a policy as an ONNX model",
		Long:  exportAbout,
		Example: p.Named("  NAME export out/policy --out policy.onnx\n" +
			"  python -m counterpoise.serve_onnx policy.onnx --port 8000 &\n" +
			"  NAME eval --remote ws://127.0.0.1:8000 --task picking"),
		Args: cli.OneArgument("the file of one policy, as train keeps it"),
	}
	c.Flags().StringVar(&out, "out", "", "`FILE` to write, a new one, such as policy.onnx")
	c.RunE = func(c *cobra.Command, args []string) error {
		if out == "" {
			return cli.Misused("export needs --out, the file to write")
		}
		if cli.IsFolder(out) {
			return cli.Misused("--out names a file, and %s is a folder", out)
		}
		if _, err := os.Lstat(out); err == nil {
			return fmt.Errorf("%s exists; choose another --out, or remove it to export anew", out)
		}
		return p.exportPolicy(args[0], out)
	}
	return c
}

// exportPolicy reads a policy and writes its model.
func (p program) exportPolicy(path, out string) error {
	policy, err := policies.Load(path)
	if err != nil {
		return err
	}
	neural, ok := policy.(*policies.Neural)
	if !ok {
		return cli.Misused("%s is not a neural network that train has kept; only those are exported", path)
	}
	data, err := export.ONNX(neural, "counterpoise")
	if err != nil {
		return fmt.Errorf("%s: %w", path, err)
	}
	if err := durable.WriteFile(out, data); err != nil {
		return err
	}
	fmt.Fprintf(p.Out, "%d bytes, %d actions at once, of which %d are executed\nkept in   %s\n", len(data),
		neural.Chunk(),
		neural.Execute(), out)
	return nil
}
