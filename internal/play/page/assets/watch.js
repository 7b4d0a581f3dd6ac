// Watch: one episode through three cameras, at any step. The address holds what is shown.
import { byId, element, fault } from "./dom.js";
import { views } from "./views.js";

// watch wires the section. shelf is the gallery; policies that are cloned or dropped act, too.
export function watch(stage, about, shelf) {
	const task = byId("watch-task"), behaviour = byId("watch-behaviour"), who = byId("watch-who");
	const start = byId("watch-start"), seed = byId("watch-seed"), at = byId("at"), button = byId("play");
	const speed = byId("speed"); // a share of real time
	const own = new Map(); // policies by name: {task, bytes}
	let episode = null, playing = false, turn = 0;
	let loops = 0; // counts what was asked to be played: a loop ends when another has begun

	for (const t of about.tasks) {
		task.append(element("option", { value: t.name }, t.name));
	}
	const behaviours = () => about.tasks.find((t) => t.name === task.value).behaviours;
	const actors = (chosen) => {
		const styles = [about.optimal, ...about.styles.map((s) => s.name)];
		who.replaceChildren(
			...styles.map((s) => element("option", { value: `style:${s}` },
				s === about.optimal ? "demonstrator" : `demonstrator, ${s}`)),
			...[...own].filter(([, p]) => !p.task || p.task === task.value)
				.map(([name]) => element("option", { value: `policy:${name}` }, name)),
			element("optgroup", { label: "gallery: trained networks" }, ...shelf.policies
				.filter((p) => p.task === task.value)
				.map(({ name }) => element("option", { value: `gallery:${name}` }, name))));
		who.value = chosen;
		if (who.selectedIndex < 0) {
			who.selectedIndex = 0;
		}
	};
	const behave = (chosen) => {
		behaviour.replaceChildren(...behaviours().map((b) => element("option", { value: b }, b)));
		if (behaviours().includes(chosen)) {
			behaviour.value = chosen;
		}
	};

	// chosen is the kind of who acts, and the name.
	const chosen = () => {
		const [, kind, name] = /^(\w+):(.*)$/s.exec(who.value);
		return { kind, name };
	};
	// bound lets one choose the starts that there are: the gallery has some, with one seed.
	const bound = () => {
		const few = chosen().kind === "gallery";
		seed.disabled = few;
		start.max = few ? shelf.starts - 1 : 1_000_000;
		if (few) {
			seed.value = shelf.seed;
			start.value = Math.min(start.value, start.max);
		}
	};

	// fromAddress shows what the address asks for; what it lacks or has wrong is the first choice, but a policy of the
	// gallery that there is not is told.
	const fromAddress = (hash = location.hash) => {
		const q = new URLSearchParams(hash.slice(1));
		let policy = null;
		try {
			policy = q.has("policy") ? shelf.find(q.get("policy")) : null;
		} catch (error) {
			fault(error);
		}
		task.value = policy?.task ?? q.get("task");
		if (task.selectedIndex < 0) {
			task.value = about.setting.task;
		}
		behave(q.get("behaviour"));
		actors(policy ? `gallery:${policy.name}` : q.get("who"));
		bound();
		const number = (name, input, usual) => {
			input.value = /^\d{1,16}$/.test(q.get(name)) ? q.get(name) : usual;
			if (!input.checkValidity()) {
				input.value = usual;
			}
			return Number(input.value);
		};
		if (policy && Number(q.get("start")) > start.max) {
			fault(new Error(`The gallery has starts 0 to ${start.max} of a policy, not ${q.get("start")}.`));
		}
		number("start", start, 0);
		number("seed", seed, about.setting.seed);
		bound();
		at.value = 0;
		if (policy) { // the address of a rollout: it is below what the page begins with
			byId("watch-title").scrollIntoView();
		}
		return open(/^\d{1,4}$/.test(q.get("step")) ? Number(q.get("step")) : 0);
	};
	const toAddress = () => {
		const { kind, name } = chosen();
		const from = { behaviour: behaviour.value, start: start.value };
		const q = new URLSearchParams(kind === "gallery" ? { policy: name, ...from, step: at.value }
			: { task: task.value, who: who.value, ...from, seed: seed.value, step: at.value });
		history.replaceState(null, "", `#${q}`);
	};

	const { draw, idle, free } = views(stage, byId("watch-stage"),
		() => episode && { id: episode.id, step: Number(at.value) },
		(step) => {
			byId("moment").textContent = `${(step / about.rate).toFixed(2)} s, step ${step}`;
			const { which } = episode.touches.findLast((t) => t.moment <= step);
			byId("touches").textContent = which?.length ? `Contacts: ${which.join(", ")}` : "No contact.";
		});
	const move = (by) => {
		at.value = Number(at.value) + by;
		return draw();
	};
	const loop = async () => {
		const mine = ++loops;
		let before = performance.now(), step = Number(at.value);
		while (playing && mine === loops) {
			const now = performance.now();
			step += (now - before) * speed.value * about.rate / 1000;
			before = now;
			at.value = Math.round(step);
			await draw();
			if (step >= at.max) {
				break;
			}
			await new Promise(requestAnimationFrame);
		}
		if (mine === loops) {
			pause();
		}
	};
	const pause = () => {
		playing = false;
		button.textContent = "Play";
		if (episode) {
			toAddress();
		}
	};
	const play = () => {
		if (playing) {
			return pause();
		}
		playing = true;
		button.textContent = "Pause";
		if (at.value >= Number(at.max)) {
			at.value = 0;
		}
		return loop();
	};

	stage.lost.push((reason) => {
		episode = null;
		turn++;
		pause();
		for (const id of ["play", "back", "forth", "at"]) {
			byId(id).disabled = true;
		}
		fault(reason);
	});

	// open plays what is chosen, and shows a step of it.
	const open = async (step) => {
		if (!start.checkValidity() || !seed.checkValidity()) {
			return;
		}
		const mine = ++turn;
		playing = false;
		const from = { task: task.value, behaviour: behaviour.value, start: Number(start.value),
			seed: Number(seed.value) };
		const { kind, name } = chosen();
		const shown = kind === "gallery" ? shelf.find(name) : null;
		const { value } = shown ? await stage.call("recorded", from, await shelf.rollouts(shown))
			: kind === "style" ? await stage.call("demonstrate", { ...from, style: name })
			: await stage.call("play", from, own.get(name).bytes);
		await idle();
		if (mine !== turn) {
			stage.call("close", value.id);
			return;
		}
		if (episode) {
			stage.call("close", episode.id);
		}
		episode = value;
		at.max = value.moments - 1;
		at.value = Math.min(step, value.moments - 1);
		for (const id of ["play", "back", "forth", "at"]) {
			byId(id).disabled = false;
		}
		byId("ended").textContent = value.success
			? `Succeeds after ${(value.success / about.rate).toFixed(1)} s.` : "Does not succeed.";
		button.textContent = "Play";
		shelf.tell(shown);
		toAddress();
		await draw();
	};

	task.addEventListener("change", () => { behave(); actors(who.value); bound(); open(0); });
	who.addEventListener("change", () => { bound(); open(0); });
	for (const input of [behaviour, start, seed]) {
		input.addEventListener("change", () => open(0));
	}
	at.addEventListener("input", () => { playing = false; button.textContent = "Play"; draw(); });
	at.addEventListener("change", toAddress);
	button.addEventListener("click", play);
	byId("back").addEventListener("click", () => { pause(); move(-1).then(toAddress); });
	byId("forth").addEventListener("click", () => { pause(); move(1).then(toAddress); });
	// The event has the address that was asked for; an episode that opens meanwhile may have replaced the window's.
	window.addEventListener("hashchange", (e) => fromAddress(new URL(e.newURL).hash));

	free.addEventListener("keydown", (e) => {
		if (e.key === " ") {
			e.preventDefault();
			play();
		}
	});

	// A file that is dropped or chosen is a policy to play.
	const take = async (file) => {
		byId("fault").hidden = true;
		if (!file) {
			return;
		}
		if (file.size > 256 << 20) {
			const size = Math.round(file.size / (1 << 20));
			fault(new Error(`${file.name} has ${size} MiB; a policy of this page has less than one.`));
			return;
		}
		const bytes = new Uint8Array(await file.arrayBuffer());
		own.set(file.name, { bytes });
		actors(`policy:${file.name}`);
		bound();
		try {
			await open(0);
			byId("watch-title").scrollIntoView();
		} catch (error) {
			own.delete(file.name);
			actors(`style:${about.optimal}`);
			bound();
			fault(new Error(`${file.name}: ${error.message}`));
			await open(0);
		}
	};
	byId("watch-file").addEventListener("change", (e) => take(e.target.files[0]));

	return {
		ready: fromAddress(),
		pause,
		take,
		policies: {
			clear() {
				for (const name of [...own.keys()].filter((n) => n.startsWith("cloned: "))) {
					own.delete(name);
				}
				actors(who.value);
			},
			add(name, of, bytes) {
				own.set(name, { task: of, bytes });
				actors(who.value);
			},
		},
	};
}
