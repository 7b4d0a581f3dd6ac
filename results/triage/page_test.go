package triage

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html"
	"image/jpeg"
	"maps"
	"math"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"counterpoise/internal/seed"
	"counterpoise/scenes/demos"
)

// pool is a dataset in memory: of a robot that is not ours, unless its episodes are those of the tabletop.
type pool struct {
	all []*demos.Raw
}

func (p *pool) Card() demos.Card { return demos.Card{} }
func (p *pool) Episodes() int    { return len(p.all) }
func (p *pool) Close() error     { return nil }

func (p *pool) Read(i int, pictures bool) (*demos.Raw, error) {
	r := *p.all[i]
	r.Labels = maps.Clone(r.Labels)
	if !pictures {
		r.Cameras, r.Films = nil, nil
	}
	return &r, nil
}

// made returns n demonstrations of another robot, of which every eighth trembles, in two skills of equal shares.
func made(n int, labels func(i int) map[string]string) *pool {
	p := &pool{}
	for i := range n {
		draw := seed.Of("triage test", i).Rand()
		r := &demos.Raw{Labels: map[string]string{"task": []string{"push", "pull"}[i/2%2]}}
		if labels != nil {
			maps.Copy(r.Labels, labels(i))
		}
		r.Actions, r.State = demos.Matrix{Width: 2}, demos.Matrix{Width: 2}
		x := [2]float64{draw.NormFloat64(), draw.NormFloat64()}
		for range 40 {
			for k := range x {
				a := -x[k] / 10
				if i%8 == 3 {
					a += draw.NormFloat64() / 5
				}
				r.Actions.Values = append(r.Actions.Values, float32(a))
				r.State.Values = append(r.State.Values, float32(x[k]))
				x[k] += a
			}
		}
		p.all = append(p.all, r)
	}
	return p
}

// withCameras gives each demonstration of a pool pictures of noise, the worst that JPEG can meet, of two cameras.
func (p *pool) withCameras(height, width int) *pool {
	for i, r := range p.all {
		draw := seed.Of("triage pictures", i).Rand()
		for _, name := range []string{"wrist_image", "front"} {
			c := demos.Camera{Name: name, Height: height, Width: width, Data: make([]byte, r.Frames()*height*width*3)}
			if name == "front" {
				for k := range c.Data {
					c.Data[k] = byte(draw.Uint32())
				}
			}
			r.Cameras = append(r.Cameras, c)
		}
	}
	return p
}

// options are those of a dataset of two skills.
func options(name string) Options {
	return Options{Name: "counterpoise", Paths: []string{name}, Names: []string{name}, By: []string{"task"}, Rate: 10,
		Dataset: func(i int) (string, int) { return name, i }, Title: strconv.Itoa}
}

// pageOf returns a page and what its script reads.
func pageOf(t *testing.T, r demos.Reader, o Options) (*Page, string, scriptData) {
	t.Helper()
	p, err := Of(t.Context(), r, o)
	if err != nil {
		t.Fatal(err)
	}
	text, err := p.HTML()
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindSubmatch(text)
	var data scriptData
	if found == nil || json.Unmarshal(found[1], &data) != nil {
		t.Fatalf("the page has no data for its script: %.300q", found)
	}
	return p, string(text), data
}

// Those that tremble stand first, as the order says and the list has it, and the same dataset gives the same bytes.
func TestPageRanks(t *testing.T) {
	_, text, data := pageOf(t, made(40, nil), options("d"))
	for place, i := range data.Order {
		if (i%8 == 3) != (place < 5) {
			t.Errorf("demonstration %d stands at %d", i, place)
		}
	}
	var listed []string
	for _, m := range regexp.MustCompile(`<li id="d(\d+)"`).FindAllStringSubmatch(text, -1) {
		listed = append(listed, m[1])
	}
	want := strings.Trim(fmt.Sprint(data.Order), "[]")
	if got := strings.Join(listed, " "); got != want {
		t.Errorf("the list has %s, want %s", got, want)
	}
	if _, again, _ := pageOf(t, made(40, nil), options("d")); again != text {
		t.Error("a second page of the same dataset has other bytes")
	}
}

// A page that is ranked by a score has the order of the score, where some failed too, and gives no other reason.
func TestPageRanksByAScore(t *testing.T) {
	d := made(16, func(i int) map[string]string { return map[string]string{"success": strconv.FormatBool(i != 9)} })
	o := options("d")
	o.Rank = &Ranking{Words: "has a low score"}
	for i := range d.all {
		o.Rank.Values = append(o.Rank.Values, float64(i))
	}
	_, text, data := pageOf(t, d, o)
	if data.Order[0] == 9 || data.First[data.Order[0]] < data.First[data.Order[1]] {
		t.Errorf("the order is %v", data.Order)
	}
	for _, other := range []string{": moves less smoothly. ", ": acts unlike the others. ", "failed ones first"} {
		if strings.Contains(text, other) {
			t.Errorf("the page of a score says %q", other)
		}
	}
}

