package markup

import (
	"strings"
	"testing"
)

// Tables in LaTeX are read as a reader of the paper sees them, each row on its line; cells over several rows or
// columns, emphasis, signs, citations and comments do not spoil them.
func TestLaTeX(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{`\begin{table}[t]
\caption{20 trials each.}
\begin{tabular}{l|cc}
\toprule
Method & Pick \& place & Open \\
\midrule
ACT~\cite{zhao2023} & 14/20 & 61\% \\ % a note & more
\textbf{Ours} & $\mathbf{19/20}$ & $85.3 \pm 2.1$ \\[2pt]
$\pi_0$ & -- & $85.3_{\pm 2.1}$ \\ \bottomrule
\end{tabular}
\end{table}`, `5:Method|Pick & place|Open 7:ACT|14/20|61% 8:Ours|19/20|85.3 ± 2.1 9:π0|-|85.3± 2.1`},
		{`\begin{tabularx}{\textwidth}{@{}lX*{2}{c}@{}}
\hline
\multirow{2}{*}{Method} & \multicolumn{2}{c}{Lift} & \multicolumn{1}{c|}{Can} \\ \cmidrule(lr){2-3}
 & ok & n & ok \\ \hline
act\_seed1 & {\small 3} & \cellcolor{gray!20}20 & \textcolor{red}{4}$^{\dagger}$ \\
\end{tabularx}`, `3:Method|Lift||Can 4:Method|ok|n|ok 5:act_seed1|3|20|4`},
		{`\begin{tabular}{lc}
Method & \begin{tabular}[c]{@{}c@{}}Success\\ rate\end{tabular} \\
ACT & \makecell{14\\/20} \\
DP &
15/20 \\
\end{tabular}`, `2:Method|Success rate 3:ACT|14 /20 4:DP|15/20`},
		{`\begin{tabular}{lc}
Method & A \\ \hline
\multicolumn{2}{c}{\textit{Simulation}} \\
ACT & 1/2 \\
\multicolumn{2}{c}{Real} \\
ACT & 2/2 \\
\end{tabular}`, `2:part|Method|A 4:Simulation|ACT|1/2 6:Real|ACT|2/2`},
	} {
		values, ok, err := Values([]byte(c.text))
		if err != nil || !ok {
			t.Errorf("%s: %v, %v", c.text, ok, err)
			continue
		}
		var rows []string
		for i, line := range strings.Split(string(values), "\n") {
			if line != "" {
				row := strings.ReplaceAll(strings.Trim(line, `"`), `","`, "|")
				rows = append(rows, string(rune('1'+i))+":"+row)
			}
		}
		if got := strings.Join(rows, " "); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
	for text, want := range map[string]string{
		`\begin{tabular}{c} a & b \\`: "has no end",
		`\begin{tabular}{cc} a & b \\ \end{tabular}
\begin{tabular}{cc} a & b \\ \end{tabular}`: "line 2: a second table",
		`\begin{tabular}{c} a \\ b \\ \end{tabular}`: "one column",
	} {
		if _, _, err := Values([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v, want one with %s", text, err, want)
		}
	}
	for _, text := range []string{"method,success\n\\begin,1\n", `\begin{document} text \end{document}`} {
		if values, ok, err := Values([]byte(text)); ok || err != nil || string(values) != text {
			t.Errorf("%q is taken for a table: %v, %v", text, ok, err)
		}
	}
}

// FuzzValues: whatever a text holds, its table has as many values in each row, or an error is one line.
func FuzzValues(f *testing.F) {
	for _, s := range []string{`\begin{tabular}{cc}\multirow{3}{*}{a} & b \\ & \textbf{\pm$^{}} \\\end{tabular}`,
		"| a | b |\n|---|---|\n| 1 | 2 |", `\begin{array}{c}\multicolumn{9}{c}{x}\\ & \\`, "\\begin{tabular}{\\"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		values, ok, err := Values(text)
		if err != nil && strings.Contains(err.Error(), "\n") || ok && err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if ok && len(values) > 400*len(text)+400 {
			t.Errorf("%q becomes %d bytes", text, len(values))
		}
	})
}

// TestNestedObjects holds an object of JSON by methods, and by methods and tasks, to the table that it is.
func TestNestedObjects(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": "17/20", "b": "14/20"}`:                                   "method,success\na,17/20\nb,14/20\n",
		`{"a": {"x": 0.5, "y": "3 of 4"}, "b": {"x": 0.25, "y": "1/4"}}`: ",x,y\na,0.5,3 of 4\nb,0.25,1/4\n",
		`{"a": {"x": 1}, "b": {"y": 2}}`:                                 "",
		`{"success_rate": 0.5, "reward": 3}`:                             "",
		`{"a": "17/20"}`:                                                 "",
		`{"a": {"x": 1}, "b": [1]}`:                                      "",
		`{"a": [1], "b": {"score": 0.5}}`:                                "",
		`{"a": {"x": {"k": 1}}, "b": {"k": 2}}`:                          "",
		`{"a": [1, 0], "b": [1]}`:                                        "method,success\na,1\na,0\nb,1\n",
		`{"a": [0.5], "b": [0.25, 1]}`:                                   "method,score\na,0.5\nb,0.25\nb,1\n",
		`{"dp": {"x": 0.5, "y": 1}, "act": {"x": 0, "y": 1}}`:            "method,x,y\ndp,0.5,1\nact,0,1\n",
		`{"x": {"dp": 0.5, "act": 1}, "y": {"dp": 0, "act": 1}}`:         "task,dp,act\nx,0.5,1\ny,0,1\n",
		`{"x": {"dp": {"k": 1, "n": 2}}, "y": {"dp": {"k": 0, "n": 2}}}`: "task,method,k,n\nx,dp,1,2\ny,dp,0,2\n",
		`{"p": {"x": {"k": 1, "n": 2}}, "q": {"x": {"k": 0, "n": 2}}}`:   "method,task,k,n\np,x,1,2\nq,x,0,2\n",
	} {
		if got, ok, err := Nested([]byte(text)); string(got) != want || ok != (want != "") || err != nil {
			t.Errorf("%s: %q %v %v, want %q", text, got, ok, err, want)
		}
	}
}
