// Watch: one episode through three cameras, at any step. The address holds what is shown.
import { byId, element, fault } from "./dom.js";
import { views } from "./views.js";

// watch wires the section. Its policies are those who may act besides demonstrators.
export function watch(stage, about) {
	const task = byId("watch-task"), behaviour = byId("watch-behaviour"), who = byId("watch-who");
	const start = byId("watch-start"), seed = byId("watch-seed"), at = byId("at"), button = byId("play");
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
				.map(([name]) => element("option", { value: `policy:${name}` }, name)));
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

	// fromAddress shows what the address asks for; what it lacks or has wrong is the first choice.
	const fromAddress = () => {
		const q = new URLSearchParams(location.hash.slice(1));
		task.value = q.get("task");
		if (task.selectedIndex < 0) {
			task.value = about.setting.task;
		}
		behave(q.get("behaviour"));
		actors(q.get("who"));
		const number = (name, input, usual) => {
			input.value = /^\d{1,16}$/.test(q.get(name)) ? q.get(name) : usual;
			if (!input.checkValidity()) {
				input.value = usual;
			}
			return Number(input.value);
		};
		number("start", start, 0);
		number("seed", seed, about.setting.seed);
		at.value = 0;
		return open(/^\d{1,4}$/.test(q.get("step")) ? Number(q.get("step")) : 0);
	};
	const toAddress = () => {
		const q = new URLSearchParams({ task: task.value, behaviour: behaviour.value, who: who.value,
			start: start.value, seed: seed.value, step: at.value });
		history.replaceState(null, "", `#${q}`);
	};

	const { draw, idle, free } = views(stage, byId("watch-stage"),
		() => episode && { id: episode.id, step: Number(at.value) },
		(step) => { byId("moment").textContent = `${(step / about.rate).toFixed(2)} s, step ${step}`; });
	const move = (by) => {
		at.value = Number(at.value) + by;
		return draw();
	};
	const loop = async () => {
		const mine = ++loops;
		const from = performance.now() - 1000 * at.value / about.rate;
		while (playing && mine === loops) {
			const step = Math.round((performance.now() - from) * about.rate / 1000);
			at.value = step;
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

	// open plays what is chosen, and shows a step of it.
	const open = async (step) => {
		if (!start.checkValidity() || !seed.checkValidity()) {
			return;
		}
		const mine = ++turn;
		playing = false;
		const from = { task: task.value, behaviour: behaviour.value, start: Number(start.value),
			seed: Number(seed.value) };
		const [kind, name] = [who.value.slice(0, who.value.indexOf(":")), who.value.slice(who.value.indexOf(":") + 1)];
		const { value } = kind === "style" ? await stage.call("demonstrate", { ...from, style: name })
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
		toAddress();
		await draw();
	};

	task.addEventListener("change", () => { behave(); actors(who.value); open(0); });
	for (const input of [behaviour, who, start, seed]) {
		input.addEventListener("change", () => open(0));
	}
	at.addEventListener("input", () => { playing = false; button.textContent = "Play"; draw(); });
	at.addEventListener("change", toAddress);
	button.addEventListener("click", play);
	byId("back").addEventListener("click", () => { pause(); move(-1).then(toAddress); });
	byId("forth").addEventListener("click", () => { pause(); move(1).then(toAddress); });
	window.addEventListener("hashchange", fromAddress);

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
		try {
			await open(0);
			byId("watch-title").scrollIntoView();
		} catch (error) {
			own.delete(file.name);
			actors(`style:${about.optimal}`);
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