// A policy of contents that allows the page's own style and script alone: by the hashes of the bytes on the page.
func TestPageLoadsNothing(t *testing.T) {
	_, text, _ := pageOf(t, made(8, nil).withCameras(48, 64), options("d"))
	policy := html.UnescapeString(regexp.MustCompile(`Content-Security-Policy" content="([^"]*)"`).FindStringSubmatch(
		text)[1])
	for part, pattern := range map[string]string{
		"style-src": `(?s)<style>(.*?)</style>`, "script-src": `(?s)<script>(.*?)</script>`,
	} {
		own := regexp.MustCompile(pattern).FindAllStringSubmatch(text, -1)
		if len(own) != 1 || !strings.Contains(policy, part+" '"+source(own[0][1])+"'") {
			t.Errorf("%s of %q does not allow the page's own", part, policy)
		}
	}
	if !strings.HasPrefix(policy, "default-src 'none'; img-src data:;") {
		t.Error(policy)
	}
	for _, never := range []string{"http:", "https:", "@import", "url(", "<link", "onclick", "style=", "eval("} {
		if strings.Contains(text, never) {
			t.Errorf("the page has %q", never)
		}
	}
	for _, want := range []string{`lang="en"`, `name="viewport"`, `role="status"`, `aria-pressed="false"`,
		`aria-label="Judge demonstration 3"`, `alt="Five moments of demonstration 3,`, "<noscript>"} {
		if !strings.Contains(text, want) {
			t.Errorf("the page lacks %q", want)
		}
	}
}

// Names and labels are text, whatever is in them.
func TestPageEscapes(t *testing.T) {
	const evil = `</script><script>alert(1)</script><img src=x onerror=alert(2)>" onfocus="alert(3)`
	p := made(8, func(i int) map[string]string {
		return map[string]string{"task": evil + fmt.Sprint(i%2), evil: evil, "note": "a\u202eb", "quality": evil}
	})
	o := options(evil)
	o.Paths, o.Names = []string{evil, "b"}, []string{evil, "b"}
	_, text, data := pageOf(t, p, o)
	if n := strings.Count(text, "<script"); n != 2 {
		t.Errorf("%d scripts", n)
	}
	text, _, _ = strings.Cut(text, `<script type="application/json"`) // in which quotes are escaped as JSON's are
	if strings.Contains(text, "<img") || strings.Contains(text, `" onfocus`) || strings.Contains(text, "\u202e") {
		t.Error("a label acts")
	}
	if data.Datasets[0] != evil || data.Column != "marked_quality" {
		t.Errorf("%q, column %s", data.Datasets[0], data.Column)
	}
}

// 500 demonstrations with pictures of noise fit into a page, each with a strip that is a picture of five moments.
func TestPageOf500(t *testing.T) {
	p := made(500, nil)
	few := made(3, nil).withCameras(120, 160)
	for i, r := range p.all {
		r.Cameras = few.all[i%3].Cameras
	}
	page, text, _ := pageOf(t, p, options("d"))
	if len(text) > MaxBytes || page.Without > 0 || !strings.Contains(text, "(pictures of camera front)") {
		t.Errorf("%d bytes, %d without a strip: %s", len(text), page.Without, page.Missing)
	}
	strips := regexp.MustCompile(`src="data:image/jpeg;base64,([^"]+)"`).FindAllStringSubmatch(text, -1)
	if len(strips) != 500 {
		t.Fatalf("%d strips", len(strips))
	}
	raw, err := base64.StdEncoding.DecodeString(html.UnescapeString(strips[0][1]))
	if err != nil {
		t.Fatal(err)
	}
	m, err := jpeg.Decode(bytes.NewReader(raw))
	if err != nil || m.Bounds().Dx() != 5*149+4*stripGap || m.Bounds().Dy() != stripHeight {
		t.Errorf("a strip of %v: %v", m, err)
	}
}

// A page that would be larger than allowed is an error that says how many demonstrations fit.
func TestPageTooLarge(t *testing.T) {
	o := options("d")
	for _, c := range []struct {
		limit int
		most  string
	}{{40 * (numbersBytes - 1), "at most about 39 "}, {100_000, "at most about "}} {
		o.limit = c.limit
		_, err := Of(t.Context(), made(40, nil).withCameras(120, 160), o)
		if err == nil || !strings.Contains(err.Error(), c.most) || !strings.Contains(err.Error(), "--by LABEL=VALUE") {
			t.Errorf("%v", err)
		}
	}
}

// Who has no pictures and is not of the tabletop gets a page without strips, which says so once.
func TestPageWithoutStrips(t *testing.T) {
	page, text, _ := pageOf(t, made(8, nil), options("d"))
	if page.Without != 8 || strings.Count(text, page.Missing) != 1 || strings.Contains(text, "<img") {
		t.Errorf("%d without: %s", page.Without, page.Missing)
	}
	p := made(8, nil)
	for i, r := range p.all {
		each := func(n int, yield func(int, []byte) error) error {
			if i == 2 {
				return errors.New("ffmpeg is not installed")
			}
			for t := range n {
				if err := yield(t, make([]byte, 3*8*8)); err != nil {
					return err
				}
			}
			return nil
		}
		r.Films = []demos.Film{{Name: "top", Height: 8, Width: 8, Each: each}}
	}
	page, text, _ = pageOf(t, p, options("d"))
	if strings.Contains(text, "<b>-") {
		t.Error("a suspicion is below 0")
	}
	if page.Without != 1 || !strings.Contains(text, "1 demonstration has no strip: ffmpeg is not installed.") ||
		strings.Count(text, "<img") != 7 {
		t.Errorf("%d without: %s", page.Without, page.Missing)
	}
}

