() => {
	const faults = new Set();
	const told = (e) => `${e.tagName.toLowerCase()}${e.id && "#" + e.id}${e.className && "." + e.className} ` +
		`"${(e.textContent || "").trim().slice(0, 40)}"`;
	const shown = (e) => e.checkVisibility({ opacityProperty: true, visibilityProperty: true });

	// Contrast: WCAG 2.2, 1.4.3. 4.5 to 1, or 3 to 1 for large text; switched-off controls are free.
	const rgba = (text) => { const n = text.match(/[\d.]+/g).map(Number); return n.length < 4 ? [...n, 1] : n; };
	const over = (a, b) => a.slice(0, 3).map((x, i) => x * a[3] + b[i] * (1 - a[3])).concat(1);
	const canvas = matchMedia("(prefers-color-scheme: dark)").matches ? [18, 18, 18, 1] : [255, 255, 255, 1];
	const ground = (e) => {
		const layers = [];
		for (; e; e = e.parentElement) {
			layers.push(rgba(getComputedStyle(e).backgroundColor));
		}
		return layers.reverse().reduce((below, layer) => over(layer, below), canvas);
	};
	const light = (c) => c.slice(0, 3).map((x) => x / 255)
		.map((x) => x <= .04045 ? x / 12.92 : ((x + .055) / 1.055) ** 2.4)
		.reduce((sum, x, i) => sum + x * [.2126, .7152, .0722][i], 0);
	const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
	for (let node; (node = walker.nextNode());) {
		const e = node.parentElement;
		if (!node.data.trim() || !shown(e) || e.closest(":disabled, script, style, noscript, .hidden, svg")) {
			continue;
		}
		const style = getComputedStyle(e), below = ground(e);
		const [a, b] = [light(over(rgba(style.color), below)), light(below)].sort((x, y) => y - x);
		const size = parseFloat(style.fontSize), large = size >= 24 || size >= 18.66 && style.fontWeight >= 700;
		const ratio = (a + .05) / (b + .05);
		if (ratio < (large ? 3 : 4.5)) {
			faults.add(`contrast ${ratio.toFixed(2)}: ${told(e)}`);
		}
	}

	// Names: WCAG 2.2, 4.1.2 and 1.1.1. A button's is that of the pictures in it.
	const named = (e) => (e.getAttribute("aria-label") || "").trim() || e.labels?.length > 0 ||
		(e.getAttribute("aria-labelledby") || "").split(" ").some((id) => document.getElementById(id)?.textContent.trim()) ||
		/^(BUTTON|A|SUMMARY|PRE)$/.test(e.tagName) && e.textContent.trim() || e.querySelector?.("img[alt]:not([alt=''])");
	for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex], canvas")) {
		if (shown(e) && !named(e.closest("button") ?? e)) {
			faults.add(`no name: ${told(e)}`);
		}
		if (e.tabIndex > 0) {
			faults.add(`an order of Tab of its own: ${told(e)}`);
		}
	}
	for (const e of document.querySelectorAll("img:not([alt])")) {
		faults.add(`no alt: ${e.src}`);
	}

	// Structure: one title, a language, headings in their order, unique ids.
	if (!document.title || !document.documentElement.lang) {
		faults.add("no title or no language");
	}
	if (document.querySelectorAll("h1").length !== 1 || document.querySelectorAll("main").length !== 1) {
		faults.add("not one h1 and one main");
	}
	let level = 0;
	for (const e of document.querySelectorAll("main :is(h1, h2, h3, h4, h5, h6)")) {
		if (shown(e) && level > 0 && e.tagName[1] > level + 1) {
			faults.add(`h${level} is followed by ${told(e)}`);
		}
		level = shown(e) ? Number(e.tagName[1]) : level;
	}
	const ids = [...document.querySelectorAll("[id]")].map((e) => e.id);
	for (const id of ids.filter((id, i) => ids.indexOf(id) !== i)) {
		faults.add(`two elements ${id}`);
	}

	// What scrolls can be reached with the keyboard: WCAG 2.2, 2.1.1. The page is no wider than its window.
	for (const e of document.querySelectorAll("body *")) {
		if (e.scrollWidth > e.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(e).overflowX) && shown(e) &&
			e.tabIndex < 0 && !e.querySelector("a[href], button, input, select")) {
			faults.add(`scrolls for the mouse alone: ${told(e)}`);
		}
	}
	const root = document.documentElement;
	if (root.scrollWidth > root.clientWidth) {
		const wide = [...document.querySelectorAll("body *")].filter((e) =>
			shown(e) && e.getBoundingClientRect().right > root.clientWidth + 1 && !e.closest(".table, .scroll, pre"));
		faults.add(`${root.scrollWidth} pixels wide in ${root.clientWidth}: ${wide.slice(0, 3).map(told).join("; ")}`);
	}
	return [...faults];
}
