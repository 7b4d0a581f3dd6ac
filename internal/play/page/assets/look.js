// Look at a dataset: groups, lengths, scores and strips of pictures; labels are clicked and downloaded.
import { byId, element, fault, save, unsaved } from "./dom.js";
import { listed } from "./drop.js";
import { Cancelled, Engine } from "./engine.js";

const svg = (name, properties) => {
	const e = document.createElementNS("http://www.w3.org/2000/svg", name);
	Object.entries(properties).forEach(([k, v]) => e.setAttribute(k, v));
	return e;
};
const percent = (x) => `${(100 * x).toFixed(x < .0995 ? 1 : 0)} %`;
const pageful = 20; // demonstrations that are shown at first, and more at a time
const pictures = 8; // of a strip

// look wires the section. It computes in a worker of its own, so that the other parts go on.
export function look(module) {
	const by = byId("look-by"), score = byId("look-score"), sort = byId("look-sort"), only = byId("look-only");
	let engine = null, opened = 0; // the worker that has the dataset, and how many there were
	let reading = null, turn = 0; // the same of the one that is being read
	let name = "", data = null; // data is what Go says of the dataset
	let values = null; // the score of each demonstration
	let said = new Map(); // good or bad, by place
	let order = [], shown = 0;
	const tell = (text) => { byId("look-state").textContent = text; };
	const length = (frames) => data.summary.fps ? `${(frames / data.summary.fps).toFixed(1)} s` : `${frames} frames`;

	// take opens a dataset: a list of {path, file}.
	const take = async (list) => {
		if (list.length === 0) {
			return fault(new Error("The folder is empty."));
		}
		if (unsaved.has("labels") && !confirm(`The labels of ${name} are not downloaded. Discard them?`)) {
			return;
		}
		const mine = ++turn;
		byId("fault").hidden = true;
		byId("look-title").scrollIntoView();
		reading?.end(new Cancelled("stopped"));
		const next = reading = new Engine(module);
		const [of] = list[0].path.split("/");
		const bar = byId("look-progress");
		bar.hidden = byId("look-cancel").hidden = false;
		bar.removeAttribute("value");
		tell(`reading ${of}`);
		let answer;
		try {
			await next.ask({ files: list });
			const progress = ({ done, total }) => { bar.value = done / total; };
			answer = await next.call("look", `/${of}`, null, progress);
		} catch (error) { // what was open stays open
			next.end(error);
			error instanceof Cancelled || fault(error);
		}
		if (mine !== turn) {
			return;
		}
		reading = null;
		tell("");
		bar.hidden = byId("look-cancel").hidden = true;
		if (answer) {
			engine?.end(new Cancelled("stopped"));
			next.lost.push(async () => { // its worker was replaced: the new one reads the dataset, too
				try {
					await next.ask({ files: list });
					await next.call("look", `/${of}`);
				} catch (error) {
					error instanceof Cancelled || fault(error);
				}
			});
			[engine, name, data, values, said] = [next, of, answer.value, null, new Map()];
			unsaved.delete("labels");
			drawn.clear();
			opened++;
			fill();
			byId("look-commands").hidden = true;
			byId("look-result").hidden = false;
			await rescore();
		}
	};
	byId("look-cancel").addEventListener("click", () => reading?.end(new Cancelled("stopped")));
	for (const input of [byId("look-folder"), byId("look-file")]) {
		input.addEventListener("change", () => {
			const list = listed(input);
			input.value = ""; // so that the same may be chosen again
			take(list);
		});
	}

	// fill shows what does not change with groups and scores.
	const fill = () => {
		const { summary: s } = data;
		const many = `${s.demonstrations} demonstration${s.demonstrations === 1 ? "" : "s"}`;
		const rate = s.fps ? ` at ${s.fps} a second` : "";
		byId("look-about").textContent = `${name}: ${many}${s.robot && ` of ${s.robot}`}, ${s.frames} frames${rate}; ` +
			`format ${s.format}, states of ${s.state_width} numbers, actions of ${s.action_width}.`;
		byId("look-signals").textContent = data.unscored ? `No scores: ${data.unscored}.` : data.signals.join("; ");
		const usual = s.by.length ? s.by.join(" and ") : "nothing";
		by.replaceChildren(element("option", { value: "" }, usual),
			...data.labels.filter((l) => l !== usual).map((l) => element("option", { value: l }, l)));
		score.replaceChildren(element("option", { value: "" }, "none"),
			...data.scores.map((c) => element("option", { value: c.name }, c.name)));
		score.value = ["worst", "jerk", "length"].find((n) => data.scores.some((c) => c.name === n)) ?? "";
		sort.value = score.value ? "low" : "number";
		groups();
	};

	// groups shows the table of groups, and what the list may be restricted to.
	const groups = () => {
		const { summary: s } = data;
		byId("look-warnings").replaceChildren(...(s.warnings ?? []).map((w) => element("li", {}, w)));
		const frames = s.groups.map((g) => g.frames);
		const ratio = Math.max(...frames) / Math.min(...frames);
		byId("look-balance").textContent = s.groups.length < 2 ? "" :
			`The largest of ${s.groups.length} groups has ${ratio.toFixed(1)} times the frames of the smallest.`;
		const head = ["group", "demonstrations", "frames", "length: least, median, most", "succeeded", "mean score"];
		byId("look-groups").tHead.replaceChildren(element("tr", {},
			...head.slice(0, values ? 6 : 5).map((h) => element("th", { scope: "col" }, h))));
		byId("look-groups").tBodies[0].replaceChildren(...s.groups.map((g, k) => {
			const cells = [
				[`${g.demonstrations}, ${percent(g.share)}`, bar(g.share)],
				[`${g.frames}, ${percent(g.frame_share)}`, bar(g.frame_share)],
				[[g.length.min, g.length.median, g.length.max].map(length).join(", "), histogram(k)],
				[g.successes === null ? "unknown" : `${g.successes} of ${g.demonstrations - g.unknown}`],
			];
			if (values) {
				const own = values.filter((_, i) => data.of[i] === k);
				cells.push([(own.reduce((a, b) => a + b, 0) / own.length).toPrecision(3)]);
			}
			return element("tr", {}, element("th", { scope: "row" }, data.names[k]), ...cells.map((c, i) => {
				const td = element("td", {}, ...c);
				td.dataset.head = head[i + 1];
				return td;
			}));
		}));
		const chosen = only.value;
		only.replaceChildren(element("option", { value: "" }, "all"),
			...data.names.map((n, k) => element("option", { value: k }, n)));
		only.value = data.names[chosen] === undefined ? "" : chosen;
		list();
	};
	const bar = (share) => {
		const e = svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
		e.append(svg("rect", { class: "ground", width: 100, height: 10 }),
			svg("rect", { class: "rate", width: 100 * share, height: 10 }));
		return e;
	};
	// histogram shows the lengths of a group, on the same axis for all groups.
	const histogram = (k) => {
		const cells = Array(24).fill(0), { min, max } = data.summary.length;
		data.demos.forEach((d, i) => {
			if (data.of[i] === k) {
				cells[Math.min(23, Math.floor(24 * (d.frames - min) / Math.max(1, max - min)))]++;
			}
		});
		const e = svg("svg", { viewBox: "0 0 24 10", preserveAspectRatio: "none", "aria-hidden": "true" });
		e.classList.add("lengths");
		e.append(svg("rect", { class: "ground", width: 24, height: 10 }));
		cells.forEach((n, x) => {
			const high = 10 * n / Math.max(...cells);
			e.append(svg("rect", { class: "rate", x, y: 10 - high, width: 1, height: high }));
		});
		return e;
	};

	// rescore computes the score that is chosen.
	const rescore = async () => {
		const mine = opened, chosen = data.scores.find((c) => c.name === score.value);
		values = null;
		const good = [...said].filter(([, quality]) => quality === "good").map(([i]) => i);
		const lacking = chosen?.known && good.length === 0;
		byId("look-scored").textContent = !chosen ? "" : `${chosen.about}${lacking
			? ": say of some that they are good, and choose the score again." : "; a higher score is better."}`;
		if (chosen && !lacking) {
			tell(`scoring by ${chosen.name}`);
			try {
				const answer = await engine.call("look score", { score: chosen.name, good });
				if (mine !== opened || score.value !== chosen.name) {
					return;
				}
				values = answer.value;
			} catch (error) {
				byId("look-scored").textContent = `${error.message}.`;
			}
			tell("");
		}
		groups();
	};
	score.addEventListener("change", rescore);
	by.addEventListener("change", async () => {
		try {
			const { value } = await engine.call("look groups", by.value ? [by.value] : []);
			Object.assign(data, value);
			groups();
		} catch (error) {
			fault(error);
		}
	});
	sort.addEventListener("change", () => list());
	only.addEventListener("change", () => list());

	// list shows the first demonstrations in the order that is chosen.
	const list = () => {
		order = data.demos.map((_, i) => i).filter((i) => only.value === "" || data.of[i] === Number(only.value));
		const by = {
			number: (i) => i, short: (i) => data.demos[i].frames, long: (i) => -data.demos[i].frames,
			low: (i) => values?.[i] ?? i, high: (i) => values ? -values[i] : i,
		}[sort.value];
		order.sort((a, b) => by(a) - by(b) || a - b);
		seen.disconnect();
		byId("look-demos").replaceChildren();
		shown = 0;
		more();
		saved();
	};
	const more = () => {
		const next = order.slice(shown, shown + pageful);
		shown += next.length;
		byId("look-demos").append(...next.map(row));
		byId("look-more").hidden = shown >= order.length;
		byId("look-more").textContent = `Show more of ${order.length}`;
	};
	byId("look-more").addEventListener("click", more);

	// row shows a demonstration; its strip is drawn once it is in sight.
	const row = (i) => {
		const d = data.demos[i];
		const words = [data.names[data.of[i]], length(d.frames), { yes: "succeeded", no: "failed" }[d.success],
			values && `score ${values[i].toPrecision(3)}`].filter((w) => w);
		const buttons = ["good", "bad"].map((quality) => {
			const b = element("button", { type: "button", onclick: () => {
				said.get(i) === quality ? said.delete(i) : said.set(i, quality);
				unsaved.add("labels");
				press();
				saved();
			} }, quality);
			b.setAttribute("aria-label", `Demonstration ${d.number} is ${quality}`);
			return b;
		});
		const press = () => buttons.forEach((b) => b.setAttribute("aria-pressed", said.get(i) === b.textContent));
		press();
		const strip = element("div", { className: "strip" });
		strip.dataset.demo = i;
		drawn.has(i) ? strip.append(drawn.get(i)) : seen.observe(strip);
		return element("li", {}, element("div", { className: "about" },
			element("span", {}, element("strong", {}, `${d.number}`), ` ${words.join(", ")}`),
			element("span", { className: "say" }, ...buttons)), strip);
	};
	const wanted = []; // strips to draw
	const drawn = new Map(); // canvases by place
	let drawing = false;
	const seen = new IntersectionObserver((entries) => {
		for (const { target, isIntersecting } of entries) {
			if (isIntersecting) {
				seen.unobserve(target);
				wanted.push(target);
			}
		}
		paint();
	}, { rootMargin: "200px" });
	const paint = async () => {
		if (drawing) {
			return;
		}
		drawing = true;
		try {
			while (wanted.length > 0) {
				const target = wanted.shift();
				if (target.isConnected) {
					await draw(target);
				}
			}
		} finally {
			drawing = false;
		}
	};
	const draw = async (target) => {
		const demo = Number(target.dataset.demo), mine = opened;
		try {
			const { value, bytes } = await engine.call("look strip", { demo, pictures });
			const canvas = element("canvas", { width: value.width * value.frames.length, height: value.height });
			canvas.setAttribute("role", "img");
			const by = value.camera ? `camera ${value.camera}` : "drawn from the states";
			canvas.setAttribute("aria-label",
				`Demonstration ${data.demos[demo].number}, frames ${value.frames.join(", ")}, ${by}`);
			canvas.title = canvas.getAttribute("aria-label");
			canvas.getContext("2d").putImageData(
				new ImageData(new Uint8ClampedArray(bytes.buffer), canvas.width, canvas.height), 0, 0);
			if (drawn.size > 200) { // of 0.3 MB
				drawn.clear();
			}
			if (mine !== opened) {
				return;
			}
			drawn.set(demo, canvas);
			target.replaceChildren(canvas);
		} catch (error) {
			error instanceof Cancelled || target.replaceChildren(element("small", {}, `${error.message}.`));
		}
	};

	// saved tells how many labels there are, and what reads them.
	const saved = () => {
		const count = (quality) => [...said.values()].filter((q) => q === quality).length;
		byId("look-download").disabled = said.size === 0;
		byId("look-told").textContent = said.size === 0 ? "Say of demonstrations that they are good or bad."
			: `${count("good")} good, ${count("bad")} bad of ${data.demos.length}`;
		if (said.size === 0) {
			unsaved.delete("labels");
		}
	};
	byId("look-download").addEventListener("click", async () => {
		try {
			const all = [...said].map(([i, quality]) => ({ number: data.demos[i].number, quality }));
			const { value, bytes } = await engine.call("look labels", all);
			const file = `${name.replace(/\.\w+$/, "")}-labels.csv`;
			save(file, bytes);
			unsaved.delete("labels");
			byId("look-commands").textContent = `counterpoise demos inspect ${name}\n` +
				`counterpoise weigh ${name} --labels ${file} --known ${value}=good\n` +
				`counterpoise advise ${name} --labels ${file} --quality ${value}`;
			byId("look-commands").hidden = false;
		} catch (error) {
			fault(error);
		}
	});
	return { take };
}
