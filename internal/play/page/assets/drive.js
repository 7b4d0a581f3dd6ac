// Drive: a person drives the gripper in real time; attempts are kept, cloned, and downloaded as a dataset.
import { attempts } from "./attempts.js";
import { byId, element, fault, save, unsaved } from "./dom.js";
import { views } from "./views.js";

// drive wires the section. pause stops what else plays on the stage, and starved adds a row to the table.
export async function drive(stage, about, pause, starved) {
	const task = byId("drive-task"), behaviour = byId("drive-behaviour");
	const start = byId("drive-start"), seed = byId("drive-seed"), pad = byId("drive-pad");
	const down = new Set(), tapped = new Set(); // controls that are held, and those that were since the last step
	let closed = false; // whether the gripper is
	let now = null; // the attempt under way, as Go tells it
	let from = null, held = []; // where it started, and what was held in each of its control steps
	let running = false, turn = 0;
	let kept = []; // {attempt, steps, success, key}; key of the browser's store, undefined of one in memory alone
	const store = await attempts((error) => {
		byId("drive-store").textContent = `This browser does not keep attempts (${error.message}): those that it has ` +
			"not kept are in memory until the page is closed, so download them.";
	});
	const seconds = (steps) => `${(steps / about.rate).toFixed(1)} s`;
	const tell = (text) => { byId("drive-state").textContent = text; };

	for (const t of about.tasks) {
		task.append(element("option", { value: t.name }, t.name));
	}
	task.value = about.setting.task;
	seed.value = about.setting.seed;
	const behave = () => {
		const { behaviours } = about.tasks.find((t) => t.name === task.value);
		behaviour.replaceChildren(...behaviours.map((b) => element("option", { value: b }, b)));
	};
	behave();

	const root = byId("watch-stage").cloneNode(true); // the same pictures
	root.id = "drive-stage";
	byId("drive-views").append(root);
	const { draw, idle } = views(stage, root, () => now && { id: now.id, step: now.moments - 1 });

	// show tells how the attempt stands.
	const show = () => {
		const words = [["left", "right"], ["near", "away"], ["down", "up"]];
		const far = now.offset.map((x, i) => `${Math.abs(100 * x).toFixed(1)} cm ${words[i][x > 0 ? 1 : 0]}`);
		byId("drive-time").textContent = `${seconds(now.moments - 1)}; to where the hand takes hold: ${far.join(", ")}`;
		byId("drive-end").disabled = !running;
		byId("drive-again").disabled = byId("drive-next").disabled = false;
		buttons.get("closed").setAttribute("aria-pressed", closed);
	};

	// open goes to the start that is chosen. What was under way is dropped.
	const open = async () => {
		if (!start.checkValidity() || !seed.checkValidity()) {
			return;
		}
		const mine = ++turn;
		running = closed = false;
		down.clear();
		const begun = { task: task.value, behaviour: behaviour.value, start: Number(start.value),
			seed: Number(seed.value) };
		const { value } = await stage.call("drive", begun);
		await idle();
		if (mine !== turn) {
			stage.call("close", value.id);
			return;
		}
		if (now) {
			stage.call("close", now.id);
		}
		[now, from, held] = [value, begun, []];
		byId("drive-ask").textContent = value.ask;
		tell("Click the picture; the clock starts with the first key or button.");
		show();
		await draw();
	};
	const next = () => {
		start.value = Number(start.value) + 1;
		pad.focus({ preventScroll: true });
		return open();
	};

	// mask returns what is held as the bits of about.controls.
	const mask = () => {
		let bits = 0;
		about.controls.forEach(({ name }, i) => {
			bits |= (name === "closed" ? closed : down.has(name) || tapped.has(name)) << i;
		});
		tapped.clear();
		return bits;
	};

	// run drives in real time while the pad has the focus. Where the machine is too slow, time goes slower.
	const run = async () => {
		const mine = turn;
		pause();
		running = true;
		tell("");
		let from = performance.now(), done = 0;
		while (running && !now.over) {
			await new Promise(requestAnimationFrame);
			if (!running || mine !== turn) {
				return;
			}
			const at = performance.now();
			if (!pad.contains(document.activeElement) || !document.hasFocus()) {
				[from, done] = [at, 0];
				continue;
			}
			const due = Math.min(Math.floor((at - from) * about.rate / 1000) - done, 3);
			if (due < 1) {
				continue;
			}
			done += due;
			if (due === 3) {
				[from, done] = [at, 0];
			}
			const some = Array(due).fill(mask());
			const { value } = await stage.call("act", { id: now.id, held: some });
			if (mine !== turn) {
				return;
			}
			now = value;
			held = [...held, ...some].slice(0, now.moments - 1); // it ends in the midst of some
			show();
			await draw();
		}
		if (mine === turn && running && now.over) {
			await end();
		}
	};

	// end keeps the attempt.
	const end = () => {
		running = false;
		turn++; // an answer that is under way is of steps that are not kept
		now.over = true;
		if (held.length === 0) {
			return open();
		}
		const attempt = { ...from, held };
		const one = { attempt, steps: held.length, success: now.success };
		kept.push(one);
		unsaved.add(`attempts at ${attempt.task}`); // until it is kept
		store.keep({ ...one }).then((key) => {
			one.key = key;
			if (!kept.includes(one)) { // discarded meanwhile
				store.discard(key);
			}
			list();
		});
		tell(`${now.success ? `Success after ${seconds(now.success)}` : "No success"}; the attempt is kept. ` +
			"Enter goes to the next start.");
		show();
		list();
	};

	// Where its worker was replaced, the attempt ends, and what was driven is kept.
	stage.lost.push(() => {
		turn++;
		if (running) {
			end();
		}
		now = null;
		byId("drive-end").disabled = true;
		byId("drive-again").disabled = byId("drive-next").disabled = false;
		tell("The computation stopped; what you drove until then is kept. Start again.");
	});

	// list shows what is kept.
	const list = () => {
		byId("drive-list").replaceChildren(...kept.map((k) => element("tr", {},
			element("td", {}, `${k.attempt.task} ${k.attempt.behaviour}`),
			element("td", {}, `${k.attempt.start}, seed ${k.attempt.seed}`,
				k.key === undefined ? element("small", {}, "in memory alone") : ""),
			element("td", {}, seconds(k.steps)),
			element("td", {}, k.success ? `yes, after ${seconds(k.success)}` : "no"),
			element("td", {}, element("button", { type: "button", onclick: () => {
				kept = kept.filter((other) => other !== k);
				store.discard(k.key);
				list();
			} }, "Discard")))));
		byId("drive-kept").hidden = kept.length === 0;
		safe();
		const n = ofTask().length;
		byId("drive-use").hidden = n === 0;
		byId("drive-told").textContent = `${n} at ${task.value}`;
	};
	// safe says of which tasks all attempts are kept by the browser or discarded, so that closing the page loses none.
	const safe = () => {
		for (const { name } of about.tasks) {
			if (!kept.some((k) => k.attempt.task === name && k.key === undefined)) {
				unsaved.delete(`attempts at ${name}`);
			}
		}
	};
	const ofTask = () => kept.map((k) => k.attempt).filter((a) => a.task === task.value);

	// press and release take a control from a key or a button on the screen.
	const press = (name) => {
		if (!now || now.over) {
			return;
		}
		if (name === "closed") {
			closed = !closed;
		} else {
			down.add(name);
			tapped.add(name);
		}
		if (!running) {
			run();
		}
	};
	const release = (name) => down.delete(name);
	const buttons = new Map();
	const label = (key) => key === " " ? "Space" : key[0].toUpperCase() + key.slice(1);
	about.controls.forEach((c, i) => {
		if (i > 0 && c.group !== about.controls[i - 1].group) {
			byId("drive-keys").append(element("span", { className: "break" }));
		}
		const b = element("button", { type: "button", tabIndex: -1 }, element("kbd", {}, label(c.key)), ` ${c.about}`);
		buttons.set(c.name, b);
		b.addEventListener("pointerdown", (e) => {
			e.preventDefault();
			pad.focus({ preventScroll: true });
			b.setPointerCapture(e.pointerId);
			press(c.name);
		});
		for (const name of ["pointerup", "pointercancel"]) {
			b.addEventListener(name, () => release(c.name));
		}
		b.addEventListener("contextmenu", (e) => e.preventDefault());
		byId("drive-keys").append(b);
	});
	const control = (e) => about.controls.find((c) => c.key === e.key.toLowerCase());
	pad.addEventListener("keydown", (e) => {
		const c = control(e);
		if (e.ctrlKey || e.metaKey || e.altKey || !c && e.key !== "Enter") {
			return;
		}
		e.preventDefault();
		if (e.repeat) {
			return;
		}
		if (c) {
			press(c.name);
		} else if (running) {
			end();
		} else if (now?.over) {
			next();
		}
	});
	pad.addEventListener("keyup", (e) => {
		const c = control(e);
		if (c) {
			e.preventDefault();
			release(c.name);
		}
	});
	pad.addEventListener("focusout", (e) => {
		if (!pad.contains(e.relatedTarget)) {
			down.clear();
			if (running) {
				tell("The clock stands; click the picture to go on.");
			}
		}
	});
	pad.addEventListener("focusin", () => {
		if (running) {
			tell("");
		}
	});

	// A gamepad of the standard layout: sticks move, lift and turn, its first button closes, the shoulder buttons slow.
	const sticks = [["left", "right"], ["away", "near"], ["turn left", "turn right"], ["up", "down"]];
	const pressed = { 0: "closed", 4: "slow", 5: "slow" };
	let before = new Set(), polling = false;
	const poll = () => {
		const gamepad = [...navigator.getGamepads?.() ?? []].find((g) => g);
		const held = new Set();
		if (gamepad && pad.contains(document.activeElement)) {
			gamepad.axes.slice(0, 4).forEach((x, i) => Math.abs(x) > .4 && held.add(sticks[i][x > 0 ? 1 : 0]));
			gamepad.buttons.forEach((b, i) => b.pressed && pressed[i] && held.add(pressed[i]));
		}
		[...held].filter((name) => !before.has(name)).forEach(press);
		[...before].filter((name) => !held.has(name)).forEach(release);
		before = held;
		polling = Boolean(gamepad);
		if (polling) {
			requestAnimationFrame(poll);
		}
	};
	window.addEventListener("gamepadconnected", () => polling || poll());

	task.addEventListener("change", () => { behave(); list(); open(); });
	for (const input of [behaviour, start, seed]) {
		input.addEventListener("change", open);
	}
	byId("drive-end").addEventListener("click", () => running && end());
	byId("drive-again").addEventListener("click", () => { pad.focus({ preventScroll: true }); open(); });
	byId("drive-next").addEventListener("click", next);
	byId("drive-clone").addEventListener("click", () => starved.yours(ofTask()));
	byId("drive-download").addEventListener("click", async () => {
		try {
			const { bytes } = await stage.call("dataset", ofTask());
			const name = `driven-${task.value}.hdf5`;
			save(name, bytes);
			unsaved.delete(`attempts at ${task.value}`);
			byId("drive-told").textContent = `${name}: read it with counterpoise demos inspect, advise or demos replay`;
		} catch (error) {
			fault(error);
		}
	});
	kept = await store.all();
	if (kept.length > 0) {
		byId("drive-store").textContent = `${kept.length} of your attempts are from earlier visits.`;
		list();
	}
	await open();
}
