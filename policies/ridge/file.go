package ridge

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"counterpoise/internal/artifact"
	"counterpoise/internal/budget"
	"counterpoise/internal/durable"
	"counterpoise/internal/num"
	"counterpoise/policies/network"
)

// Magic is the first line of a ridge file, which is an artifact. For n inputs, D features and p components its payload
// holds, in this order, little-endian:
//
//	float32  mean [n], gain [n]        the standardizer
//	float64  ω [D-1][n], b [D-1]       frequencies and phases of the Fourier features
//	float64  W [D][p]                  the weights, row by row
//
// The moments of the data are not kept: a loaded ridge acts as before and cannot be fitted again.
const Magic = "counterpoise ridge\n"

// Format 2 names the observer; format 1, of the first edition, called it "network" and is read as well.
const (
	format       = 2
	oldestFormat = 1
)

// header is the JSON part of a file. It names all parts of the program that the policy depends on.
type header struct {
	Format   int               `json:"format"`
	Config   Config            `json:"config"`
	Features []network.Feature `json:"features"`
	Encoder  string            `json:"encoder,omitempty"` // see network.EncoderID
}

// Save writes the policy to a file, whole or not at all.
func (r *Ridge) Save(path string) error {
	data, err := r.Encode()
	if err == nil {
		err = durable.WriteFile(path, data)
	}
	if err != nil {
		return fmt.Errorf("ridge: saving: %w", err)
	}
	return nil
}

// Encode returns the content of a file. The same ridge always gives the same bytes.
func (r *Ridge) Encode() ([]byte, error) {
	out := artifact.AppendFloat32(artifact.AppendFloat32(nil, r.standardizer.Mean), r.standardizer.Gain)
	for _, omega := range r.features.omega {
		out = artifact.AppendFloat64(out, omega)
	}
	out = artifact.AppendFloat64(out, r.features.phase)
	for d := range r.features.size() {
		out = artifact.AppendFloat64(out, r.W.RawRowView(d))
	}
	return artifact.Encode(Magic, header{format, r.cfg, r.observer.Features(), network.EncoderID(r.observer)}, out)
}

// Decode reads the content of a ridge file. Content that is damaged, of another format, or of an observer that this
// program does not have in the same form is an error that says which.
func Decode(data []byte) (*Ridge, error) {
	head, payload, err := artifact.Decode(Magic, data)
	if err != nil {
		return nil, err
	}
	var h header
	if err := budget.New(int64(len(data))).JSON("it", head, &h); err != nil {
		return nil, fmt.Errorf("header: %w", err)
	}
	obs, err := h.observer()
	if err != nil {
		return nil, err
	}
	n, size, p := len(h.Features), h.Config.Features, h.Config.Chunk*network.ActionSize
	if want := 8*n + 8*((size-1)*(n+1)+size*p); len(payload) != want {
		return nil, fmt.Errorf("%d bytes of parameters where its header announces %d", len(payload), want)
	}
	r := &Ridge{cfg: h.Config, observer: obs}
	r.standardizer.Mean = artifact.TakeFloat32(&payload, n)
	r.standardizer.Gain = artifact.TakeFloat32(&payload, n)
	for range size - 1 {
		r.features.omega = append(r.features.omega, artifact.TakeFloat64(&payload, n))
	}
	r.features.phase = artifact.TakeFloat64(&payload, size-1)
	r.W = mat.NewDense(size, p, artifact.TakeFloat64(&payload, size*p))
	return r, r.checkFinite()
}

// checkFinite returns an error if a parameter is NaN or infinite.
func (r *Ridge) checkFinite() error {
	for _, v := range [][]float32{r.standardizer.Mean, r.standardizer.Gain} {
		if i := num.FirstNonFinite(v); i >= 0 {
			return fmt.Errorf("a parameter is %v", v[i])
		}
	}
	for _, row := range append(r.features.omega, r.features.phase, r.W.RawMatrix().Data) {
		for _, v := range row {
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fmt.Errorf("a parameter is %v", v)
			}
		}
	}
	return nil
}

// observer returns the observer that the header names, if this program has it in the same form.
func (h header) observer() (network.Observer, error) {
	if h.Format < oldestFormat || h.Format > format {
		return nil, fmt.Errorf("format %d; this program reads formats %d to %d: fit the ridge again",
			h.Format, oldestFormat, format)
	}
	if err := h.Config.Validate(); err != nil {
		return nil, err
	}
	obs, err := network.Observers.Get(h.Config.Observer)
	if err != nil {
		return nil, err
	}
	return network.CheckFeatures(h.Config.Observer, h.Features, h.Encoder, network.EncoderID(obs))
}
