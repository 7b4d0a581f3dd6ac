// Demonstrations, success and films of the policies that are cloned from them.
import { allStarts } from "./all.js";
import { byId, element, fault } from "./dom.js";
import { Cancelled, Engine, share } from "./engine.js";
import { player, still } from "./player.js";

// The examples of the buttons, by the number of behaviours: of one behaviour fewer, or of all.
const presets = {
	starved: { few: 4, many: 20, bad: 0, style: "erratic" },
	half: { few: 20, many: 20, bad: 50, style: "erratic" },
	early: { few: 20, many: 20, bad: 30, style: "early" },
};

// starve wires the first three sections. policies receives what was cloned.
export function starve(module, about, policies) {
	let engine = null; // plays and draws the films; not started before the first picture of the page is there
	const started = () => {
		if (!engine) {
			engine = new Engine(module);
			engine.lost.push((reason) => { films.lose(); fault(reason); });
		}
		return engine;
	};
	const stage = { call: (...all) => started().call(...all), draw: (...all) => started().draw(...all) };
	const task = byId("task"), counts = byId("counts");
	for (const t of about.tasks) {
		task.append(element("option", { value: t.name }, t.name));
	}
	for (const s of about.styles) {
		byId("style").append(element("option", { value: s.name }, `${s.name}: ${s.about}`));
	}
	byId("bad").max = about.maxBad;
	byId("named").max = about.maxNamed;
	let running = false;
	let shown = null; // what the table shows: {s, table, cloned} with the policies by row
	const behaviours = () => about.tasks.find((t) => t.name === task.value).behaviours;

	// fill shows a setting in the form.
	const fill = (s) => {
		task.value = s.task;
		counts.replaceChildren(...behaviours().flatMap((name, b) => {
			const id = `count-${b}`;
			return [
				element("label", { htmlFor: id }, `Demonstrations of ${name} `, element("output", { htmlFor: id })),
				element("input", { id, type: "range", min: 0, max: about.maxDemos, step: 1, value: s.demos[b] }),
			];
		}));
		for (const k of ["bad", "style", "named", "good", "seed"]) {
			byId(k).value = s[k];
		}
		show();
	};

	// setting reads the form.
	const setting = () => ({
		task: task.value, demos: behaviours().map((_, b) => Number(byId(`count-${b}`).value)),
		bad: Number(byId("bad").value), style: byId("style").value, named: Number(byId("named").value),
		good: Number(byId("good").value), starts: about.setting.starts, seed: Number(byId("seed").value),
	});

	// show writes each slider's value beside its label, switches off what has no effect, and says whether the table is
	// of the setting.
	const show = () => {
		for (const o of byId("setting").querySelectorAll("output")) {
			const of = byId(o.htmlFor.value);
			o.textContent = of.value + (of.id === "bad" || of.id === "good" ? " %" : "");
		}
		for (const id of ["style", "named", "good"]) {
			byId(id).disabled = Number(byId("bad").value) === 0;
		}
		if (!running) {
			const same = shown && JSON.stringify(setting()) === JSON.stringify(shown.s);
			byId("state").textContent = same ? "" : shown ? "the results below are of another setting: clone again" :
				"takes half a minute or more";
		}
	};
	byId("setting").addEventListener("input", show);
	task.addEventListener("change", () => {
		const n = behaviours().length;
		fill({ ...setting(), demos: about.setting.demos.slice(0, n) });
	});
	for (const b of document.querySelectorAll("[data-preset]")) {
		b.addEventListener("click", () => {
			const p = presets[b.dataset.preset];
			fill({ ...setting(), bad: p.bad, style: p.style, demos: behaviours().map((_, i) => i ? p.many : p.few) });
		});
	}
	fill(about.setting);

	const films = filmstrip(stage, about), all = allStarts(module, about);
	const stopper = {};
	byId("run").disabled = false;
	byId("cancel").addEventListener("click", () => stopper.stop?.());

	// busily runs what computes policies, and tells how it ended.
	const busily = async (compute) => {
		running = true;
		byId("fault").hidden = true;
		all.close();
		try {
			await compute();
		} catch (error) {
			byId("state").textContent = error instanceof Cancelled ? "cancelled" : "";
			if (!(error instanceof Cancelled)) {
				fault(error);
			}
		}
		busy(false);
		running = false;
	};

	// rows computes rows of the table, one job each: {name, call, args}.
	const rows = async (jobs) => {
		const { s, table, cloned } = shown;
		const behaviours = about.tasks.find((t) => t.name === s.task).behaviours.length;
		busy(true);
		byId("state").textContent = "making demonstrations";
		const parts = new Map(jobs.map((j) => [j.name, 0]));
		const advance = (name, part) => {
			parts.set(name, part);
			byId("progress").value = [...parts.values()].reduce((a, b) => a + b) / parts.size;
		};
		const started = performance.now();
		await share(module, jobs.map(({ name, call, args }) => async (engine) => {
			const answer = await engine.call(call, args, null, (p) => {
				table.rows(name, p.rows);
				const rolled = (p.rows || []).reduce((a, r) => a + r.rollouts, 0);
				if (p.rows) {
					byId("state").textContent = "rolling out";
				}
				advance(name, .2 * p.done / p.total + .8 * rolled / (s.starts * behaviours));
			});
			table.rows(name, answer.value.rows, answer.value);
			advance(name, 1);
			cloned.set(name, answer);
		}), stopper);
		byId("state").textContent = `${jobs.length * s.starts * behaviours} rollouts in ` +
			`${Math.round((performance.now() - started) / 1000)} s`;
		for (const { name } of jobs) {
			policies.add(`cloned: ${name}`, s.task, cloned.get(name).bytes);
			table.ends(name, cloned.get(name), (behaviour, row, from) =>
				all.open({ task: s.task, behaviour, seed: s.seed, arm: name, bytes: cloned.get(name).bytes, row }, from));
		}
	};

	byId("setting").addEventListener("submit", (e) => {
		e.preventDefault();
		if (running) {
			return;
		}
		const s = setting();
		busily(async () => {
			const { value } = await stage.call("arms", s);
			shown = { s, table: tableOf(behaviours(), s.demos), cloned: new Map() };
			value.arms.forEach(shown.table.add);
			films.clear(s.task, behaviours()[s.demos.indexOf(Math.min(...s.demos))]);
			policies.clear();
			await rows(value.arms.map(({ name }) => ({ name, call: "clone", args: { setting: s, arm: name } })));
			commands(s, value.recipe);
			busy(false);
			await films.show(s, value.arms.map((a) => a.name), shown.cloned);
		});
	});

	return {
		// yours clones policies from driven attempts at a task, alone and together with the demonstrations of plain
		// cloning, as two rows of the table of that task.
		async yours(attempts) {
			if (running) {
				fault(new Error("Policies are being cloned; wait, or cancel them."));
				return;
			}
			await busily(async () => {
				const of = attempts[0].task;
				const names = about.tasks.find((t) => t.name === of).behaviours;
				if (shown?.s.task !== of) {
					const form = setting();
					const s = form.task === of ? form
						: { ...form, task: of, demos: about.setting.demos.slice(0, names.length) };
					shown = { s, table: tableOf(names), cloned: new Map() };
					films.clear(of, attempts[0].behaviour);
					policies.clear();
				}
				const { s, table, cloned } = shown;
				const counts = names.map((b) => [b, attempts.filter((a) => a.behaviour === b).length]);
				table.add({ name: "yours", about: "what you drove, and nothing else; every frame counts the same: " +
					counts.filter(([, n]) => n > 0).map(([b, n]) => `${b} ${n}`).join(", ") });
				const scripted = names.map((b, i) => `${b} ${s.demos[i]}`).join(", ");
				table.add({ name: "scripted and yours", about: `the demonstrations of plain cloning (${scripted}) ` +
					"and what you drove; every frame counts the same" });
				byId("success-title").scrollIntoView();
				const { starts, seed } = s;
				await rows([{ name: "yours", call: "clone driven", args: { attempts, starts, seed } },
					{ name: "scripted and yours", call: "clone together", args: { setting: s, attempts } }]);
				busy(false);
				await films.show(s, table.names().filter((name) => cloned.has(name)), cloned);
			});
		},
	};
}

