// The search: every word must begin a word of a section, and sections count more where their titles have it. The index
// is a script of its own, which is loaded when somebody searches, also from a folder.
const root = document.currentScript.dataset.root;
const byId = (id) => document.getElementById("site-" + id); // headings have the other names
const query = byId("query"), results = byId("results"), hits = byId("hits"), found = byId("found");
const most = 20;
let sections = null;

// lower is a text as the search compares it: with a blank before each word.
const lower = (text) => " " + text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, " ").trim();

// searchIndex takes the index.
window.searchIndex = (index) => {
	sections = index.map(([at, page, title, text]) =>
		({ at, page, title, text, inPage: lower(page), inTitle: lower(title), inText: lower(text) }));
	search();
};

function load() {
	if (byId("index")) return;
	const script = document.createElement("script");
	script.id = "site-index";
	script.src = root + "search-index.js";
	script.onerror = () => { found.textContent = "The index of the search could not be loaded."; results.hidden = false; };
	document.head.append(script);
}

// score says how well a section answers; 0 where a word is missing.
function score(section, words) {
	let sum = 0;
	for (const w of words) {
		const at = " " + w;
		const n = 8 * section.inTitle.includes(at) + 5 * section.inPage.includes(at) +
			Math.min(3, section.inText.split(at).length - 1);
		if (n === 0) return 0;
		sum += n;
	}
	return sum;
}

// around is the part of a text in which a word stands.
function around(text, word) {
	const at = Math.max(0, text.toLowerCase().indexOf(word) - 60);
	const from = at && text.indexOf(" ", at) + 1;
	return (from ? "… " : "") + text.slice(from, from + 160) + (text.length > from + 160 ? " …" : "");
}

function search() {
	const words = lower(query.value).split(" ").filter(Boolean);
	results.hidden = words.length === 0;
	hits.replaceChildren();
	if (results.hidden) return;
	if (!sections) { found.textContent = "Searching"; load(); return; }
	const all = sections.map((s) => [score(s, words), s]).filter(([n]) => n > 0).sort((a, b) => b[0] - a[0]);
	found.textContent = all.length === 0 ? "Nothing has all of these words." :
		all.length > most ? `${all.length} places, the best ${most}:` : `${all.length} ${all.length === 1 ? "place" : "places"}:`;
	for (const [, s] of all.slice(0, most)) {
		const link = document.createElement("a"), text = document.createElement("small");
		link.href = root + s.at;
		link.textContent = s.title ? `${s.page} › ${s.title}` : s.page;
		text.textContent = around(s.text, words[0]);
		const item = document.createElement("li");
		item.append(link, text);
		hits.append(item);
	}
}

byId("search").hidden = false;
query.addEventListener("focus", load);
query.addEventListener("input", search);
byId("search").addEventListener("submit", (e) => {
	e.preventDefault();
	hits.querySelector("a")?.click();
});
hits.addEventListener("click", () => { query.value = ""; search(); }); // a heading of this page is shown below
document.addEventListener("keydown", (e) => {
	if (e.key === "/" && !/^(INPUT|TEXTAREA|SELECT)$/.test(document.activeElement.tagName)) {
		e.preventDefault();
		query.focus();
	}
	if (e.key === "Escape") { query.value = ""; search(); }
});