// Failures stand first, known good ones are judged already, and so are those of an earlier labels.csv.
func TestPageKnowsJudgements(t *testing.T) {
	p := made(20, func(i int) map[string]string {
		return map[string]string{"success": fmt.Sprint(i != 4), "quality": []string{"", "unsure", "good"}[i%3]}
	})
	o := options("d")
	o.Known, o.Failed = make([]bool, 20), make([]bool, 20)
	o.Known[0], o.Failed[9] = true, true
	_, text, data := pageOf(t, p, o)
	if first := slices.Sorted(slices.Values(data.Order[:2])); !slices.Equal(first, []int{4, 9}) {
		t.Errorf("%v stand first, want 4 and 9, which failed", first)
	}
	if got := strings.Join(data.Marks[:6], ","); got != "good,unsure,good,,unsure,good" || data.Column != "quality" {
		t.Errorf("judged %s in column %s", got, data.Column)
	}
	if strings.Count(text, "known good</span>") != 1 || strings.Count(text, ">failed</span>") != 2 {
		t.Error("the page does not show what is known")
	}
	if !strings.Contains(text, "20 demonstrations, failed ones first, then the most suspicious. ") {
		t.Error("the page does not say that failed ones stand first")
	}
	if _, text, _ := pageOf(t, made(8, nil), options("d")); !strings.Contains(text, "8 demonstrations, the most "+
		"suspicious first. ") {
		t.Error("the page speaks of failed ones where there are none")
	}
}

// Stopping stops.
func TestPageStops(t *testing.T) {
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(errors.New("enough"))
	if _, err := Of(ctx, made(8, nil), options("d")); err == nil || err.Error() != "enough" {
		t.Error(err)
	}
}

func TestChosenCamera(t *testing.T) {
	for names, want := range map[string]int{
		"front": 0, "wrist": 0, "robot0_eye_in_hand_image agentview_image": 1, "ego static": 1, "wristCamera2 hand": 0,
	} {
		if got := chosenCamera(strings.Fields(names)); got != want {
			t.Errorf("of %s number %d was chosen", names, got)
		}
	}
}

// Spreads are those of theory: of 1..9 the median is 5 and the median distance from it 2.
func TestSpreads(t *testing.T) {
	of := spreads([]float64{1, 2, 3, 4, 5, 6, 7, 8, 9}, make([]int32, 9), nil)
	for i, v := range of {
		if want := float64(i-4) * 0.6744897501960817 / 2; v < want-1e-12 || v > want+1e-12 {
			t.Errorf("%d: %v, want %v", i, v, want)
		}
	}
	if of := spreads([]float64{7, 7, 7, 7}, make([]int32, 4), nil); slices.Max(of) != 0 || slices.Min(of) != 0 {
		t.Errorf("equal scores: %v", of)
	}
	if of := spreads([]float64{0, 0, 0, 1e9}, make([]int32, 4), nil); of[3] != 4 {
		t.Errorf("one of four differs: %v", of)
	}
	// Where most failed, those that did not say what is usual, if they are enough.
	apart := []bool{false, false, false, true, true, true, true, true, true}
	if of := spreads([]float64{1, 2, 3, 40, 40, 40, 40, 41, 42}, make([]int32, 9), apart); of[1] != 0 || of[3] < 20 {
		t.Errorf("most failed: %v", of)
	}
	apart[2] = true
	if of := spreads([]float64{1, 2, 3, 40, 40, 40, 40, 41, 42}, make([]int32, 9), apart); of[3] != 0 {
		t.Errorf("two did not fail: %v", of)
	}
	// The worst are told apart, however far out they lie.
	of = spreads([]float64{1, 2, 3, 4, 5, 6, 7, -1e3, -1e5}, make([]int32, 9), nil)
	if !(of[8] < 10*of[7] && of[7] < -100) || shown(-of[7]) == shown(-of[8]) || shown(5.36) != "5.4" {
		t.Errorf("two lie far out: %v", of)
	}
}

// A score that is the same for all that did not fail tells those apart that have another.
func TestFailedAreUnlikeEqualOnes(t *testing.T) {
	got := spreads([]float64{1, 1, 1, 1, 0, 0}, make([]int32, 6), []bool{false, false, false, false, true, true})
	if want := []float64{0, 0, 0, 0, -3, -3}; !slices.EqualFunc(got, want, func(a, b float64) bool {
		return math.Abs(a-b) < 1e-9
	}) {
		t.Errorf("%v, want %v", got, want)
	}
}