// busy shows that arms are computed.
function busy(on) {
	byId("run").disabled = on;
	byId("cancel").hidden = byId("progress").hidden = !on;
	if (on) {
		byId("progress").value = 0;
	}
}

// percent writes a rate.
const percent = (x) => `${Math.round(100 * x)} %`;

// tableOf makes the table of a task without rows, and returns what adds and fills them. counts are the demonstrations
// of each behaviour, where all rows have the same.
function tableOf(behaviours, counts) {
	const head = element("tr", {}, element("th", { scope: "col" }, "policy"),
		...behaviours.map((b, i) => element("th", { scope: "col" }, b,
			counts ? element("small", {}, `${counts[i]} demonstrations`) : "")));
	byId("table").tHead.replaceChildren(head);
	byId("table").tBodies[0].replaceChildren();
	const cells = new Map();
	return {
		names: () => [...cells.keys()],
		// add adds a row, or empties the one of the same name.
		add({ name, about }) {
			cells.get(name)?.[0].parentElement.remove();
			const row = element("th", { scope: "row" }, name, element("small", {}, about));
			cells.set(name, [row, ...behaviours.map((b) => {
				const cell = element("td", {}, "–");
				cell.dataset.head = b;
				return cell;
			})]);
			byId("table").tBodies[0].append(element("tr", {}, ...cells.get(name)));
		},
		rows(arm, rows, result) {
			(rows || []).forEach((r, b) => {
				if (r.rollouts > 0) {
					cells.get(arm)[b + 1].replaceChildren(`${percent(r.right / r.rollouts)} `, bar(r),
						element("small", {}, `${r.right} of ${r.rollouts}, ${percent(r.low)} to ${percent(r.high)}`));
				}
			});
			if (result && result.bad > 0) {
				cells.get(arm)[0].append(element("small", {}, `${percent(result.bad)} of the weight on bad ones`));
			}
		},
		// ends adds what a policy has once all are rolled out: its file, and a button for the films of each behaviour.
		ends(arm, { value, bytes }, watch) {
			const name = `${arm.replaceAll(" ", "-")}.policy`;
			const link = element("a", { download: name, href: URL.createObjectURL(new Blob([bytes])) }, name);
			cells.get(arm)[0].append(element("small", {}, link));
			value.rows.forEach((r, b) => {
				const label = `all ${r.rollouts} starts`;
				const button = element("button", { type: "button",
					ariaLabel: `${label} of ${behaviours[b]} under ${arm}` }, label);
				button.addEventListener("click", () => watch(behaviours[b], r, button));
				cells.get(arm)[b + 1].append(button);
			});
		},
	};
}

