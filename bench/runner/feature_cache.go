package runner

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/gob"
	"encoding/hex"
	"fmt"
	"os"
	"path/filepath"

	"counterpoise/internal/durable"
	"counterpoise/internal/seed"
	"counterpoise/policies"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// sight shows demonstrations to the encoder of a policy that looks at pictures. What it saw of an episode is kept, in memory and
// on disk, under the digest of all that decides it; pictures are drawn for one episode at a time and never kept. So the
// arms of a trial, which share episodes, draw and encode them once, and so does every later run.
type featureCache struct {
	onceCache[demos.PictureFeatures]
	folder string // of what is kept; empty keeps nothing on disk
}

// see gives every episode of a dataset what the policy's encoder makes of its pictures.
func (s *featureCache) encodeDataset(ctx context.Context, d *demos.Dataset, cfg policies.Config, eye Renderer) (*demos.Dataset, error) {
	out := &demos.Dataset{Card: d.Card, Episodes: append([]demos.Episode(nil), d.Episodes...)}
	for i := range out.Episodes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		e := &out.Episodes[i]
		name := featureDigest(e, cfg.View().Key(), eye.Name())
		seen, err := s.get(ctx, name, func() (demos.PictureFeatures, error) { return s.encodeEpisode(e, cfg, eye, name) })
		if err != nil {
			return nil, fmt.Errorf("episode %d: %w", i, err)
		}
		e.Features = seen
	}
	return out, nil
}

// look finds what was seen of an episode on disk, or draws and encodes it.
func (s *featureCache) encodeEpisode(e *demos.Episode, cfg policies.Config, eye Renderer, name string) (demos.PictureFeatures, error) {
	path := filepath.Join(s.folder, name[:2], name)
	if seen, err := s.load(path); err == nil {
		return seen, nil // damaged or missing files are made again
	}
	drawn := *e
	drawn.Observations = append([]scenes.Observation(nil), e.Observations...)
	for t := range drawn.Observations {
		if err := draw(eye, &drawn.Observations[t]); err != nil {
			return demos.PictureFeatures{}, err
		}
	}
	// The shifts go by the episode's name, not by the cell: what is kept serves all.
	if err := cfg.View().EncodeEpisode(&drawn, seed.Of("counterpoise", "shifts", name)); err != nil {
		return demos.PictureFeatures{}, err
	}
	return drawn.Features, s.save(path, drawn.Features)
}

// A kept file is the SHA-256 of what follows, and what follows: a demos.Seen by package gob.

func (s *featureCache) load(path string) (seen demos.PictureFeatures, err error) {
	if s.folder == "" {
		return seen, os.ErrNotExist
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return seen, err
	}
	if len(data) < sha256.Size {
		return seen, fmt.Errorf("%s: too short", path)
	}
	if sum := sha256.Sum256(data[sha256.Size:]); !bytes.Equal(sum[:], data[:sha256.Size]) {
		return seen, fmt.Errorf("%s: its checksum does not fit", path)
	}
	return seen, gob.NewDecoder(bytes.NewReader(data[sha256.Size:])).Decode(&seen)
}

func (s *featureCache) save(path string, seen demos.PictureFeatures) error {
	if s.folder == "" {
		return nil
	}
	var b bytes.Buffer
	if err := gob.NewEncoder(&b).Encode(seen); err != nil {
		return err
	}
	sum := sha256.Sum256(b.Bytes())
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("can't keep what was seen: %w; let COUNTERPOISE_CACHE name another folder", err)
	}
	if err := durable.WriteFile(path, append(sum[:], b.Bytes()...)); err != nil {
		return fmt.Errorf("can't keep what was seen: %w; let COUNTERPOISE_CACHE name another folder", err)
	}
	return nil
}

// digestOf names what an encoder sees of an episode: the episode's observations, the encoder, the renderer.
func featureDigest(e *demos.Episode, featureCache, renderer string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %d\n", featureCache, renderer, len(e.Observations))
	for i := range e.Observations {
		binary.Write(h, binary.LittleEndian, e.Observations[i].Robot) // a hash takes everything
		binary.Write(h, binary.LittleEndian, e.Observations[i].Scene)
	}
	return hex.EncodeToString(h.Sum(nil))
}
