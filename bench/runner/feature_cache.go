package runner

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"sync"

	"counterpoise/bench"
	"counterpoise/internal/budget"
	"counterpoise/internal/cachedir"
	"counterpoise/internal/packed"
	"counterpoise/internal/seed"
	"counterpoise/policies/train"
	"counterpoise/scenes"
	"counterpoise/scenes/demos"
)

// featureCache computes the features of the pictures of demonstrations, by the frozen encoder of a policy. The features
// of an episode are kept in memory and on disk, under a digest of everything that decides them; pictures are drawn for
// one episode at a time and never kept. So an episode that several arms of a trial share is drawn and encoded once, and
// later runs read its features from the disk.
type featureCache struct {
	onceCache[demos.PictureFeatures]
	files  *cachedir.Cache // see Features
	notice func(string)    // called once, where a file cannot be written; nil: nobody is told
	told   sync.Once
}

// Features returns the cache of features of pictures in a folder; with an empty folder name nothing is written to disk.
// Files of another format, another version of the demonstrations or another frozen encoder count as missing.
func Features(folder string) *cachedir.Cache {
	c, _ := train.ConfigOf(bench.VisionPolicy, 1) // a test holds that this policy has an encoder
	return &cachedir.Cache{
		Folder:  folder,
		Version: fmt.Sprintf("features 3, demonstrations %s, encoder %s", demos.Version, c.Extractor().ID()),
	}
}

// encodeDataset returns a copy of the dataset with the features of every episode. The copy shares the frames of d,
// which does not change. The context is checked once per episode.
func (f *featureCache) encodeDataset(ctx context.Context, d *demos.Dataset, cfg train.Config,
	r Renderer) (*demos.Dataset, error) {
	out := &demos.Dataset{Card: d.Card, Episodes: append([]demos.Episode(nil), d.Episodes...)}
	for i := range out.Episodes {
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		e := &out.Episodes[i]
		if cfg.Extractor().Raw { // training needs the pictures: they stay, and nothing is cached
			if err := drawEpisode(e, r); err != nil {
				return nil, fmt.Errorf("episode %d: %w", i, err)
			}
			continue
		}
		name := featureDigest(e, cfg.Extractor().Key(), r.Name())
		features, err := f.get(ctx, name, func() (demos.PictureFeatures, error) {
			return f.encodeEpisode(e, cfg, r, name)
		})
		if err != nil {
			return nil, fmt.Errorf("episode %d: %w", i, err)
		}
		e.Features = features
	}
	return out, nil
}

// drawEpisode gives an episode observations of its own, with pictures.
func drawEpisode(e *demos.Episode, r Renderer) error {
	e.Observations = append([]scenes.Observation(nil), e.Observations...)
	for t := range e.Observations {
		if err := draw(r, &e.Observations[t]); err != nil {
			return err
		}
	}
	return nil
}

// encodeEpisode reads the features of an episode from disk, or draws and encodes its frames. A file that is missing or
// damaged is written again. Where that fails, on a disk that is full for example, the features are not kept: they cost
// time and change no record.
func (f *featureCache) encodeEpisode(
	e *demos.Episode, cfg train.Config, r Renderer, name string,
) (features demos.PictureFeatures, err error) {
	if features, err = f.load(name); err == nil {
		features.Looks = cfg.Looks // not in the file; the digest covers it
		return features, nil
	}
	drawn := *e // the pictures live in this copy and are dropped with it
	if err := drawEpisode(&drawn, r); err != nil {
		return features, err
	}
	// Random shifts and looks are keyed by the episode's digest, not by the cell: the features serve every cell.
	if err := cfg.Extractor().EncodeEpisode(&drawn, seed.Of("counterpoise", "shifts", name)); err != nil {
		return features, err
	}
	if _, err := cachedir.Limit(); err != nil { // a mistake of the user
		return features, err
	}
	if err := f.save(name, drawn.Features); err != nil {
		f.told.Do(func() {
			if f.notice != nil {
				f.notice(err.Error() + "; the run goes on without, and computes them again where they are needed")
			}
		})
	}
	return drawn.Features, nil
}

// featureFile is the content of a file, encoded by package packed. Rows has Variants × frames × Width numbers.
type featureFile struct {
	By       string // digest of the encoder
	Variants int    // of each frame: itself, randomly shifted, in random looks
	Width    int    // features of one frame
	Rows     []float32
}

// load reads the file of a digest. Any error makes the caller compute the features again.
func (f *featureCache) load(name string) (demos.PictureFeatures, error) {
	var none demos.PictureFeatures
	// A torn or flipped file must not reach a training: it would change a record without a trace. Get checks it.
	data, err := f.files.Get(name)
	if err != nil {
		return none, err
	}
	var file featureFile
	if err := packed.Decode(data, &file, budget.New(int64(len(data)))); err != nil {
		return none, err
	}
	if file.By == "" {
		return none, fmt.Errorf("features %s name no encoder", name)
	}
	return demos.PictureFeatures{Encoder: file.By, Variants: file.Variants, Width: file.Width, Rows: file.Rows}, nil
}

// save writes the file of a digest.
func (f *featureCache) save(name string, features demos.PictureFeatures) error {
	file := featureFile{By: features.Encoder, Variants: features.Variants, Width: features.Width, Rows: features.Rows}
	if err := f.files.Put(name, packed.Encode(file)); err != nil {
		return fmt.Errorf("can't keep features of pictures: %w (COUNTERPOISE_CACHE names another folder)", err)
	}
	return nil
}

// featureDigest names the features of an episode: SHA-256 of its observations, the encoder with its settings, the
// renderer, and the version of the simulator.
//
// The state of every frame and the likeness of the blocks' colours stand for its pictures, because the renderer draws
// from these alone. The version of the simulator stands for the shapes that it draws.
func featureDigest(e *demos.Episode, encoder, renderer string) string {
	h := sha256.New()
	fmt.Fprintf(h, "%q %q %q %d\n", demos.Version, encoder, renderer, len(e.Observations))
	for i := range e.Observations {
		binary.Write(h, binary.LittleEndian, e.Observations[i].Robot) // a hash returns no error
		binary.Write(h, binary.LittleEndian, e.Observations[i].Scene)
		if look := e.Observations[i].LookAlike; look != 0 {
			binary.Write(h, binary.LittleEndian, look)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