// bar draws a rate and its interval.
function bar(r) {
	const svg = (name, attributes) => {
		const e = document.createElementNS("http://www.w3.org/2000/svg", name);
		Object.entries(attributes).forEach(([k, v]) => e.setAttribute(k, v));
		return e;
	};
	const all = svg("svg", { viewBox: "0 0 100 10", preserveAspectRatio: "none", "aria-hidden": "true" });
	all.append(svg("rect", { class: "ground", width: 100, height: 10 }),
		svg("rect", { class: "rate", width: 100 * r.right / r.rollouts, height: 10 }),
		svg("line", { class: "interval", x1: 100 * r.low, x2: 100 * r.high, y1: 5, y2: 5 }));
	return all;
}

// commands writes the command lines that give the same.
function commands(s, recipe) {
	byId("same").hidden = false;
	byId("commands").textContent = [
		`counterpoise demos generate "${recipe}" --seed ${s.seed} --out demos      # the demonstrations`,
		`counterpoise eval plain-cloning.policy --task ${s.task} --seed ${s.seed} --rollouts ${s.starts} ` +
		"--out eval.json   # the row, of the file from the table",
	].join("\n");
}

// filmstrip shows the same start under several policies, side by side.
function filmstrip(stage, about) {
	const button = byId("film-play"), at = byId("film-at"), behaviour = byId("film-behaviour");
	const start = byId("film-start");
	let shown = [], setting = null, arms = [], cloned = new Map();
	let turn = 0; // counts what was asked to be shown

	const { show, play, pause, idle } = player(button, at, about.rate, 1, async (step) => {
		for (const f of shown) {
			await stage.draw(f.canvas, f.id, step, { camera: "static" });
			const over = step >= f.moments - 1;
			const seconds = (step) => `${(step / about.rate).toFixed(1)} s`;
			f.caption.textContent = f.success && step >= f.success ? `succeeded at ${seconds(f.success)}`
				: over ? "failed" : seconds(step);
		}
	});

	// open plays the start under each policy.
	const open = async () => {
		if (!setting || !start.checkValidity()) {
			return;
		}
		const mine = ++turn;
		pause();
		const next = [];
		for (const arm of arms) {
			const { value } = await stage.call("play", { task: setting.task, behaviour: behaviour.value,
				start: Number(start.value), seed: setting.seed }, cloned.get(arm).bytes);
			next.push({ ...value, arm });
			if (mine !== turn) {
				next.forEach((f) => stage.call("close", f.id));
				return;
			}
		}
		await idle(); // the old films are drawn to their end before they are dropped
		shown.forEach((f) => stage.call("close", f.id));
		for (const f of next) {
			f.canvas = element("canvas", { width: 200, height: 200, role: "img",
				ariaLabel: `${f.arm}, static camera` });
			f.caption = element("span");
		}
		byId("films").replaceChildren(...next.map((f) => element("figure", {}, f.canvas,
			element("figcaption", {}, element("strong", {}, f.arm), f.caption))));
		byId("films-empty").hidden = true;
		byId("films-bar").hidden = false;
		shown = next;
		at.max = Math.max(...shown.map((f) => f.moments)) - 1;
		at.disabled = button.disabled = false;
		await show(0);
		if (!still()) {
			play();
		}
	};
	behaviour.addEventListener("change", open);
	start.addEventListener("change", open);
	return {
		clear(of, first) {
			pause();
			setting = null;
			turn++; // what is being opened is of the policies before
			const names = about.tasks.find((t) => t.name === of).behaviours;
			behaviour.replaceChildren(...names.map((b) => element("option", { value: b }, b)));
			behaviour.value = first;
		},
		// lose forgets films that the worker no longer has.
		lose() {
			pause();
			turn++;
			shown = [];
			at.disabled = button.disabled = true;
		},
		async show(s, names, policies) {
			[setting, arms, cloned] = [s, names, policies];
			await open();
		},
	};
}
