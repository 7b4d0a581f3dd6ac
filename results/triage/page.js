
"use strict";
(function () {
  const data = JSON.parse(document.getElementById("data").textContent);
  const n = data.numbers.length;
  const items = data.numbers.map((_, i) => document.getElementById("d" + i));
  const lists = { open: document.getElementById("open"), marked: document.getElementById("marked") };
  const counts = document.getElementById("counts");
  const download = document.getElementById("download");
  let marks = data.marks.slice();
  let current = data.order[0];

  // suspicion ranks: it returns a number for each demonstration, the greater the more like the bad ones. It is the
  // rule that the page states. first is the suspicion before anybody judges, measures[i] the measures of i.
  function suspicion(first, measures, marks) {
    const good = [], bad = [];
    marks.forEach((m, i) => { if (m === "good") good.push(i); else if (m === "bad") bad.push(i); });
    const sum = first.slice(), far = first.map(() => 0);
    if (good.length + bad.length === 0) return sum;
    const mean = (of, k) => of.reduce((s, i) => s + measures[i][k], 0) / Math.max(1, of.length);
    for (let k = 0; k < measures[0].length; k++) {
      const g = mean(good, k), b = mean(bad, k);
      let square = 2; // a variance of 1 before anybody judges, which counts as two demonstrations
      for (const i of good) square += (measures[i][k] - g) ** 2;
      for (const i of bad) square += (measures[i][k] - b) ** 2;
      const variance = square / (2 + good.length + bad.length);
      measures.forEach((of, i) => {
        if (good.length && bad.length) sum[i] += (of[k] - (g + b) / 2) * (b - g) / variance;
        else far[i] += (of[k] - (good.length ? g : b)) ** 2 / variance / of.length;
      });
    }
    return sum.map((s, i) => s + (good.length ? 1 : -1) * Math.sqrt(far[i]));
  }

  // ranked returns the places of the demonstrations, the most suspicious first.
  function ranked() {
    if (!marks.some((m, i) => m && m !== data.marks[i]) && !marks.includes("bad")) return data.order;
    const s = suspicion(data.suspicion, data.measures, marks);
    return data.order.slice().sort((a, b) => s[b] - s[a]);
  }

  // show puts the items in order, the marked ones apart, and says how many there are.
  function show() {
    const focused = document.activeElement;
    for (const i of ranked()) lists[marks[i] ? "marked" : "open"].append(items[i]);
    items.forEach((item, i) => {
      for (const b of item.querySelectorAll("button")) {
        b.setAttribute("aria-pressed", String(b.dataset.mark === marks[i]));
      }
      item.tabIndex = i === current ? 0 : -1;
    });
    const of = (m) => marks.filter((x) => x === m).length;
    counts.textContent = of("") + " to judge; " + of("good") + " good, " + of("bad") + " bad, " + of("unsure") + " unsure";
    download.disabled = of("") === n;
    if (focused && focused !== document.body && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }

  // keep and kept write and read the judgements of this page in the browser, where it allows that.
  function keep() { try { localStorage.setItem(data.key, JSON.stringify(marks)); } catch (e) { /* not allowed here */ } }
  function kept() {
    try {
      const old = JSON.parse(localStorage.getItem(data.key));
      if (Array.isArray(old) && old.length === n) marks = old.map((m) => (["good", "bad", "unsure"].includes(m) ? m : ""));
    } catch (e) { /* not allowed here */ }
  }

  // neighbour returns the demonstration that stands steps below another one on the page.
  function neighbour(i, steps) {
    const all = Array.from(document.querySelectorAll("main li"));
    const at = all.indexOf(items[i]) + steps;
    return items.indexOf(all[Math.max(0, Math.min(all.length - 1, at))]);
  }

  function go(i) {
    items[current].tabIndex = -1;
    current = i;
    items[i].tabIndex = 0;
    items[i].focus({ preventScroll: true });
    items[i].scrollIntoView({ block: "nearest" });
  }

  // mark judges a demonstration, or takes the judgement back, ranks anew, and goes on: from the first of the list with
  // the first of the new list, from another with the one that stood below it. From a demonstration that was judged
  // before it goes nowhere.
  function mark(i, m) {
    const before = marks[i], first = items[i] === lists.open.firstElementChild;
    const below = items[i].nextElementSibling || items[i].previousElementSibling;
    marks[i] = before === m ? "" : m;
    current = i;
    keep();
    show();
    const next = first ? lists.open.firstElementChild : below;
    go(before || !next ? i : items.indexOf(next));
  }

  // csv returns the judgements as labels.csv.
  function csv() {
    const quoted = (s) => (/[",\r\n]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s);
    const several = data.datasets && data.datasets.length > 0;
    const rows = [(several ? "dataset," : "") + "episode," + data.column];
    marks.forEach((m, i) => {
      if (m) rows.push((several ? quoted(data.datasets[i]) + "," : "") + data.numbers[i] + "," + m);
    });
    return rows.join("\n") + "\n";
  }

  document.querySelector("main").addEventListener("click", (e) => {
    const item = e.target.closest("li");
    if (!item) return;
    const button = e.target.closest("button");
    if (button) mark(items.indexOf(item), button.dataset.mark);
    else go(items.indexOf(item));
  });
  document.addEventListener("keydown", (e) => {
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    const inList = e.target.closest && e.target.closest("main li");
    const step = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 }[e.key];
    if (step && (inList || e.target === document.body)) {
      e.preventDefault();
      go(inList ? neighbour(items.indexOf(inList), step) : current);
    }
    const m = { g: "good", b: "bad", u: "unsure" }[e.key.toLowerCase()];
    if (m && inList) {
      e.preventDefault();
      mark(items.indexOf(inList), m);
    }
  });
  download.addEventListener("click", () => {
    const a = document.createElement("a");
    a.href = URL.createObjectURL(new Blob([csv()], { type: "text/csv" }));
    a.download = "labels.csv";
    a.click();
    setTimeout(() => URL.revokeObjectURL(a.href), 1000);
  });
  kept();
  show();
})();
